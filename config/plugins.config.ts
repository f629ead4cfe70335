import { Env } from '@archivolt/plugin-kit';
import { IsString } from 'class-validator';

/** Which plugins are loaded in addition to those in the folder `plugins`. */
export class PluginsConfig {
  /** npm package names of installed plugins. The server does not start when one of them cannot be loaded. */
  @Env('PLUGINS_EXTERNAL') @IsString({ each: true }) external: string[] = [];

  /** Ids of plugins that are not loaded. */
  @Env('PLUGINS_DISABLED') @IsString({ each: true }) disabled: string[] = [];
}
