import type { FilledBy } from './index-roles.js';
import type { SearchEngine } from './search-engine.js';

/** The search plugins that are installed here. */
export class SearchEngines {
  readonly #byId: ReadonlyMap<string, SearchEngine>;

  constructor(
    /** The one that the settings name. */
    readonly configured: SearchEngine,
    others: readonly SearchEngine[] = [],
  ) {
    this.#byId = new Map([...others, configured].map((engine) => [engine.pluginId, engine]));
  }

  named(pluginId: string): SearchEngine | undefined {
    return this.#byId.get(pluginId);
  }

  /** The plugin that writes in the transactions of the documents, in the version that fills this index. */
  inDatabase({ pluginId, indexVersion }: FilledBy): SearchEngine | undefined {
    const engine = this.named(pluginId);
    return engine?.isTransactional && engine.declaration.indexVersion === indexVersion ? engine : undefined;
  }
}
