import { Env } from '@archivolt/plugin-kit';
import { IsInt, Max, Min } from 'class-validator';

/** Organizations and what they may hold. */
export class OrganizationsConfig {
  /** Organizations one user may own. */
  @Env('MAX_ORGANIZATION_COUNT_PER_USER') @IsInt() @Min(1) maxOrganizationCount: number = 10;

  /** Days between the deletion of an organization and its final removal. */
  @Env('ORGANIZATIONS_DELETED_PURGE_DAYS_DELAY') @IsInt() @Min(1) @Max(36_500) deletedPurgeDelayDays: number = 30;

  /** Tags one organization may have. */
  @Env('MAX_TAGS_PER_ORGANIZATION') @IsInt() @Min(1) maxTags: number = 200;

  /** Most tags that automatic tagging gives one document, where an organization has not set its own number. */
  @Env('AUTO_TAGGING_DEFAULT_MAX_TAGS') @IsInt() @Min(1) @Max(100) autoTaggingDefaultMaxTags: number = 5;
}
