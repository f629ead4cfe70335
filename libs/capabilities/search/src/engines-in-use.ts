import { Injectable, Logger } from '@nestjs/common';
import type { Sql } from '@archivolt/plugin-kit';
import { Clock } from '#ground/kernel';
import { answeringIn, type IndexRoles } from './index-roles.js';
import { IndexStateRepository } from './index-state.repository.js';
import type { SearchEngine } from './search-engine.js';
import { SearchEngines } from './search-engines.js';

/**
 * How long a process goes by what it has read. `SettledRoles` waits for longer, so that all processes have noticed a change
 * of the roles.
 */
const KNOWN_FOR_MS = 2_000;

/** The engines that one process uses. */
export interface UsedEngines {
  answering: SearchEngine;
  /**
   * Engines that write in the transaction of a change, ordered by their ids: two changes lock their rows in the same
   * order.
   */
  written: readonly SearchEngine[];
  /** Engines whose index is up to date: a query that began with one of them may continue with it. */
  readable: readonly SearchEngine[];
  /** Plugins that must be written and are not installed here. */
  missing: readonly string[];
}

/** Which search plugins answer and are written, by the roles in the database, which are the same for all processes. */
@Injectable()
export class EnginesInUse {
  readonly #logger = new Logger('Search');
  #known: { at: number; used: UsedEngines } | undefined;
  #reading: Promise<UsedEngines> | undefined;
  /** When it was last reported that this process cannot write everywhere. */
  #reportedAt = -Infinity;
  #reporting: Promise<void> | undefined;

  constructor(
    private readonly engines: SearchEngines,
    private readonly state: IndexStateRepository,
    private readonly clock: Clock,
  ) {}

  async now(): Promise<UsedEngines> {
    const known = this.#fresh();
    if (known) return known;
    // Shared: the first queries after a pause read it once.
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /**
   * The engines to write a change into, in the transaction of the change. What this process cannot write into does not
   * answer, and is filled again after this transaction.
   */
  async written(sql: Sql): Promise<readonly SearchEngine[]> {
    const { missing, written } = this.#fresh() ?? (await this.#read(sql));
    if (missing.length > 0 && this.clock.monotonic() - this.#reportedAt >= KNOWN_FOR_MS) {
      this.#reporting ??= this.#report(missing).finally(() => (this.#reporting = undefined));
      await this.#reporting;
    }
    return written;
  }

  /** Uses what another part of this process has read at this time. */
  learn(state: IndexRoles, at: number): void {
    this.#known = { at, used: usedEngines(state, this.engines) };
  }

  #fresh(): UsedEngines | undefined {
    const isFresh = this.#known && this.clock.monotonic() - this.#known.at < KNOWN_FOR_MS;
    return isFresh ? this.#known?.used : undefined;
  }

  async #read(sql?: Sql): Promise<UsedEngines> {
    // The state may change while it is on the way, so it counts from before.
    const at = this.clock.monotonic();
    const used = usedEngines(await this.state.read(sql), this.engines);
    this.#known = { at, used };
    return used;
  }

  async #report(missing: readonly string[]): Promise<void> {
    const at = this.clock.monotonic();
    for (const pluginId of missing) {
      this.#logger.error(
        `Changes are not written into the index of ${pluginId}: that plugin is not installed here, or in another version.\n` +
          'Remedy: stop this process, or install the plugin as in the other processes; the index is then filled again by itself.',
      );
      await this.state.missedBy(pluginId, `a process without ${pluginId} has changed documents`);
    }
    this.#reportedAt = at;
  }
}

export function usedEngines(state: IndexRoles, engines: SearchEngines): UsedEngines {
  const { configured } = engines;
  if (!state.isTransactional) {
    const written = configured.isTransactional ? [configured] : [];
    return { answering: configured, written, readable: [configured], missing: [] };
  }
  // A new version of the plugin writes into the index that the old one has filled, until it is filled again.
  const isOwn = configured.isTransactional && configured.pluginId === state.pluginId;
  const keeper = isOwn ? configured : engines.inDatabase(state);
  const filler = answeringIn(state);
  const before = filler && engines.inDatabase(filler);
  const left = state.leftIsWritten && state.leftPluginId !== null ? engines.named(state.leftPluginId) : undefined;
  const kept = [keeper, before, left].filter((engine) => engine !== undefined);
  const answering = before ?? keeper ?? configured;
  const written = kept.length > 0 ? kept : [configured].filter(({ isTransactional }) => isTransactional);
  return {
    answering,
    written: written.toSorted((a, b) => (a.pluginId < b.pluginId ? -1 : 1)),
    readable: [answering, ...kept],
    missing: [...(keeper ? [] : [state.pluginId]), ...(filler && !before ? [filler.pluginId] : [])],
  };
}
