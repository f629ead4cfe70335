import { Env } from '@archivolt/plugin-kit';
import { IsInt, Max, Min } from 'class-validator';

/** Rules that look at each document that comes in. */
export class TaggingRulesConfig {
  /** Maximum number of tagging rules of one organization, enabled or not. */
  @Env('TAGGING_RULES_MAX_PER_ORGANIZATION') @IsInt() @Min(1) @Max(100_000) maxPerOrganization: number = 500;
}
