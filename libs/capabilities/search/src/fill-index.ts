import { availableParallelism } from 'node:os';
// eslint-disable-next-line no-restricted-syntax -- the plugin catches up in real time
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { SearchText, Sql } from '@archivolt/plugin-kit';
import { DataConfig } from '#config/data';
import { UnitOfWork, type Lease } from '#ground/database';
import { ContentPreparation } from './content-preparation.js';
import { IndexStateRepository, type IndexState } from './index-state.repository.js';
import { RebuildPartsRepository, type ReadDocument, type RebuildPart } from './rebuild-parts.repository.js';
import { SearchEngine } from './search-engine.js';
import { SettledRoles } from './settled-roles.js';

const MOST_WORKERS = 4;
/** The part of this process's connections that is used; the others serve requests. */
const SHARE_OF_CONNECTIONS = 4;
const LONGEST_WAIT_MS = 60_000;
const LOOK_MS = 250;

/**
 * Fills the index of a search plugin in this database with all documents, while changes are written into it by
 * themselves. Every step may be repeated after a crash.
 */
@Injectable()
export class FillIndex {
  readonly #workers: number;
  /** False after a wait in which the plugin did not catch up, until it does. */
  #mayCatchUp = true;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly engine: SearchEngine,
    private readonly state: IndexStateRepository,
    private readonly parts: RebuildPartsRepository,
    private readonly preparation: ContentPreparation,
    private readonly settled: SettledRoles,
    { poolSize }: DataConfig,
  ) {
    const workers = Math.min(MOST_WORKERS, Math.max(2, availableParallelism() / 2), poolSize / SHARE_OF_CONNECTIONS);
    this.#workers = Math.max(1, Math.floor(workers));
  }

  /** Goes on with the rebuild until it has ended or `signal` aborts; false when it must wait for other processes. */
  async execute(lease: Lease, state: IndexState, signal: AbortSignal): Promise<boolean> {
    if (state.rebuildAfter === null) return this.#begin(lease, state);
    const open = await this.parts.unfinished(state);
    const stop = new AbortController();
    const isStopping = () => signal.aborted || stop.signal.aborted;
    const work = async (): Promise<void> => {
      try {
        for (let part = open.shift(); part && !isStopping(); part = open.shift())
          if (!(await this.#fillPart(lease, part, isStopping))) stop.abort();
      } catch (error) {
        stop.abort();
        throw error;
      }
    };
    const results = await Promise.allSettled(Array.from({ length: this.#workers }, work));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    if (isStopping()) return true;
    // What was written last would make every search slower until the next maintenance.
    await this.engine.maintain();
    if (!signal.aborted) await this.state.finishRebuild(lease.sql, state);
    return true;
  }

  /** Empties an index that is out of date, one part in each call, and divides the documents. */
  async #begin(lease: Lease, state: IndexState): Promise<boolean> {
    const backend = await this.engine.transactional();
    if (state.rebuildClears) {
      // From now on, every change is written into the index.
      if (!(await this.settled.areSettled(lease.sql, state))) return false;
      const isLeft = await this.unitOfWork.run(async (tx) => {
        await lease.guard(tx);
        // Without documents: an edit locks its document first and the row in the index after it.
        if (backend?.clearPart) return backend.clearPart(tx.sql);
        await backend?.clear(tx.sql);
        return false;
      });
      if (isLeft) return true;
    }
    await this.unitOfWork.run(async (tx) => {
      await lease.guard(tx);
      await this.parts.create(tx.sql, state);
      await this.state.advance(tx.sql, state, { after: '', done: 0 });
    });
    return true;
  }

  /** False when another rebuild was requested. */
  async #fillPart(lease: Lease, part: RebuildPart, isStopping: () => boolean): Promise<boolean> {
    for (let { after } = part; !isStopping();) {
      await this.#untilCaughtUp(isStopping);
      const documents = await this.parts.next({ ...part, after });
      const last = documents.at(-1);
      if (!last) {
        await this.parts.finish(part);
        return true;
      }
      const texts = await this.preparation.prepareAll(documents, this.engine);
      const isOurs = await this.unitOfWork.run(async (tx) => {
        await lease.guard(tx);
        await this.#index(tx.sql, documents, texts);
        return this.parts.advance(tx.sql, part, { after: last.sequence, done: documents.length });
      });
      if (!isOurs) return false;
      after = last.sequence;
    }
    return true;
  }

  /** Searches stay fast while the index is filled, unless the plugin does not catch up within a minute. */
  async #untilCaughtUp(isStopping: () => boolean): Promise<void> {
    const backend = await this.engine.transactional();
    const isBehind = async () => (await backend?.isBehind?.()) === true;
    const end = performance.now() + LONGEST_WAIT_MS;
    while (await isBehind()) {
      if (isStopping() || !this.#mayCatchUp) return;
      if (performance.now() > end) this.#mayCatchUp = false;
      else await delay(LOOK_MS);
    }
    this.#mayCatchUp = true;
  }

  /** The lock prevents an edit from being indexed first and then overwritten by its older text. */
  async #index(
    sql: Sql,
    documents: readonly ReadDocument[],
    texts: Awaited<ReturnType<ContentPreparation['prepareAll']>>,
  ): Promise<void> {
    const versions = await this.parts.lock(
      sql,
      documents.map(({ id }) => id),
    );
    const active = documents.filter(({ id }) => versions.has(id));
    const isChanged = ({ id, rowVersion }: ReadDocument) => versions.get(id) !== rowVersion;
    const changedIds = active.filter(isChanged).map(({ id }) => id);
    const changed = changedIds.length > 0 ? await this.parts.readAgain(sql, changedIds) : [];
    const textsOfChanged = await this.preparation.prepareAll(changed, this.engine);
    const ready: SearchText[] = [
      ...active.filter((document) => !isChanged(document)).map((document) => textOf(document, texts)),
      ...changed.map((document) => textOf(document, textsOfChanged)),
    ];
    if (ready.length > 0) await (await this.engine.transactional())?.index(ready, sql);
  }
}

function textOf(
  { rowVersion: _, ...document }: ReadDocument,
  texts: Awaited<ReturnType<ContentPreparation['prepareAll']>>,
): SearchText {
  const preparedContent = texts.get(document.id);
  return preparedContent === undefined ? document : { ...document, preparedContent };
}
