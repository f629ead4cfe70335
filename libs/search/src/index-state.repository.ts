import { Injectable } from '@nestjs/common';
import type { Sql } from '@archivolt/plugin-kit';
import { sqlOver, UnitOfWork, type Transaction } from '#libs/database';
import { messageOf } from './engine-message.js';

export interface FilledBy {
  pluginId: string;
  indexVersion: number;
}

export interface IndexState extends FilledBy {
  rebuildReason: string | null;
  rebuildNumber: number;
  rebuildClears: boolean;
  rebuildAfter: string | null;
  rebuildDone: number;
  failingSince: Date | null;
  nextAttemptAt: Date | null;
  lastError: string | null;
}

const STATE = `select plugin_id as "pluginId", index_version as "indexVersion", rebuild_reason as "rebuildReason",
  rebuild_number as "rebuildNumber",
  rebuild_clears as "rebuildClears", rebuild_after as "rebuildAfter", rebuild_done as "rebuildDone",
  failing_since as "failingSince", next_attempt_at as "nextAttemptAt", last_error as "lastError" from search_index`;

/** The triggers that record changes for a search engine outside this database. */
const TRIGGERS: Readonly<Record<string, readonly string[]>> = {
  document: ['search_document_insert', 'search_document_update', 'search_document_delete'],
  document_tag: ['search_tag_insert', 'search_tag_delete'],
  document_custom_property: ['search_property_insert', 'search_property_update', 'search_property_delete'],
};

const FIRST_PAUSE_SECONDS = 1;
const LONGEST_PAUSE_SECONDS = 60;

/** The row about the index: which plugin has filled it, a rebuild that is due, and failures of the plugin. */
@Injectable()
export class IndexStateRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async read(sql: Sql = sqlOver(this.unitOfWork.db)): Promise<IndexState> {
    const [state] = await sql.query<IndexState>(STATE);
    if (!state) throw new Error('the table search_index has no row; restore it from a backup');
    return state;
  }

  /**
   * Notes that this plugin keeps the index from now on. When another plugin or version has filled it, a rebuild becomes
   * due; returns the reason. One of several processes does it.
   */
  adopt({ pluginId, indexVersion }: FilledBy, isTransactional: boolean): Promise<string | undefined> {
    return this.unitOfWork.run(async (tx) => {
      const [before] = await tx.sql.query<IndexState>(`${STATE} for update`);
      if (!before || (before.pluginId === pluginId && before.indexVersion === indexVersion)) return undefined;
      const isOther = before.pluginId !== pluginId;
      const reason = `it was filled by ${before.pluginId} version ${before.indexVersion}, and ${pluginId} version ${indexVersion} keeps it now`;
      if (isOther) await this.#record(tx, !isTransactional);
      await tx.sql.query(
        `update search_index set plugin_id = $1, index_version = $2, rebuild_clears = rebuild_clears or $3,
           failing_since = null, failed_attempts = 0, next_attempt_at = null, last_error = null`,
        [pluginId, indexVersion, isOther],
      );
      await this.requestRebuild(reason, tx.sql);
      return reason;
    });
  }

  /** Makes a rebuild due, from the beginning, and offers the documents again that the search engine has refused. */
  async requestRebuild(reason: string, sql: Sql = sqlOver(this.unitOfWork.db)): Promise<void> {
    await sql.query(
      `with offered as (
         update search_change set retry_at = null, attempts = 0, error = null where retry_at = 'infinity')
       update search_index set rebuild_reason = $1, rebuild_number = rebuild_number + 1, rebuild_after = null,
         rebuild_done = 0, next_attempt_at = null`,
      [reason],
    );
  }

  /** Notes how far this rebuild has come; without effect when another one was requested meanwhile. */
  async advance(
    sql: Sql,
    { rebuildNumber }: IndexState,
    { after, done }: { after: string; done: number },
  ): Promise<void> {
    await sql.query('update search_index set rebuild_after = $1, rebuild_done = $2 where rebuild_number = $3', [
      after,
      done,
      rebuildNumber,
    ]);
  }

  async finishRebuild(sql: Sql, { rebuildNumber }: IndexState): Promise<void> {
    await sql.query(
      `update search_index set rebuild_reason = null, rebuild_clears = false, rebuild_after = null, filled_at = now()
       where rebuild_number = $1`,
      [rebuildNumber],
    );
  }

  async succeeded(sql: Sql): Promise<void> {
    await sql.query(
      'update search_index set failing_since = null, failed_attempts = 0, next_attempt_at = null, last_error = null',
    );
  }

  /** Notes a failure, and returns the milliseconds until the next attempt: longer each time. */
  async failed(sql: Sql, error: unknown): Promise<number> {
    const [row] = await sql.query<{ seconds: number }>(
      `with pause as (select least($2 * 2 ^ least(failed_attempts, 20), $3)::int as seconds from search_index)
       update search_index set failing_since = coalesce(failing_since, now()), failed_attempts = failed_attempts + 1,
         next_attempt_at = now() + make_interval(secs => pause.seconds), last_error = $1
       from pause returning pause.seconds`,
      [messageOf(error), FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS],
    );
    return (row?.seconds ?? LONGEST_PAUSE_SECONDS) * 1000;
  }

  /** Waits for running changes to end, so that no change is missed; what was recorded so far is not needed any more. */
  async #record(tx: Transaction, isRecording: boolean): Promise<void> {
    for (const [table, triggers] of Object.entries(TRIGGERS)) {
      const actions = triggers.map((name) => `${isRecording ? 'enable' : 'disable'} trigger ${name}`);
      await tx.sql.query(`alter table ${table} ${actions.join(', ')}`);
    }
    await tx.sql.query('delete from search_change');
  }
}
