import { Env } from '@archivolt/plugin-kit';
import { IsOptional, IsString } from 'class-validator';

/** Which plugins are loaded in addition to those in the folder `plugins`. */
export class PluginsConfig {
  /** npm package names of installed plugins. The server does not start when one of them cannot be loaded. */
  @Env('PLUGINS_EXTERNAL') @IsString({ each: true }) external: string[] = [];

  /** Ids of plugins that are not loaded. */
  @Env('PLUGINS_DISABLED') @IsString({ each: true }) disabled: string[] = [];

  /** Id of the plugin that sends mails. Default: `mail-transport-log`, or the only loaded one. */
  @Env('MAIL_TRANSPORT_PLUGIN') @IsOptional() @IsString() mailTransport?: string;

  /** Id of the plugin that suggests tags. None suggests tags until this is set. */
  @Env('AUTO_TAGGER_PLUGIN') @IsOptional() @IsString() autoTagger?: string;
}
