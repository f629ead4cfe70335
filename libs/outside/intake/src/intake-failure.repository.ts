import { Injectable } from '@nestjs/common';
import { sql, type Kysely } from 'kysely';
import { anyOf, COUNT, kyselyOf, NOW, UnitOfWork, type Transaction } from '#ground/database';
import { createId, type OrganizationScope } from '#ground/kernel';
import { existsOrganization } from '#people/organizations';
import { keyHashOf, type FileKey, type IntakeSource } from './intake-file.repository.js';
import type { FailureSource, IntakeFailureTables } from './intake-failure.schema.js';

/** What an intake could not take. */
export interface IntakeFailure {
  id: string;
  createdAt: Date;
  lastAttemptAt: Date;
  attempts: number;
  /** `retrying`: another attempt was asked for, and its job has not ended. */
  state: 'open' | 'retrying';
  organizationId: string;
  pluginId: string;
  instance: string;
  key: string;
  /** `mail`: the whole message; `file`: one file, which may come from a mail. */
  kind: 'file' | 'mail';
  source: FailureSource;
  fileName: string | null;
  mimeType: string | null;
  tags: string[];
  sender: string | null;
  subject: string | null;
  size: number | null;
  reason: string;
  reference: string | null;
  storageKey: string | null;
}

/** A failure before it is on the list. */
export interface NewFailure extends FileKey {
  kind: IntakeFailure['kind'];
  source: FailureSource;
  /** A sentence for people. */
  reason: string;
  fileName?: string | undefined;
  mimeType?: string | undefined;
  tags?: readonly string[] | undefined;
  sender?: string | undefined;
  subject?: string | undefined;
  size?: number | undefined;
  reference?: string | undefined;
  storageKey?: string | undefined;
}

const COLUMNS = [
  'id',
  'created_at as createdAt',
  'last_attempt_at as lastAttemptAt',
  'attempts',
  'state',
  'organization_id as organizationId',
  'plugin_id as pluginId',
  'instance',
  'key',
  'kind',
  'source',
  'file_name as fileName',
  'mime_type as mimeType',
  'tags',
  'sender',
  'subject',
  sql<number | null>`size::float8`.as('size'),
  'reason',
  'reference',
  'storage_key as storageKey',
] as const;

/** Failures without a held file that an organization sees; the oldest beyond them are removed. */
const MOST_FAILURES = 10_000;
const REMOVED_AT_ONCE = 1_000;

