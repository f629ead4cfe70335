import { Injectable, Logger } from '@nestjs/common';
import { IndexStateRepository } from './index-state.repository.js';
import { SearchEngine } from './search-engine.js';

/** At the start of a server: compares what has filled the index with the search plugin of this server. */
@Injectable()
export class AdoptSearchPlugin {
  readonly #logger = new Logger('Search');

  constructor(
    private readonly engine: SearchEngine,
    private readonly state: IndexStateRepository,
  ) {}

  async execute(): Promise<void> {
    const { pluginId, declaration, isTransactional } = this.engine;
    const reason = await this.state.adopt({ pluginId, indexVersion: declaration.indexVersion }, isTransactional);
    if (reason === undefined) return;
    this.#logger.log(
      `The search index is rebuilt: ${reason}. Searches find what is there; see \`npm run cli -- search status\`.`,
    );
  }
}
