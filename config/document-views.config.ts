import { Env } from '@archivolt/plugin-kit';
import { IsInt, Max, Min } from 'class-validator';

/** Saved views: searches with a name, in a tree. */
export class DocumentViewsConfig {
  /** A member who sees this many saved views, shared and private ones, creates no more; shared ones are at most as many. */
  @Env('DOCUMENT_VIEWS_MAX_PER_ORGANIZATION') @IsInt() @Min(1) @Max(5_000) maxPerOrganization: number = 500;
}
