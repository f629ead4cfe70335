import { Type } from 'class-transformer';
import { IsBoolean, IsInt, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { MayBeAbsent } from '#ground/http-kit';

export class AutoTaggingChanges {
  @MayBeAbsent() @IsBoolean() isEnabled?: boolean;
  /** Whether automatic tagging may create tags. */
  @MayBeAbsent() @IsBoolean() canCreateNewTags?: boolean;
  /** Most tags given to one document, 1 to 100. */
  @MayBeAbsent() @IsInt() @Min(1) @Max(100) maxTags?: number;
  /** Whether a date and a name may be suggested, which a person accepts or dismisses. */
  @MayBeAbsent() @IsBoolean() canSuggestDetails?: boolean;
}

export class AiChanges {
  @MayBeAbsent() @IsObject() @ValidateNested() @Type(() => AutoTaggingChanges) autoTagging?: AutoTaggingChanges;
}

export class OrganizationSettingsBody {
  @MayBeAbsent() @IsObject() @ValidateNested() @Type(() => AiChanges) ai?: AiChanges;
}
