import { Injectable, Logger } from '@nestjs/common';
import type { FilledBy } from './index-roles.js';
import { IndexStateRepository } from './index-state.repository.js';
import { SearchEngines } from './search-engines.js';

/** At the start of a server: compares what has filled the index with the search plugin of this server. */
@Injectable()
export class AdoptSearchPlugin {
  readonly #logger = new Logger('Search');

  constructor(
    private readonly engines: SearchEngines,
    private readonly state: IndexStateRepository,
  ) {}

  async execute(): Promise<void> {
    const { pluginId, declaration, isTransactional } = this.engines.configured;
    const chosen = { pluginId, indexVersion: declaration.indexVersion };
    const isReadable = (filler: FilledBy) => this.engines.inDatabase(filler) !== undefined;
    const reason = await this.state.adopt(chosen, isTransactional, isReadable);
    if (reason === undefined) return;
    const { rebuildReason, answeringPluginId } = await this.state.read();
    if (rebuildReason === null) this.#logger.log(`The search index of ${pluginId} is complete and answers again.`);
    else if (answeringPluginId === null)
      this.#logger.log(
        `The search index is rebuilt: ${reason}. Searches find what is there; see \`npm run cli -- search status\`.`,
      );
    else
      this.#logger.log(
        `The search index is rebuilt: ${reason}. ${answeringPluginId} answers until it is complete; see \`npm run cli -- search status\`.`,
      );
  }
}
