import { Injectable } from '@nestjs/common';
import type { Sql } from '@archivolt/plugin-kit';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import { messageOf } from './engine-message.js';
import { adoptedRoles, type AdoptedRoles, type FilledBy, type IndexRoles } from './index-roles.js';

export interface IndexState extends IndexRoles {
  rolesChangedAt: Date;
  rebuildReason: string | null;
  rebuildNumber: number;
  rebuildClears: boolean;
  rebuildAfter: string | null;
  rebuildDone: number;
  failingSince: Date | null;
  nextAttemptAt: Date | null;
  lastError: string | null;
}

const STATE = `select plugin_id as "pluginId", index_version as "indexVersion", is_transactional as "isTransactional",
  answering_plugin_id as "answeringPluginId", answering_index_version as "answeringIndexVersion",
  left_plugin_id as "leftPluginId", left_is_written as "leftIsWritten", roles_changed_at as "rolesChangedAt",
  rebuild_reason as "rebuildReason", rebuild_number as "rebuildNumber",
  rebuild_clears as "rebuildClears", rebuild_after as "rebuildAfter",
  rebuild_done + (select coalesce(sum(p.done), 0)::int from search_rebuild_part p
    where p.rebuild_number = search_index.rebuild_number) as "rebuildDone",
  failing_since as "failingSince", next_attempt_at as "nextAttemptAt", last_error as "lastError" from search_index`;

/** The triggers that record changes for a search engine outside this database. */
const TRIGGERS: Readonly<Record<string, readonly string[]>> = {
  document: ['search_document_insert', 'search_document_update', 'search_document_delete'],
  document_tag: ['search_tag_insert', 'search_tag_delete'],
  document_custom_property: ['search_property_insert', 'search_property_update', 'search_property_delete'],
};

const LOCK_WITHIN_MS = 2_000;
const FIRST_PAUSE_SECONDS = 1;
const LONGEST_PAUSE_SECONDS = 60;

/**
 * The row about the index: which plugin has filled it, a rebuild that is due, and failures of the plugin. As text: most
 * run under the lease of the index, and change the row by what it was.
 */
