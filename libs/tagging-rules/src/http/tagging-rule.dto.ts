import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  MaxLength,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { BooleanFromQuery, IsId, MayBeAbsent, OrganizationParams } from '#libs/http-kit';
import { CONDITION_FIELDS, CONDITION_OPERATORS, MATCH_MODES, type Condition } from '#libs/tagging-rules';

export class TaggingRuleParams extends OrganizationParams {
  @IsId('tr') taggingRuleId!: string;
}

export class ConditionBody implements Condition {
  @IsIn(CONDITION_FIELDS) field!: (typeof CONDITION_FIELDS)[number];
  @IsIn(CONDITION_OPERATORS) operator!: (typeof CONDITION_OPERATORS)[number];
  /** 1 to 256 characters; compared in lower case with the whole name or text. */
  @IsString() @MinLength(1) @MaxLength(256) value!: string;
}

export class PreviewRuleBody {
  /** Whether all conditions must hold or any one. */
  @IsIn(MATCH_MODES) conditionMatchMode: (typeof MATCH_MODES)[number] = 'all';
  /** At most 10. A rule without conditions matches every document. */
  @IsArray()
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  @Type(() => ConditionBody)
  conditions!: ConditionBody[];
}

export class TaggingRuleBody extends PreviewRuleBody {
  /** 1 to 64 characters. */
  @IsString() @MinLength(1) @MaxLength(64) name!: string;
  /** At most 256 characters. */
  @MayBeAbsent() @IsString() @MaxLength(256) description?: string;
  @MayBeAbsent() @IsBoolean() enabled?: boolean;
  /** Tags of the organization that the rule adds. */
  @IsArray() @ArrayMinSize(1) @IsId('tag', { each: true }) tagIds!: string[];
}

export class ApplyRuleQuery {
  /** `true`: change nothing, only say in the task's result what would change. */
  @BooleanFromQuery()
  @IsBoolean()
  dryRun: boolean = false;
}
