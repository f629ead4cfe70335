import { Env } from '@archivolt/plugin-kit';
import { IsBoolean } from 'class-validator';

/** Tags that a plugin suggests. */
export class AutoTaggingConfig {
  /**
   * Whether documents get the tags that the plugin of AUTO_TAGGER_PLUGIN suggests. Each organization has to turn it on
   * for itself as well.
   */
  @Env('AUTO_TAGGING_ENABLED') @IsBoolean() isEnabled: boolean = true;
}
