import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsOptional, IsString } from 'class-validator';

/** Which plugins are loaded in addition to those in the folder `plugins`, and which one is used where one is enough. */
export class PluginsConfig {
  /** npm package names of installed plugins. The server does not start when one of them cannot be loaded. */
  @Env('PLUGINS_EXTERNAL') @IsString({ each: true }) external: string[] = [];

  /** Ids of plugins that are not loaded. */
  @Env('PLUGINS_DISABLED') @IsString({ each: true }) disabled: string[] = [];

  /** Id of the plugin that answers searches. Default: `search-segments`, or the only loaded one. */
  @Env('SEARCH_PLUGIN') @IsOptional() @IsString() search?: string;

  /**
   * Id of the plugin that new files are written to. Default: `storage-local`, or the only loaded one. `filesystem` means
   * `storage-local`.
   */
  @Env('STORAGE_PLUGIN', { aliases: ['DOCUMENT_STORAGE_DRIVER'] }) @IsOptional() @IsString() storage?: string;

  /**
   * Which plugins extract the text of a file, in order: the next one is asked when one finds no text or fails. `internal`
   * means the plugins of this machine. The services `docling`, `mistral-ocr`, `azure-di`, `custom-http` and `tika` get
   * files only when they are named here; a name is the id of an extraction plugin, or what follows `extraction-` in it.
   */
  @Env('CONTENT_EXTRACTION_STRATEGY') @IsString({ each: true }) extractionStrategy: string[] = ['internal'];

  /** Id of the plugin that reads page images. Default: `ocr-tesseract`, or the only loaded one. */
  @Env('OCR_PLUGIN') @IsOptional() @IsString() ocr?: string;

  /**
   * Id of the plugin that creates and removes the addresses of intake by mail. `catch-all` (any name at a domain of your
   * own) means the default `intake-address-catch-all`, `owlrelay` (the service OwlRelay) means `intake-address-owlrelay`.
   */
  @Env('INTAKE_ADDRESS_PLUGIN', { aliases: ['INTAKE_EMAILS_DRIVER'] }) @IsOptional() @IsString() intakeAddress?: string;

  /**
   * Id of the plugin that sends mails: `mail-transport-smtp` or `mail-transport-resend`. `smtp`, `resend` and `logger`
   * mean the plugin with that name at its end; the default `mail-transport-log` (`logger`) sends nothing.
   */
  @Env('MAIL_TRANSPORT_PLUGIN', { aliases: ['EMAILS_DRIVER'] }) @IsOptional() @IsString() mailTransport?: string;

  /**
   * Whether documents may be given to a plugin that suggests tags. With `true` and without AUTO_TAGGER_PLUGIN,
   * `auto-tagger-llm` is in use as soon as AUTO_TAGGER_LLM_MODEL names a model. Default: true when AUTO_TAGGER_PLUGIN names
   * a plugin, otherwise false.
   */
  @Env('AI_IS_ENABLED') @IsOptional() @IsBoolean() isAiEnabled?: boolean;

  /** Id of the plugin that suggests tags. None suggests tags until this or AI_IS_ENABLED is set. */
  @Env('AUTO_TAGGER_PLUGIN') @IsOptional() @IsString() autoTagger?: string;
}
