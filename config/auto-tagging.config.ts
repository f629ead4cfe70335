import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsInt, Max, Min } from 'class-validator';

/** Tags that a plugin suggests. */
export class AutoTaggingConfig {
  /**
   * Whether documents get the tags that the plugin of AUTO_TAGGER_PLUGIN suggests. Each organization has to turn it on
   * for itself as well.
   */
  @Env('AUTO_TAGGING_ENABLED') @IsBoolean() isEnabled: boolean = true;

  /**
   * Requests to the plugin that suggests tags that each organization has in a month of UTC; 0 is no limit. Documents of
   * later uploads get no suggestions until the next month, unless they are processed again then.
   */
  @Env('AUTO_TAGGING_MAX_REQUESTS_PER_MONTH') @IsInt() @Min(0) @Max(1_000_000_000) maxRequestsPerMonth: number = 0;
}
