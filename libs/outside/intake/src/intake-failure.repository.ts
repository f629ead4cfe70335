import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { DocumentSource } from '#archive/documents';
import { createId, type OrganizationScope } from '#ground/kernel';
import { keyHashOf, type FileKey, type IntakeSource } from './intake-file.repository.js';

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

export type FailureSource = Extract<DocumentSource, 'email' | 'folder' | 'plugin'>;

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

const COLUMNS = `id, created_at as "createdAt", last_attempt_at as "lastAttemptAt", attempts, state,
  organization_id as "organizationId", plugin_id as "pluginId", instance, key, kind, source, file_name as "fileName",
  mime_type as "mimeType", tags, sender, subject, size::float8 as size, reason, reference, storage_key as "storageKey"`;

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
    { pluginId, instance }: IntakeSource,
    failure: NewFailure,
  ): Promise<{ id: string; isNew: boolean; storageKey: string | null }> {
    const [saved] = await tx.sql.query<{ id: string; isNew: boolean; storageKey: string | null }>(
      `insert into intake_failure as f (id, organization_id, plugin_id, instance, key, key_hash, kind, source, file_name,
         mime_type, tags, sender, subject, size, reason, reference, storage_key)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
       on conflict (plugin_id, instance, key_hash) do update set attempts = f.attempts + 1, last_attempt_at = now(),
         state = 'open', reason = excluded.reason, reference = coalesce(excluded.reference, f.reference),
         storage_key = coalesce(f.storage_key, excluded.storage_key)
       returning id, id = $1 as "isNew", storage_key as "storageKey"`,
      [
        createId('inf'),
        failure.organizationId,
        pluginId,
        instance,
        failure.key,
        keyHashOf(failure),
        failure.kind,
        failure.source,
        failure.fileName ?? null,
        failure.mimeType ?? null,
        failure.tags ?? [],
        failure.sender ?? null,
        failure.subject ?? null,
        failure.size ?? null,
        failure.reason,
        failure.reference ?? null,
        failure.storageKey ?? null,
      ],
    );
    if (!saved) throw new Error('the failure was not saved');
    return saved;
  }

  /** Newest first. */
  list(
    { organizationId }: OrganizationScope,
    { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
  ): Promise<IntakeFailure[]> {
    return sqlOver(this.unitOfWork.db).query<IntakeFailure>(
      `select ${COLUMNS} from intake_failure where organization_id = $1
       order by created_at desc, id desc limit $2 offset $3`,
      [organizationId, pageSize, pageIndex * pageSize],
    );
  }

  async count({ organizationId }: OrganizationScope): Promise<number> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ count: number }>(
      'select count(*)::int as count from intake_failure where organization_id = $1',
      [organizationId],
    );
    return row?.count ?? 0;
  }

  async find({ organizationId }: OrganizationScope, failureId: string): Promise<IntakeFailure | undefined> {
    const [row] = await sqlOver(this.unitOfWork.db).query<IntakeFailure>(
      `select ${COLUMNS} from intake_failure where organization_id = $1 and id = $2`,
      [organizationId, failureId],
    );
    return row;
  }

  async lock(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    failureId: string,
  ): Promise<IntakeFailure | undefined> {
    const [row] = await tx.sql.query<IntakeFailure>(
      `select ${COLUMNS} from intake_failure where organization_id = $1 and id = $2 for update`,
      [organizationId, failureId],
    );
    return row;
  }

  /** Locks failures that can be retried and are not, oldest first, at most `limit`. */
  async lockRetryable(tx: Transaction, { organizationId }: OrganizationScope, limit: number): Promise<string[]> {
    const rows = await tx.sql.query<{ id: string }>(
      `select id from intake_failure
       where organization_id = $1 and state = 'open' and (storage_key is not null or reference is not null)
       order by id limit $2 for update skip locked`,
      [organizationId, limit],
    );
    return rows.map(({ id }) => id);
  }

  async markRetrying(tx: Transaction, failureIds: readonly string[]): Promise<void> {
    await tx.sql.query(
      `update intake_failure set state = 'retrying', last_attempt_at = now() where id = any($1::text[])`,
      [failureIds],
    );
  }

  /** Ends attempts whose process was killed each time; returns how many. */
  async reopenAbandoned(hours: number): Promise<number> {
    const rows = await sqlOver(this.unitOfWork.db).query(
      `update intake_failure set state = 'open'
       where state = 'retrying' and last_attempt_at <= now() - make_interval(hours => $1) returning id`,
      [hours],
    );
    return rows.length;
  }

  /** Ends an attempt that did not come to a result of the file itself. */
  async endAttempt(tx: Transaction, failureId: string, reason: string, { isLost = false } = {}): Promise<void> {
    await tx.sql.query(
      `update intake_failure set state = 'open', attempts = attempts + 1, last_attempt_at = now(), reason = $2,
         reference = case when $3 then null else reference end where id = $1`,
      [failureId, reason, isLost],
    );
  }

  /** Ends an attempt whose result did not change the failure. */
  async endUnrecordedAttempt(tx: Transaction, failureId: string, reason: string): Promise<void> {
    await tx.sql.query(
      `update intake_failure set state = 'open', attempts = attempts + 1, last_attempt_at = now(), reason = $2
       where id = $1 and state = 'retrying'`,
      [failureId, reason],
    );
  }

  /** Returns whether there is a failure whose file or mail is at this place of the source. */
  async hasReference(tx: Transaction, { pluginId, instance }: IntakeSource, reference: string): Promise<boolean> {
    const rows = await tx.sql.query(
      `select 1 from intake_failure where reference = $3 and plugin_id = $1 and instance = $2 limit 1`,
      [pluginId, instance, reference],
    );
    return rows.length > 0;
  }

  /** Removes the failure of a key, if there is one. */
  async resolve(tx: Transaction, { pluginId, instance }: IntakeSource, file: FileKey): Promise<Resolved | undefined> {
    const [resolved] = await tx.sql.query<Resolved>(
      `delete from intake_failure where plugin_id = $1 and instance = $2 and key_hash = $3
       returning id, reference, storage_key as "storageKey"`,
      [pluginId, instance, keyHashOf(file)],
    );
    return resolved;
  }

  async remove(tx: Transaction, failureId: string): Promise<string[]> {
    return heldOf(
      await tx.sql.query<Held>('delete from intake_failure where id = $1 returning storage_key as "storageKey"', [
        failureId,
      ]),
    );
  }

  /** Returns what is held of an organization, and of one sender to it. */
  async held(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    sender: string | undefined,
  ): Promise<{ all: HeldSum; ofSender: HeldSum }> {
    const [row] = await tx.sql.query<{ files: number; bytes: number; senderFiles: number; senderBytes: number }>(
      `select count(*)::int as files, coalesce(sum(size), 0)::float8 as bytes,
         (count(*) filter (where sender is not distinct from $2))::int as "senderFiles",
         coalesce(sum(size) filter (where sender is not distinct from $2), 0)::float8 as "senderBytes"
       from intake_failure where organization_id = $1 and storage_key is not null`,
      [organizationId, sender ?? null],
    );
    const { files = 0, bytes = 0, senderFiles = 0, senderBytes = 0 } = row ?? {};
    return { all: { files, bytes }, ofSender: { files: senderFiles, bytes: senderBytes } };
  }

  /**
   * Some that are too old, too many, or of an organization that is gone. Those with a held file do not count and are
   * never too many: new failures, which every sender can cause, must not remove files that are nowhere else.
   */
  async lockOutdated(tx: Transaction, days: number): Promise<string[]> {
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
         or not exists (select from organization o where o.id = f.organization_id)
         or (f.storage_key is null and (f.created_at, f.id) < (k.created_at, k.id))
       order by f.id limit $3 for update of f skip locked`,
      [days, MOST_FAILURES, REMOVED_AT_ONCE],
    );
    return rows.map(({ id }) => id);
  }

  async removeAll(tx: Transaction, failureIds: readonly string[]): Promise<string[]> {
    return heldOf(
      await tx.sql.query<Held>(
        'delete from intake_failure where id = any($1::text[]) returning storage_key as "storageKey"',
        [failureIds],
      ),
    );
  }
}

/** Files that are held. */
interface HeldSum {
  files: number;
  bytes: number;
}

type Resolved = Pick<IntakeFailure, 'id' | 'reference' | 'storageKey'>;

interface Held {
  storageKey: string | null;
}

function heldOf(rows: readonly Held[]): string[] {
  return rows.flatMap(({ storageKey }) => storageKey ?? []);
}
