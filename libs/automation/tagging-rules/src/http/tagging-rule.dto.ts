import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import {
  BooleanFromQuery,
  DescribeSchema,
  IsId,
  MayBeAbsent,
  NumberFromQuery,
  OneLine,
  OrganizationParams,
} from '#ground/http-kit';
import { ROLES, type Page, type Role } from '#ground/kernel';
import {
  asksOnlyWhetherSet,
  CHANGE_KINDS,
  CONDITION_FIELDS,
  CONDITION_OPERATORS,
  FOLLOW_UP_KINDS,
  MATCH_MODES,
  MOST_DAYS_OF_LINK,
  MOST_NOTIFIED_USERS,
  type Condition,
  type FollowUp,
  type RuleChange,
} from '#automation/tagging-rules';

export class TaggingRuleParams extends OrganizationParams {
  @IsId('tr') taggingRuleId!: string;
}

const isOnProperty = ({ field }: { field?: unknown }): boolean => field === 'property';
const comparesValue = ({ operator }: { operator?: unknown }): boolean =>
  !asksOnlyWhetherSet(operator as Condition['operator']);

@DescribeSchema({ required: ['field', 'operator'] })
export class ConditionBody implements Condition {
  /** `type` is the media type, `size` the number of bytes, `source` how the document came in. */
  @IsIn(CONDITION_FIELDS) field!: (typeof CONDITION_FIELDS)[number];
  /**
   * Texts take the first eight, choices the first two, numbers `equal`, `greater_than`, `less_than` and `between`, dates
   * `equal`, `before`, `after`, `between`, `in_last_days` and `in_next_days`; properties and `documentDate` also `is_set`
   * and `is_not_set`.
   */
  @IsIn(CONDITION_OPERATORS) operator!: (typeof CONDITION_OPERATORS)[number];
  /**
   * 1 to 256 characters; texts are compared in lower case as a whole. A number, a day such as `2026-01-31` in UTC, `true`
   * or `false`, or the id of an option, member or document. Of `between`: both ends, which belong to the range, such as
   * `10..20` or `2026-01-01..2026-03-31`. Of `in_last_days` and `in_next_days`: a number of days, with today. Of `matches`
   * and `not_matches`: a regular expression in the syntax of RE2, without regard to case, where `^` and `$` are the ends
   * of lines; it looks at the first 500,000 characters of a text. Not used by `is_set` and `is_not_set`.
   */
  @ValidateIf(comparesValue) @IsString() @MinLength(1) @MaxLength(256) value!: string;
  /** Required for the field `property`. */
  @ValidateIf(isOnProperty) @IsId('cpd') propertyDefinitionId?: string;
}

const isPropertyChange = ({ kind }: { kind?: unknown }): boolean => kind === 'property';

@DescribeSchema({ required: ['kind', 'value'] })
export class ChangeBody {
  @IsIn(CHANGE_KINDS) kind!: (typeof CHANGE_KINDS)[number];
  /** Required for the kind `property`. */
  @ValidateIf(isPropertyChange) @IsId('cpd') propertyDefinitionId?: string;
  /**
   * Of a property: as in a request that sets it. Of `documentDate`: a day such as `2026-01-31`, or `upload-date`. Of
   * `name`: 1 to 255 characters with `{name}`, `{date}`, `{year}`, `{month}` and `{day}`; the extension stays.
   */
  @FitsKind() value!: boolean | number | string | string[];
}

const isOf =
  (...kinds: readonly string[]) =>
  ({ kind }: { kind?: unknown }): boolean =>
    kinds.includes(String(kind));