@Injectable()
export class IndexStateRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async read(sql: Sql = sqlOver(this.unitOfWork.db)): Promise<IndexState> {
    const [state] = await sql.query<IndexState>(STATE);
    if (!state) throw new Error('the table search_index has no row; restore it from a backup');
    return state;
  }

  /** Whether this moment is more than `seconds` ago (database time). */
  async isPast(sql: Sql, moment: Date, seconds: number): Promise<boolean> {
    const [time] = await sql.query<{ isPast: boolean }>(
      'select $1::timestamptz < now() - make_interval(secs => $2) as "isPast"',
      [moment, seconds],
    );
    return time?.isPast === true;
  }

  /** The id of a transaction that begins now. */
  async transactionId(sql: Sql): Promise<bigint> {
    const [own] = await sql.query<{ id: string }>('select pg_current_xact_id()::text as id');
    return BigInt(own?.id ?? 0);
  }

  /** The id of the oldest transaction that runs. */
  async oldestTransactionId(sql: Sql): Promise<bigint> {
    const [running] = await sql.query<{ id: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as id');
    return BigInt(running?.id ?? 0);
  }

  /**
   * Notes that this plugin keeps the index from now on. When another plugin or version has filled it, a rebuild becomes
   * due, and the plugin before it answers until then, if `isReadable` and its index is complete. Returns the reason. One
   * of several processes does it.
   */
  adopt(
    { pluginId, indexVersion }: FilledBy,
    isTransactional: boolean,
    isReadable: (filler: FilledBy) => boolean = () => false,
  ): Promise<string | undefined> {
    return this.unitOfWork.run(async (tx) => {
      const [before] = await tx.sql.query<IndexState>(`${STATE} for update of search_index`);
      if (!before) return undefined;
      const chosen = { pluginId, indexVersion, isTransactional };
      const isComplete = before.rebuildReason === null;
      const roles = adoptedRoles(before, { chosen, isComplete, isReadable });
      if (!roles) return undefined;
      const reason = `it was filled by ${before.pluginId} version ${before.indexVersion}, and ${pluginId} version ${indexVersion} keeps it now`;
      const isRecorded = !before.isTransactional || !isTransactional;
      if (isRecorded && before.pluginId !== pluginId) await this.#record(tx, !isTransactional);
      await this.#assume(tx.sql, roles);
      if (roles.needsRebuild) await this.requestRebuild(reason, tx.sql);
      else await this.#completed(tx.sql);
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

  /**
   * A process writes changes without this plugin. If its index is the one that is kept, it is filled again from the
   * beginning; if it answers meanwhile, it does so no longer. Fails when another process changes the roles now and waits
   * for the transaction of the change.
   */
  async missedBy(pluginId: string, reason: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      await tx.sql.query(`set local lock_timeout = ${String(LOCK_WITHIN_MS)}`);
      await tx.sql.query(
        `update search_index set rebuild_reason = $2, rebuild_number = rebuild_number + 1, rebuild_after = null,
           rebuild_done = 0, rebuild_clears = true, roles_changed_at = clock_timestamp() where plugin_id = $1`,
        [pluginId, reason],
      );
      await tx.sql.query(
        `update search_index set left_plugin_id = answering_plugin_id, left_is_written = false, answering_plugin_id = null,
           answering_index_version = null, roles_changed_at = clock_timestamp() where answering_plugin_id = $1`,
        [pluginId],
      );
    });
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

  /** The index that was filled answers from now on; the one that has answered meanwhile is left. */
  async finishRebuild(sql: Sql, { rebuildNumber }: IndexState): Promise<void> {
    await sql.query(
      `update search_index set rebuild_reason = null, rebuild_clears = false, rebuild_after = null, filled_at = now(),
         left_plugin_id = coalesce(answering_plugin_id, left_plugin_id),
         left_is_written = left_is_written or answering_plugin_id is not null,
         roles_changed_at = case when answering_plugin_id is null then roles_changed_at else clock_timestamp() end,
         answering_plugin_id = null, answering_index_version = null
       where rebuild_number = $1`,
      [rebuildNumber],
    );
  }

  /** Records that no process answers from the left index any more: changes need not be written into it. */
  async stopWritingLeft(sql: Sql, { leftPluginId, rolesChangedAt }: IndexState): Promise<void> {
    await sql.query(
      `update search_index set left_is_written = false, roles_changed_at = clock_timestamp()
       where left_plugin_id = $1 and roles_changed_at = $2`,
      [leftPluginId, rolesChangedAt],
    );
  }

  /** Locks the roles, so that no process chooses the index that was left while a part of it is removed; false when it is too late. */
  async lockLeft(sql: Sql, { leftPluginId, rolesChangedAt }: IndexState): Promise<boolean> {
    const rows = await sql.query(
      `select from search_index where left_plugin_id = $1 and not left_is_written and roles_changed_at = $2 for update`,
      [leftPluginId, rolesChangedAt],
    );
    return rows.length > 0;
  }

  async forgetLeft(sql: Sql, { leftPluginId }: IndexState): Promise<void> {
    await sql.query('update search_index set left_plugin_id = null where left_plugin_id = $1 and not left_is_written', [
      leftPluginId,
    ]);
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

  async #assume(sql: Sql, roles: AdoptedRoles): Promise<void> {
    await sql.query(
      `update search_index set plugin_id = $1, index_version = $2, is_transactional = $3, answering_plugin_id = $4,
         answering_index_version = $5, left_plugin_id = $6, left_is_written = $7, rebuild_clears = rebuild_clears or $8,
         roles_changed_at = clock_timestamp(), failing_since = null, failed_attempts = 0, next_attempt_at = null,
         last_error = null`,
      [
        roles.pluginId,
        roles.indexVersion,
        roles.isTransactional,
        roles.answeringPluginId,
        roles.answeringIndexVersion,
        roles.leftPluginId,
        roles.leftIsWritten,
        roles.clears,
      ],
    );
  }

  /** The chosen index is complete: what was being filled is given up. */
  async #completed(sql: Sql): Promise<void> {
    await sql.query(
      `update search_index set rebuild_reason = null, rebuild_clears = false, rebuild_after = null, rebuild_done = 0,
         rebuild_number = rebuild_number + 1`,
    );
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
