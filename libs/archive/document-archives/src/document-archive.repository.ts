import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import { userIdOf, type OrganizationContext, type OrganizationScope } from '#ground/kernel';

/** The caller who requested an archive, which contains what this caller may read. */
export type Requester = Omit<OrganizationContext, 'organizationId'>;

export interface DocumentArchive {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  isExpired: boolean;
  organizationId: string;
  requestedBy: Requester;
  fileName: string;
  status: 'preparing' | 'ready' | 'selecting';
  documentsCount: number;
  /** Bytes of its documents. */
  bytes: number;
  partsCount: number;
  taskId: string | null;
  /** Set when it is prepared, with the next two. */
  storageKey: string | null;
  fileSize: number | null;
  fileSha256: string | null;
}

/** The documents of an archive that could be counted so far. */
export interface Selected {
  partsCount: number;
  documentsCount: number;
  bytes: number;
}

const LIMIT_LOCK = 741_853_030;
/** A download that began in time may still read the lists. */
const KEPT_HOURS_AFTER_EXPIRY = 24;
const REMOVED_AT_ONCE = 100;

const COLUMNS = `id, created_at as "createdAt", expires_at as "expiresAt", expires_at <= now() as "isExpired",
  organization_id as "organizationId", requested_by as "requestedBy", file_name as "fileName", status,
  documents_count as "documentsCount", bytes::float8 as bytes, parts_count as "partsCount", task_id as "taskId",
  storage_key as "storageKey", file_size::float8 as "fileSize", file_sha256 as "fileSha256"`;

