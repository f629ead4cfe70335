import { Injectable, Logger } from '@nestjs/common';
import { UnitOfWork, type Lease } from '#ground/database';
import { IndexStateRepository, type IndexState } from './index-state.repository.js';
import { SearchEngines } from './search-engines.js';
import { SettledRoles } from './settled-roles.js';

/** Empties the index of the plugin that has answered before another one took over. Every step may be repeated after a crash. */
@Injectable()
export class EmptyLeftIndex {
  readonly #logger = new Logger('Search');

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly engines: SearchEngines,
    private readonly state: IndexStateRepository,
    private readonly settled: SettledRoles,
  ) {}

  /** Takes one step; returns false when nothing is left, or when it must wait for other processes. */
  async step(lease: Lease, state: IndexState): Promise<boolean> {
    const { sql } = lease;
    const { leftPluginId } = state;
    if (leftPluginId === null || !(await this.settled.areSettled(sql, state))) return false;
    if (state.leftIsWritten) {
      await this.state.stopWritingLeft(sql, state);
      return true;
    }
    const engine = this.engines.named(leftPluginId);
    // The tables of a plugin that is not installed any more are removed with `plugins remove`.
    const backend = engine?.isTransactional ? await engine.transactional() : undefined;
    const isLeft = await this.unitOfWork.run(async (tx) => {
      await lease.guard(tx);
      if (!backend || !(await this.state.lockLeft(tx.sql, state))) return false;
      if (backend.clearPart) return backend.clearPart(tx.sql);
      await backend.clear(tx.sql);
      return false;
    });
    if (isLeft) return true;
    await this.state.forgetLeft(sql, state);
    this.#logger.log(`The search index of ${leftPluginId}, which ${state.pluginId} has replaced, is removed.`);
    return true;
  }
}
