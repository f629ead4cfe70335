import { Env } from '@archivolt/plugin-kit';
import { IsInt, Max, Min } from 'class-validator';

/** Saved views: searches with a name, in a tree. */
export class DocumentViewsConfig {
  /** Saved views that one member of an organization can see: the shared ones and their own private ones. */
  @Env('DOCUMENT_VIEWS_MAX_PER_ORGANIZATION') @IsInt() @Min(1) @Max(5_000) maxPerOrganization: number = 500;
}