@DescribeSchema({ required: ['kind'] })
export class FollowUpBody {
  /**
   * `notify`: a mail to members, with all documents that the rule matches within a minute. `webhook`: the event
   * `document:rule-matched`. `share-link`: a share link without a password, which needs the permission
   * `documents:update`. Each at most once.
   */
  @IsIn(FOLLOW_UP_KINDS) kind!: (typeof FOLLOW_UP_KINDS)[number];
  /** Of `notify`: all members with this role or a higher one, unless there are `userIds`. */
  @ValidateIf((body: FollowUpBody) => isOf('notify')(body) && body.userIds === undefined)
  @IsIn(ROLES)
  role?: Role;
  /** Of `notify`: 1 to 50 members. */
  @ValidateIf((body: FollowUpBody) => isOf('notify')(body) && body.userIds !== undefined)
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_NOTIFIED_USERS)
  @IsId('usr', { each: true })
  userIds?: string[];
  /** Required for `share-link`: 1 to 365. */
  @ValidateIf(isOf('share-link')) @IsInt() @Min(1) @Max(MOST_DAYS_OF_LINK) expiresInDays?: number;
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
  @OneLine({ trims: false }) @IsString() @MinLength(1) @MaxLength(64) name!: string;
  /** At most 256 characters. */
  @MayBeAbsent() @IsString() @MaxLength(256) description?: string;
  @MayBeAbsent() @IsBoolean() enabled?: boolean;
  /** Tags of the organization that the rule adds: at least one, unless the rule has `changes` or `followUps`. */
  @IsArray() @IsNotEmptyWithoutChanges() @IsId('tag', { each: true }) tagIds!: string[];
  /** At most 10: what else the rule sets, each property once. When they are missing in a PUT, the rule keeps its own. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(10)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => ChangeBody)
  changes?: ChangeBody[];
  /**
   * What follows once for each document that the rule matches, after the change. When they are missing in a PUT, the rule
   * keeps its own.
   */
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(FOLLOW_UP_KINDS.length)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => FollowUpBody)
  followUps?: FollowUpBody[];
}

/** A rule with all its conditions and tags is long: a page has fewer than that of other lists. */
const RULES_ON_PAGE = 500;

export class TaggingRulesQuery implements Page {
  /** Page number, counted from 0. A page that is not full is the last one. */
  @NumberFromQuery() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) pageIndex: number = 0;

  /** Rules on a page, 1 to 500. */
  @NumberFromQuery() @IsInt() @Min(1) @Max(RULES_ON_PAGE) pageSize: number = RULES_ON_PAGE;
}

export class ApplyRuleQuery {
  /** `true`: change nothing, only say in the task's result what would change. */
  @BooleanFromQuery()
  @IsBoolean()
  dryRun: boolean = false;
}

/** The changes as a rule has them; what does not fit their kinds was refused. */
export function changesOf({ changes }: TaggingRuleBody): RuleChange[] | undefined {
  return changes?.map(({ kind, propertyDefinitionId = '', value }) =>
    kind === 'property' ? { kind, propertyDefinitionId, value } : { kind, value: String(value) },
  );
}

/** The follow-ups as a rule has them. */
export function followUpsOf({ followUps }: TaggingRuleBody): FollowUp[] | undefined {
  return followUps?.map(({ kind, role = 'owner', userIds, expiresInDays = 1 }) => {
    if (kind === 'share-link') return { kind, expiresInDays };
    if (kind === 'webhook') return { kind };
    return userIds ? { kind, userIds: [...new Set(userIds)] } : { kind, role };
  });
}

/** The value of a property is checked with the type of the property. */
function FitsKind(): PropertyDecorator {
  return ValidateBy({
    name: 'fitsKind',
    validator: {
      validate: (value: unknown, args) => {
        if (isPropertyChange(args?.object ?? {})) return value !== undefined;
        return typeof value === 'string' && value.length > 0 && value.length <= 255;
      },
      defaultMessage: () => 'value must be given, and be a text of 1 to 255 characters unless it is that of a property',
    },
  });
}

function IsNotEmptyWithoutChanges(): PropertyDecorator {
  return ValidateBy({
    name: 'isNotEmptyWithoutChanges',
    validator: {
      validate: (value: unknown, args) => {
        const { changes, followUps } = (args?.object ?? {}) as Partial<Record<string, unknown>>;
        const others: unknown[] = [changes, followUps];
        return !Array.isArray(value) || [value, ...others].some((list) => Array.isArray(list) && list.length > 0);
      },
      defaultMessage: () => 'tagIds must contain at least 1 element, unless changes or followUps does',
    },
  });
}
