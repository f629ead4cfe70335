import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsObject, Max, Min, ValidateIf, ValidateNested } from 'class-validator';
import { DATE_DETECTIONS, LEARNED_FILINGS, type DateDetection, type LearnedFiling } from '#config/organizations';
import { MayBeAbsent } from '#ground/http-kit';

export class AutoTaggingChanges {
  @MayBeAbsent() @IsBoolean() isEnabled?: boolean;
  /** Whether automatic tagging may create tags. */
  @MayBeAbsent() @IsBoolean() canCreateNewTags?: boolean;
  /** Most tags given to one document, 1 to 100. */
  @MayBeAbsent() @IsInt() @Min(1) @Max(100) maxTags?: number;
  /** Whether a date and a name may be suggested, which a person accepts or dismisses. */
  @MayBeAbsent() @IsBoolean() canSuggestDetails?: boolean;
  /** Whether values of custom properties may be suggested, which a person accepts or dismisses. */
  @MayBeAbsent() @IsBoolean() canSuggestProperties?: boolean;
}

export class AiChanges {
  @MayBeAbsent() @IsObject() @ValidateNested() @Type(() => AutoTaggingChanges) autoTagging?: AutoTaggingChanges;
}

export class DocumentDatesSettingsChanges {
  /** Null: as the server does. It has no effect while the server has turned detection off. */
  @MayBeAbsent()
  @ValidateIf((_, value) => value !== null)
  @IsIn(DATE_DETECTIONS)
  dateDetection?: DateDetection | null;
  /** Whether new documents are in the inbox until a person confirms them; null: as the server does. */
  @MayBeAbsent()
  @ValidateIf((_, value) => value !== null)
  @IsBoolean()
  isInboxEnabled?: boolean | null;

  /** Null: as the server does. It has no effect while the server has turned it off. */
  @MayBeAbsent()
  @ValidateIf((_, value) => value !== null)
  @IsIn(LEARNED_FILINGS)
  learnedFiling?: LearnedFiling | null;
}

export class OrganizationSettingsBody {
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => DocumentDatesSettingsChanges)
  documents?: DocumentDatesSettingsChanges;
  @MayBeAbsent() @IsObject() @ValidateNested() @Type(() => AiChanges) ai?: AiChanges;
}
