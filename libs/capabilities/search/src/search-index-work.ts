import { Injectable, Logger } from '@nestjs/common';
import { TransientPluginError, type SearchIndexBuild } from '@archivolt/plugin-kit';
import { limitedCall } from '#ground/plugin-host';
import { Leases, type Lease } from '#ground/database';
import { Clock } from '#ground/kernel';
import { DeliverDocuments } from './deliver-documents.js';
import { EmptyLeftIndex } from './empty-left-index.js';
import { EnginesInUse } from './engines-in-use.js';
import { FillIndex } from './fill-index.js';
import { IndexStateRepository, type IndexState } from './index-state.repository.js';
import { logPluginError } from './log-plugin-error.js';
import { RebuildIndex } from './rebuild-index.js';
import { SearchChangesRepository } from './search-changes.repository.js';
import { SearchEngine } from './search-engine.js';

const LEASE = 'search index';
const DISCARD_LIMIT_SECONDS = 60;
const FAILURES_OF_A_BUILD = 5;

interface WorkOptions {
  /** Throw the failure of the search plugin instead of trying again after a pause. */
  throwsFailures?: boolean;
}

/**
 * Delivers changes to an external search engine, and rebuilds the index when that is due. One process at a time does it,
 * under a lease, so that a document never goes back to an older state.
 */
@Injectable()
export class SearchIndexWork {
  readonly #logger = new Logger('Search');
  /** The state when it was last read. */
  #isChanging = false;

  constructor(
    private readonly leases: Leases,
    private readonly engine: SearchEngine,
    private readonly state: IndexStateRepository,
    private readonly changes: SearchChangesRepository,
    private readonly deliver: DeliverDocuments,
    private readonly rebuild: RebuildIndex,
    private readonly fill: FillIndex,
    private readonly emptyLeft: EmptyLeftIndex,
    private readonly enginesInUse: EnginesInUse,
    private readonly clock: Clock,
  ) {}

  /** False for an index that is written in the transactions of the changes: then only a rebuild is to be done. */
  get followsChanges(): boolean {
    return !this.engine.isTransactional;
  }

  /** Returns whether there is something to do soon: changes to deliver, or the next step of a rebuild or a switch. */
  get isUnderWay(): boolean {
    return this.followsChanges || this.#isChanging;
  }

  /** Returns whether there is something to do now. */
  async isDue(): Promise<boolean> {
    const at = this.clock.monotonic();
    const state = await this.state.read();
    this.enginesInUse.learn(state, at);
    const isOurs = this.#isOurs(state);
    this.#isChanging = isOurs && (state.rebuildReason !== null || state.leftPluginId !== null);
    if (!isOurs) return false;
    if (state.nextAttemptAt && state.nextAttemptAt > this.clock.now()) return false;
    if (state.rebuildReason !== null) return true;
    return this.engine.isTransactional ? state.leftPluginId !== null : this.changes.isDue();
  }

  /** Works until nothing is left to do now. Returns false when another process is at work. */
  async run(signal: AbortSignal, { throwsFailures = false }: WorkOptions = {}): Promise<boolean> {
    const lease = await this.leases.tryToHold(LEASE);
    if (!lease) return false;
    const within = AbortSignal.any([signal, lease.lost]);
    const session = new Session();
    const isStopping = () => within.aborted;
    try {
      for (let isLeft = true; isLeft && !isStopping();) {
        try {
          isLeft = await this.#next(lease, session, within);
        } catch (error) {
          if (isStopping()) break;
          await session.failed(error).catch(() => undefined);
          const pause = await this.state.failed(lease.sql, error);
          if (throwsFailures) throw error;
          logPluginError(
            this.#logger,
            `${this.engine.pluginId} did not accept documents, the next attempt is in ${pause / 1000} s`,
            error,
          );
          await this.clock.sleep(pause, { signal: within }).catch(() => undefined);
        }
      }
      return true;
    } finally {
      await session.end().catch(() => undefined);
      await lease.release();
    }
  }

  /** Delivers one batch of changes and takes one step of a rebuild; returns false when there is nothing to do now. */
  async #next(lease: Lease, session: Session, signal: AbortSignal): Promise<boolean> {
    const { sql } = lease;
    const state = await this.state.read(sql);
    if (!this.#isOurs(state)) return false;
    const isLeft = this.engine.isTransactional
      ? await this.#workHere(lease, state, signal)
      : await this.#workOutside(lease, state, session);
    session.failures = 0;
    if (state.failingSince) await this.state.succeeded(sql);
    return isLeft;
  }

  #workHere(lease: Lease, state: IndexState, signal: AbortSignal): Promise<boolean> {
    return state.rebuildReason === null ? this.emptyLeft.step(lease, state) : this.fill.execute(lease, state, signal);
  }

  async #workOutside({ sql }: Lease, before: IndexState, session: Session): Promise<boolean> {
    const backend = await this.engine.external();
    if (!backend) return false;
    let state = before;
    if (session.rebuild !== undefined && session.rebuild !== state.rebuildNumber) await session.end();
    if (state.rebuildReason !== null && session.rebuild === undefined) {
      session.build = await this.rebuild.begin(sql, backend, state);
      session.rebuild = state.rebuildNumber;
      state = await this.state.read(sql);
      if (state.rebuildNumber !== session.rebuild) return true;
    }
    const changed = await this.changes.next(sql);
    await this.deliver.execute(sql, session.build ? [backend, session.build] : [backend], changed);
    if (state.rebuildReason === null) return changed.length > 0;
    if ((await this.rebuild.externalStep(sql, backend, session.build, state)) === 'ended') session.completed();
    return true;
  }

  #isOurs({ pluginId, indexVersion }: IndexState): boolean {
    return pluginId === this.engine.pluginId && indexVersion === this.engine.declaration.indexVersion;
  }
}

/** A rebuild of this process. */
class Session {
  /** The number of the rebuild that this process has begun. */
  rebuild: number | undefined;
  build: SearchIndexBuild | undefined;
  /** Steps that failed since the last one that succeeded, not counting those that found the search engine away. */
  failures = 0;

  /** The built index is in use. */
  completed(): void {
    this.rebuild = undefined;
    this.build = undefined;
  }

  async end(): Promise<void> {
    const build = this.build;
    this.completed();
    if (build)
      await limitedCall('the search engine', { seconds: DISCARD_LIMIT_SECONDS }, (signal) => build.discard(signal));
  }

  /** Gives up a build that the search engine has lost, or that could not be completed: the next step begins another one. */
  async failed(error: unknown): Promise<void> {
    if (error instanceof TransientPluginError) return;
    this.failures += 1;
    if (this.failures >= FAILURES_OF_A_BUILD) await this.end();
  }
}
