import type { AutoTaggerDeclaration } from './auto-tagging/auto-tagger.js';
import type { ConfigClass } from './env.js';
import type { ExtractionDeclaration } from './extraction/declaration.js';
import type { FileType } from './file-type.js';
import type { IdentityDeclaration } from './identity/identity.js';
import type { IntakeDeclaration } from './intake/intake.js';
import type { IntakeAddressDeclaration } from './intake-address/intake-address.js';
import type { MailTransportDeclaration } from './mail/mail-transport.js';
import type { PluginMigration } from './migration.js';
import type { OcrDeclaration } from './ocr/ocr-engine.js';
import type { SearchDeclaration } from './search/search-backend.js';
import type { StorageDeclaration } from './storage/storage-driver.js';
import type { SubscriberDeclaration } from './subscriber/subscriber.js';

/** The version of the contract between host and plugins. The host rejects a plugin for another version on startup. */
export const PLUGIN_CONTRACT = 2;

/** What a plugin declares: its default export, created with {@link definePlugin}. */
export interface PluginManifest<Config extends object = object> {
  /**
   * `<kind>-<what>`, lower case, unique, at most 40 characters: `extraction-epub`. Also the name in logs and in `doctor`.
   */
  id: string;
  contract: typeof PLUGIN_CONTRACT;
  /**
   * The class of its settings, whose names start with the id in capitals: `EXTRACTION_EPUB_MAX_CHAPTERS`. Every property
   * has a written type, which says how the text of the variable is read.
   */
  config?: ConfigClass<Config>;
  /** File types that the host does not know; an extraction plugin lists them under `accepts` as well. */
  types?: readonly FileType[];
  /** Its own tables in PostgreSQL, if it needs any, in the order of application. */
  migrations?: readonly PluginMigration[];
  provides: {
    'auto-tagger'?: AutoTaggerDeclaration<Config>;
    extraction?: ExtractionDeclaration<Config>;
    identity?: IdentityDeclaration<Config>;
    intake?: IntakeDeclaration<Config>;
    'intake-address'?: IntakeAddressDeclaration<Config>;
    'mail-transport'?: MailTransportDeclaration<Config>;
    ocr?: OcrDeclaration;
    search?: SearchDeclaration<Config>;
    storage?: StorageDeclaration<Config>;
    subscriber?: SubscriberDeclaration<Config>;
  };
}

/** What a plugin can provide. */
export type PluginKind = keyof PluginManifest['provides'];

/** Returns the manifest unchanged; it exists for its types. */
export function definePlugin<Config extends object = object>(manifest: PluginManifest<Config>): PluginManifest<Config> {
  return manifest;
}
