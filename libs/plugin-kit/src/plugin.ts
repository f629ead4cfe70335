import type { ConfigClass } from './env.js';
import type { ExtractionDeclaration } from './extraction/declaration.js';
import type { OcrDeclaration } from './ocr/ocr-engine.js';
import type { SearchDeclaration } from './search/search-backend.js';
import type { StorageDeclaration } from './storage/storage-driver.js';

/** The version of the contract between host and plugins. The host rejects a plugin for another version on startup. */
export const PLUGIN_CONTRACT = 1;

/** What a plugin declares: its default export, created with {@link definePlugin}. */
export interface PluginManifest<Config extends object = object> {
  /** `<kind>-<what>`, lower case, unique: `extraction-epub`. Also the name in logs and in `doctor`. */
  id: string;
  contract: typeof PLUGIN_CONTRACT;
  /** Its settings, whose names start with the id in capitals: `EXTRACTION_EPUB_MAX_CHAPTERS`. */
  config?: ConfigClass<Config>;
  provides: {
    extraction?: ExtractionDeclaration<Config>;
    ocr?: OcrDeclaration;
    search?: SearchDeclaration<Config>;
    storage?: StorageDeclaration<Config>;
  };
}

/** What a plugin can provide. */
export type PluginKind = keyof PluginManifest['provides'];

/** Returns the manifest unchanged; it exists for its types. */
export function definePlugin<Config extends object = object>(manifest: PluginManifest<Config>): PluginManifest<Config> {
  return manifest;
}