/** Every statement on archives and their lists of documents. */
@Injectable()
export class DocumentArchiveRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert(
    ctx: OrganizationContext,
    { id, fileName, hours }: { id: string; fileName: string; hours: number },
  ): Promise<void> {
    const { organizationId, ...requestedBy } = ctx;
    await sqlOver(this.unitOfWork.db).query(
      `insert into document_archive (id, expires_at, organization_id, created_by, api_key_id, requested_by, file_name,
         status) values ($1, now() + make_interval(hours => $2), $3, $4, $5, $6::jsonb, $7, 'selecting')`,
      [id, hours, organizationId, userIdOf(ctx), apiKeyIdOf(ctx), JSON.stringify(requestedBy), fileName],
    );
  }

  async addPart(archiveId: string, position: number, documentIds: readonly string[]): Promise<void> {
    await sqlOver(this.unitOfWork.db).query(
      'insert into document_archive_part (archive_id, position, document_ids) values ($1, $2, $3)',
      [archiveId, position, documentIds],
    );
  }

  /** The documents of one part; undefined when the archive is gone. */
  async part(archiveId: string, position: number): Promise<string[] | undefined> {
    const [part] = await sqlOver(this.unitOfWork.db).query<{ documentIds: string[] }>(
      'select document_ids as "documentIds" from document_archive_part where archive_id = $1 and position = $2',
      [archiveId, position],
    );
    return part?.documentIds;
  }

  async finishSelection(
    tx: Transaction,
    archiveId: string,
    { partsCount, documentsCount, bytes }: Selected,
    taskId?: string,
  ): Promise<DocumentArchive> {
    const [archive] = await tx.sql.query<DocumentArchive>(
      `update document_archive set parts_count = $2, documents_count = $3, bytes = $4, task_id = $5,
         status = case when $5::text is null then 'ready' else 'preparing' end
       where id = $1 and status = 'selecting' returning ${COLUMNS}`,
      [archiveId, partsCount, documentsCount, bytes, taskId ?? null],
    );
    if (!archive) throw new Error(`the archive ${archiveId} was removed while its documents were selected`);
    return archive;
  }

  /** The archive that this caller has requested. A user does not see what the user's keys have requested, nor the reverse. */
  async find(ctx: OrganizationContext, archiveId: string, tx?: Transaction): Promise<DocumentArchive | undefined> {
    const [archive] = await (tx?.sql ?? sqlOver(this.unitOfWork.db)).query<DocumentArchive>(
      `select ${COLUMNS} from document_archive
       where organization_id = $1 and id = $2 and created_by = $3 and api_key_id is not distinct from $4
         and status <> 'selecting' ${tx ? 'for update' : ''}`,
      [ctx.organizationId, archiveId, userIdOf(ctx), apiKeyIdOf(ctx)],
    );
    return archive;
  }

  /** An archive that is to be prepared; undefined when it is prepared or gone. */
  async findToPrepare({ organizationId }: OrganizationScope, archiveId: string): Promise<DocumentArchive | undefined> {
    const [archive] = await sqlOver(this.unitOfWork.db).query<DocumentArchive>(
      `select ${COLUMNS} from document_archive where organization_id = $1 and id = $2 and status = 'preparing'`,
      [organizationId, archiveId],
    );
    return archive;
  }

  /** Undefined when it is prepared already, or gone: then the file that was made is not needed. */
  async markPrepared(
    tx: Transaction,
    archiveId: string,
    { storageKey, size, sha256, hours }: { storageKey: string; size: number; sha256: string; hours: number },
  ): Promise<DocumentArchive | undefined> {
    const [prepared] = await tx.sql.query<DocumentArchive>(
      `update document_archive set status = 'ready', storage_key = $2, file_size = $3, file_sha256 = $4,
         expires_at = now() + make_interval(hours => $5)
       where id = $1 and status = 'preparing' returning ${COLUMNS}`,
      [archiveId, storageKey, size, sha256, hours],
    );
    return prepared;
  }

  /** Prepared archives of a user are counted one after the other, so that concurrent requests do not exceed the limit. */
  async countPrepared(tx: Transaction, ctx: OrganizationContext): Promise<number> {
    await tx.sql.query('select pg_advisory_xact_lock($1, hashtext($2))', [LIMIT_LOCK, userIdOf(ctx)]);
    const [counted] = await tx.sql.query<{ count: number }>(
      `select count(*)::int as count from document_archive a
       where organization_id = $1 and created_by = $2 and task_id is not null and expires_at > now()
         and (status = 'ready' or exists (
           select from task where task.id = a.task_id and task.status in ('pending', 'running')))`,
      [ctx.organizationId, userIdOf(ctx)],
    );
    return counted?.count ?? 0;
  }

  /** Removes the oldest archives of a user that have no task, except for the newest `kept`. */
  async removeOldest(ctx: OrganizationContext, kept: number): Promise<void> {
    await sqlOver(this.unitOfWork.db).query(
      `delete from document_archive where id in (
         select id from document_archive
         where organization_id = $1 and created_by = $2 and task_id is null and status = 'ready'
         order by created_at desc, id desc offset $3 for update skip locked)`,
      [ctx.organizationId, userIdOf(ctx), kept],
    );
  }

  /** Removes archives; returns the keys of their files. */
  async remove(tx: Transaction, archiveIds: readonly string[]): Promise<string[]> {
    const removed = await tx.sql.query<{ storageKey: string | null }>(
      'delete from document_archive where id = any($1) returning storage_key as "storageKey"',
      [archiveIds],
    );
    return removed.flatMap(({ storageKey }) => storageKey ?? []);
  }

  /** Removes an archive that will not become ready any more. */
  async removeUnfinished(archiveId: string): Promise<void> {
    await sqlOver(this.unitOfWork.db).query(`delete from document_archive where id = $1 and status <> 'ready'`, [
      archiveId,
    ]);
  }

  /** Locks some archives of all organizations that have expired. */
  async lockExpired(tx: Transaction): Promise<string[]> {
    const rows = await tx.sql.query<{ id: string }>(
      `select id from document_archive
       where expires_at <= now() - make_interval(hours => case when storage_key is null then $1::int else 0 end)
       order by id limit $2 for update skip locked`,
      [KEPT_HOURS_AFTER_EXPIRY, REMOVED_AT_ONCE],
    );
    return rows.map(({ id }) => id);
  }
}

function apiKeyIdOf({ actor }: OrganizationContext): string | null {
  return actor.via === 'api-key' ? actor.apiKeyId : null;
}
