import { Injectable } from '@nestjs/common';
import { sql, type Kysely, type UpdateObject } from 'kysely';
import { isUnfinishedTask } from '#archive/tasks';
import { anyOf, asJson, COUNT, kyselyOf, lockName, NOW, UnitOfWork, type Transaction } from '#ground/database';
import { userIdOf, type OrganizationContext, type OrganizationScope } from '#ground/kernel';
import type { DocumentArchiveTables, Requester } from './document-archive.schema.js';

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

const COLUMNS = [
  'id',
  'created_at as createdAt',
  'expires_at as expiresAt',
  sql<boolean>`expires_at <= now()`.as('isExpired'),
  'organization_id as organizationId',
  'requested_by as requestedBy',
  'file_name as fileName',
  'status',
  'documents_count as documentsCount',
  sql<number>`bytes::float8`.as('bytes'),
  'parts_count as partsCount',
  'task_id as taskId',
  'storage_key as storageKey',
  sql<number | null>`file_size::float8`.as('fileSize'),
  'file_sha256 as fileSha256',
] as const;

const inHours = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours})`;

/** Every statement on archives and their lists of documents. */
@Injectable()
export class DocumentArchiveRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert(
    ctx: OrganizationContext,
    { id, fileName, hours }: { id: string; fileName: string; hours: number },
  ): Promise<void> {
    const { organizationId, ...requestedBy } = ctx;
    await this.#db()
      .insertInto('document_archive')
      .values({
        ...{ id, expires_at: inHours(hours), organization_id: organizationId, created_by: userIdOf(ctx) as string },
        ...{ api_key_id: apiKeyIdOf(ctx), requested_by: asJson(requestedBy), file_name: fileName, status: 'selecting' },
      })
      .execute();
  }

  async addPart(archiveId: string, position: number, documentIds: readonly string[]): Promise<void> {
    await this.#db()
      .insertInto('document_archive_part')
      .values({ archive_id: archiveId, position, document_ids: [...documentIds] })
      .execute();
  }

  /** The documents of one part; undefined when the archive is gone. */
  async part(archiveId: string, position: number): Promise<string[] | undefined> {
    const part = await this.#db()
      .selectFrom('document_archive_part')
      .select('document_ids as documentIds')
      .where('archive_id', '=', archiveId)
      .where('position', '=', position)
      .executeTakeFirst();
    return part?.documentIds;
  }

  async finishSelection(
    tx: Transaction,
    archiveId: string,
    { partsCount, documentsCount, bytes }: Selected,
    taskId?: string,
  ): Promise<DocumentArchive> {
    const archive = await this.#change(tx, archiveId, 'selecting', {
      ...{ parts_count: partsCount, documents_count: documentsCount, bytes: String(bytes), task_id: taskId ?? null },
      status: taskId === undefined ? 'ready' : 'preparing',
    });
    if (!archive) throw new Error(`the archive ${archiveId} was removed while its documents were selected`);
    return archive;
  }

  /** The archive that this caller has requested. A user does not see what the user's keys have requested, nor the reverse. */
  find(ctx: OrganizationContext, archiveId: string, tx?: Transaction): Promise<DocumentArchive | undefined> {
    return this.#db(tx)
      .selectFrom('document_archive')
      .select(COLUMNS)
      .where('organization_id', '=', ctx.organizationId)
      .where('id', '=', archiveId)
      .where('created_by', '=', userIdOf(ctx))
      .where('api_key_id', 'is not distinct from', apiKeyIdOf(ctx))
      .where('status', '<>', 'selecting')
      .$if(tx !== undefined, (query) => query.forUpdate())
      .executeTakeFirst();
  }

  /** An archive that is to be prepared; undefined when it is prepared or gone. */
  findToPrepare({ organizationId }: OrganizationScope, archiveId: string): Promise<DocumentArchive | undefined> {
    return this.#db()
      .selectFrom('document_archive')
      .select(COLUMNS)
      .where('organization_id', '=', organizationId)
      .where('id', '=', archiveId)
      .where('status', '=', 'preparing')
      .executeTakeFirst();
  }

  /** Undefined when it is prepared already, or gone: then the file that was made is not needed. */
  markPrepared(
    tx: Transaction,
    archiveId: string,
    { storageKey, size, sha256, hours }: { storageKey: string; size: number; sha256: string; hours: number },
  ): Promise<DocumentArchive | undefined> {
    return this.#change(tx, archiveId, 'preparing', {
      ...{ status: 'ready', storage_key: storageKey, file_size: String(size), file_sha256: sha256 },
      expires_at: inHours(hours),
    });
  }

  /** Prepared archives of a user are counted one after the other, so that concurrent requests do not exceed the limit. */
  async countPrepared(tx: Transaction, ctx: OrganizationContext): Promise<number> {
    await lockName(tx, LIMIT_LOCK, userIdOf(ctx));
    const { count } = await kyselyOf<DocumentArchiveTables>(tx)
      .selectFrom('document_archive as a')
      .select(COUNT.as('count'))
      .where('organization_id', '=', ctx.organizationId)
      .where('created_by', '=', userIdOf(ctx))
      .where('task_id', 'is not', null)
      .where('expires_at', '>', NOW)
      .where((eb) => eb.or([eb('a.status', '=', 'ready'), isUnfinishedTask('a.task_id')]))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Removes the oldest archives of a user that have no task, except for the newest `kept`. */
  async removeOldest(ctx: OrganizationContext, kept: number): Promise<void> {
    await this.#db()
      .deleteFrom('document_archive')
      .where('id', 'in', (of) =>
        of
          .selectFrom('document_archive')
          .select('id')
          .where('organization_id', '=', ctx.organizationId)
          .where('created_by', '=', userIdOf(ctx))
          .where('task_id', 'is', null)
          .where('status', '=', 'ready')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .offset(kept)
          .forUpdate()
          .skipLocked(),
      )
      .execute();
  }

  /** Removes archives; returns the keys of their files. */
  async remove(tx: Transaction, archiveIds: readonly string[]): Promise<string[]> {
    const removed = await this.#db(tx)
      .deleteFrom('document_archive')
      .where('id', '=', anyOf(archiveIds))
      .returning('storage_key as storageKey')
      .execute();
    return removed.flatMap(({ storageKey }) => storageKey ?? []);
  }

  /** Removes an archive that will not become ready any more. */
  async removeUnfinished(archiveId: string): Promise<void> {
    await this.#db()
      .deleteFrom('document_archive')
      .where('id', '=', archiveId)
      .where('status', '<>', 'ready')
      .execute();
  }

  /** Locks some archives of all organizations that have expired. */
  async lockExpired(tx: Transaction): Promise<string[]> {
    const hours = sql`case when storage_key is null then ${KEPT_HOURS_AFTER_EXPIRY}::int else 0 end`;
    const rows = await this.#db(tx)
      .selectFrom('document_archive')
      .select('id')
      .where('expires_at', '<=', sql<Date>`now() - make_interval(hours => ${hours})`)
      .orderBy('id')
      .limit(REMOVED_AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    return rows.map(({ id }) => id);
  }

  #db(source: { readonly db: Kysely<unknown> } = this.unitOfWork): Kysely<DocumentArchiveTables> {
    return kyselyOf<DocumentArchiveTables>(source);
  }

  /** Undefined when it is gone, or not in this state any more. */
  #change(
    tx: Transaction,
    archiveId: string,
    status: DocumentArchive['status'],
    changes: UpdateObject<DocumentArchiveTables, 'document_archive'>,
  ): Promise<DocumentArchive | undefined> {
    return this.#db(tx)
      .updateTable('document_archive')
      .set(changes)
      .where('id', '=', archiveId)
      .where('status', '=', status)
      .returning(COLUMNS)
      .executeTakeFirst();
  }
}

function apiKeyIdOf({ actor }: OrganizationContext): string | null {
  return actor.via === 'api-key' ? actor.apiKeyId : null;
}