/** Every statement on failures of intakes. */
@Injectable()
export class IntakeFailureRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Adds the failure, or notes another attempt of the same key; what is held from before stays. */
  async save(
    tx: Transaction,
    { pluginId, instance, lease }: IntakeSource,
    failure: NewFailure,
  ): Promise<{ id: string; isNew: boolean; storageKey: string | null }> {
    await lease?.guard(tx);
    const id = createId('inf');
    const saved = await this.#db(tx)
      .insertInto('intake_failure')
      .values({
        ...{ id, organization_id: failure.organizationId, plugin_id: pluginId, instance },
        ...{ key: failure.key, key_hash: keyHashOf(failure), kind: failure.kind, source: failure.source },
        file_name: failure.fileName ?? null,
        mime_type: failure.mimeType ?? null,
        tags: [...(failure.tags ?? [])],
        sender: failure.sender ?? null,
        subject: failure.subject ?? null,
        size: failure.size ?? null,
        reason: failure.reason,
        reference: failure.reference ?? null,
        storage_key: failure.storageKey ?? null,
      })
      .onConflict((conflict) =>
        conflict.columns(['plugin_id', 'instance', 'key_hash']).doUpdateSet((row) => ({
          attempts: sql<number>`intake_failure.attempts + 1`,
          last_attempt_at: NOW,
          state: 'open',
          reason: row.ref('excluded.reason'),
          reference: sql<string | null>`coalesce(excluded.reference, intake_failure.reference)`,
          storage_key: sql<string | null>`coalesce(intake_failure.storage_key, excluded.storage_key)`,
        })),
      )
      .returning(['id', 'storage_key as storageKey'])
      .executeTakeFirstOrThrow();
    return { ...saved, isNew: saved.id === id };
  }

  /** Newest first. */
  list(
    { organizationId }: OrganizationScope,
    { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
  ): Promise<IntakeFailure[]> {
    return this.#db()
      .selectFrom('intake_failure')
      .select(COLUMNS)
      .where('organization_id', '=', organizationId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset(pageIndex * pageSize)
      .execute();
  }

  async count({ organizationId }: OrganizationScope): Promise<number> {
    const { count } = await this.#db()
      .selectFrom('intake_failure')
      .select(COUNT.as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return count;
  }

  find({ organizationId }: OrganizationScope, failureId: string, tx?: Transaction): Promise<IntakeFailure | undefined> {
    return this.#db(tx)
      .selectFrom('intake_failure')
      .select(COLUMNS)
      .where('organization_id', '=', organizationId)
      .where('id', '=', failureId)
      .$if(tx !== undefined, (query) => query.forUpdate())
      .executeTakeFirst();
  }

  lock(tx: Transaction, scope: OrganizationScope, failureId: string): Promise<IntakeFailure | undefined> {
    return this.find(scope, failureId, tx);
  }

  /** Locks failures that can be retried and are not, oldest first, at most `limit`. */
  async lockRetryable(tx: Transaction, { organizationId }: OrganizationScope, limit: number): Promise<string[]> {
    const rows = await this.#db(tx)
      .selectFrom('intake_failure')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('state', '=', 'open')
      .where(sql<boolean>`(storage_key is not null or reference is not null)`)
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    return rows.map(({ id }) => id);
  }

  async markRetrying(tx: Transaction, failureIds: readonly string[]): Promise<void> {
    await this.#db(tx)
      .updateTable('intake_failure')
      .set({ state: 'retrying', last_attempt_at: NOW })
      .where('id', '=', anyOf(failureIds))
      .execute();
  }

  /** Ends attempts whose process was killed each time; returns how many. */
  async reopenAbandoned(hours: number): Promise<number> {
    const rows = await this.#db()
      .updateTable('intake_failure')
      .set({ state: 'open' })
      .where('state', '=', 'retrying')
      .where('last_attempt_at', '<=', sql<Date>`now() - make_interval(hours => ${hours})`)
      .returning('id')
      .execute();
    return rows.length;
  }

  /** Ends an attempt that did not come to a result of the file itself. */
  async endAttempt(tx: Transaction, failureId: string, reason: string, { isLost = false } = {}): Promise<void> {
    await this.#endAttempt(tx, failureId, reason)
      .$if(isLost, (query) => query.set({ reference: null }))
      .execute();
  }

  /** Ends an attempt whose result did not change the failure. */
  async endUnrecordedAttempt(tx: Transaction, failureId: string, reason: string): Promise<void> {
    await this.#endAttempt(tx, failureId, reason).where('state', '=', 'retrying').execute();
  }

  /** Returns whether there is a failure whose file or mail is at this place of the source. */
  async hasReference(tx: Transaction, { pluginId, instance }: IntakeSource, reference: string): Promise<boolean> {
    const rows = await this.#db(tx)
      .selectFrom('intake_failure')
      .where('reference', '=', reference)
      .where('plugin_id', '=', pluginId)
      .where('instance', '=', instance)
      .limit(1)
      .execute();
    return rows.length > 0;
  }

  /** Removes the failure of a key, if there is one. */
  async resolve(
    tx: Transaction,
    { pluginId, instance, lease }: IntakeSource,
    file: FileKey,
  ): Promise<Resolved | undefined> {
    await lease?.guard(tx);
    return this.#db(tx)
      .deleteFrom('intake_failure')
      .where('plugin_id', '=', pluginId)
      .where('instance', '=', instance)
      .where('key_hash', '=', keyHashOf(file))
      .returning(['id', 'reference', 'storage_key as storageKey'])
      .executeTakeFirst();
  }

  remove(tx: Transaction, failureId: string): Promise<string[]> {
    return this.removeAll(tx, [failureId]);
  }

  /** Returns what is held of an organization, and of one sender to it. */
  async held(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    sender: string | undefined,
  ): Promise<{ all: HeldSum; ofSender: HeldSum }> {
    const ofSender = sql`filter (where sender is not distinct from ${sender ?? null})`;
    const { files, bytes, senderFiles, senderBytes } = await this.#db(tx)
      .selectFrom('intake_failure')
      .select([
        COUNT.as('files'),
        sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'),
        sql<number>`(count(*) ${ofSender})::int`.as('senderFiles'),
        sql<number>`coalesce(sum(size) ${ofSender}, 0)::float8`.as('senderBytes'),
      ])
      .where('organization_id', '=', organizationId)
      .where('storage_key', 'is not', null)
      .executeTakeFirstOrThrow();
    return { all: { files, bytes }, ofSender: { files: senderFiles, bytes: senderBytes } };
  }

  /**
   * Some that are too old, too many, or of an organization that is gone. Those with a held file do not count and are
   * never too many: new failures, which every sender can cause, must not remove files that are nowhere else.
   */
  async lockOutdated(tx: Transaction, days: number): Promise<string[]> {
    // Raw: one statement finds what is too old, too many, or of no organization.
    const rows = await tx.sql.query<{ id: string }>(
      `with crowded as (
         select organization_id from intake_failure where storage_key is null
         group by organization_id having count(*) > $2),
       last_kept as (
         select c.organization_id, n.created_at, n.id from crowded c cross join lateral (
           select created_at, id from intake_failure
           where organization_id = c.organization_id and storage_key is null
           order by created_at desc, id desc offset $2 - 1 limit 1) n)
       select f.id from intake_failure f left join last_kept k on k.organization_id = f.organization_id
       where f.created_at <= now() - make_interval(days => $1)
         or not ${existsOrganization('f.organization_id')}
         or (f.storage_key is null and (f.created_at, f.id) < (k.created_at, k.id))
       order by f.id limit $3 for update of f skip locked`,
      [days, MOST_FAILURES, REMOVED_AT_ONCE],
    );
    return rows.map(({ id }) => id);
  }

  async removeAll(tx: Transaction, failureIds: readonly string[]): Promise<string[]> {
    const removed = await this.#db(tx)
      .deleteFrom('intake_failure')
      .where('id', '=', anyOf(failureIds))
      .returning('storage_key as storageKey')
      .execute();
    return removed.flatMap(({ storageKey }) => storageKey ?? []);
  }

  #db(source: { readonly db: Kysely<unknown> } = this.unitOfWork): Kysely<IntakeFailureTables> {
    return kyselyOf<IntakeFailureTables>(source);
  }

  #endAttempt(tx: Transaction, failureId: string, reason: string) {
    return this.#db(tx)
      .updateTable('intake_failure')
      .set({ state: 'open', attempts: sql<number>`attempts + 1`, last_attempt_at: NOW, reason })
      .where('id', '=', failureId);
  }
}

/** Files that are held. */
interface HeldSum {
  files: number;
  bytes: number;
}

type Resolved = Pick<IntakeFailure, 'id' | 'reference' | 'storageKey'>;
