import { Injectable } from '@nestjs/common';
import { sql, type Kysely } from 'kysely';
import { anyOf, COUNT, kyselyOf, lockName, NOW, UnitOfWork, type Transaction } from '#ground/database';
import { userIdOf, type OrganizationContext } from '#ground/kernel';
import type { DocumentDetails } from './add-documents.js';
import type { ResumableUploadTables, StoredDetails } from './resumable-upload.schema.js';

const LIMIT_LOCK = 741_853_026;
/** How long the parts of an upload are kept. */
const HOURS_TO_FINISH = 24;
const EXPIRED_PER_CHUNK = 100;

export interface ResumableUpload {
  id: string;
  expiresAt: Date;
  isExpired: boolean;
  /** Bytes of the whole file. */
  size: number;
  /** Bytes that are stored. */
  received: number;
  fileName: string;
  details: DocumentDetails;
  /** Set when all bytes have arrived and the document exists. */
  documentId: string | null;
  isRestored: boolean;
}

type Row = Omit<ResumableUpload, 'details'> & { details: StoredDetails };

const COLUMNS = [
  'id',
  'expires_at as expiresAt',
  sql<boolean>`expires_at <= now()`.as('isExpired'),
  sql<number>`size::float8`.as('size'),
  sql<number>`received::float8`.as('received'),
  'file_name as fileName',
  'details',
  'document_id as documentId',
  'is_restored as isRestored',
] as const;

/** Uploads that arrive in parts. */
@Injectable()
export class ResumableUploadRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Uploads of an organization are begun one after the other, so that the limits hold. */
  async lockLimit(tx: Transaction, { organizationId }: OrganizationContext): Promise<void> {
    await lockName(tx, LIMIT_LOCK, organizationId);
  }

  unfinished(tx: Transaction, { organizationId }: OrganizationContext): Promise<{ count: number; bytes: number }> {
    return this.#db(tx)
      .selectFrom('resumable_upload')
      .select([COUNT.as('count'), sql<number>`coalesce(sum(size), 0)::float8`.as('bytes')])
      .where('organization_id', '=', organizationId)
      .where('document_id', 'is', null)
      .where('expires_at', '>', NOW)
      .executeTakeFirstOrThrow();
  }

  async insert(
    tx: Transaction,
    ctx: OrganizationContext,
    upload: Pick<ResumableUpload, 'details' | 'fileName' | 'id' | 'size'>,
  ): Promise<ResumableUpload> {
    const { organizationId } = ctx;
    const row = await this.#db(tx)
      .insertInto('resumable_upload')
      .values({
        id: upload.id,
        organization_id: organizationId,
        created_by: userIdOf(ctx),
        size: String(upload.size),
        file_name: upload.fileName,
        expires_at: sql<Date>`now() + make_interval(hours => ${HOURS_TO_FINISH})`,
        details: sql<StoredDetails>`${JSON.stringify(upload.details)}::jsonb`,
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return asUpload(row);
  }

  async find(ctx: OrganizationContext, uploadId: string): Promise<ResumableUpload | undefined> {
    const row = await this.#one(this.unitOfWork, ctx, uploadId).executeTakeFirst();
    return row && asUpload(row);
  }

  /** Locked until the end of the transaction. */
  async findForChange(
    tx: Transaction,
    ctx: OrganizationContext,
    uploadId: string,
  ): Promise<ResumableUpload | undefined> {
    const row = await this.#one(tx, ctx, uploadId).forUpdate().executeTakeFirst();
    return row && asUpload(row);
  }

  /** Adds a part where the upload ends. False when it ends elsewhere by now. */
  async addPart(
    tx: Transaction,
    uploadId: string,
    { position, size, storageKey }: { position: number; size: number; storageKey: string },
  ): Promise<boolean> {
    const added = await this.#db(tx)
      .with('upload', (db) =>
        db
          .updateTable('resumable_upload')
          .set({ received: sql<string>`received + ${size}` })
          .where('id', '=', uploadId)
          .where('received', '=', String(position))
          .where('document_id', 'is', null)
          .where('expires_at', '>', NOW)
          .returning('id'),
      )
      .insertInto('resumable_upload_part')
      .columns(['upload_id', 'position', 'storage_key'])
      .expression((db) =>
        db
          .selectFrom('upload')
          .select(['id', sql<string>`${position}::bigint`.as('position'), sql<string>`${storageKey}::text`.as('key')]),
      )
      .returning('upload_id')
      .execute();
    return added.length > 0;
  }

  async countParts(uploadId: string): Promise<number> {
    const { count } = await this.#db(this.unitOfWork)
      .selectFrom('resumable_upload_part')
      .select(COUNT.as('count'))
      .where('upload_id', '=', uploadId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** The stored files of the parts, in the order of the bytes. */
  async partsOf(uploadId: string): Promise<string[]> {
    const rows = await this.#db(this.unitOfWork)
      .selectFrom('resumable_upload_part')
      .select('storage_key')
      .where('upload_id', '=', uploadId)
      .orderBy('position')
      .execute();
    return rows.map((row) => row.storage_key);
  }

  /** The upload has become a document. Returns the stored files of its parts, which it does not need any more. */
  async finish(
    tx: Transaction,
    uploadId: string,
    { documentId, isRestored }: { documentId: string; isRestored: boolean },
  ): Promise<string[]> {
    await this.#db(tx)
      .updateTable('resumable_upload')
      .set((upload) => ({ received: upload.ref('size'), document_id: documentId, is_restored: isRestored }))
      .where('id', '=', uploadId)
      .execute();
    return this.#removeParts(tx, [uploadId]);
  }

  /** Returns the stored files of its parts. The caller has locked the upload. */
  async remove(tx: Transaction, uploadIds: readonly string[]): Promise<string[]> {
    const parts = await this.#removeParts(tx, uploadIds);
    await this.#db(tx).deleteFrom('resumable_upload').where('id', '=', anyOf(uploadIds)).execute();
    return parts;
  }

  /** Locks some of the uploads whose time is over, of all organizations. */
  async lockExpired(tx: Transaction): Promise<string[]> {
    const rows = await this.#db(tx)
      .selectFrom('resumable_upload')
      .select('id')
      .where('expires_at', '<=', NOW)
      .orderBy('id')
      .limit(EXPIRED_PER_CHUNK)
      .forUpdate()
      .skipLocked()
      .execute();
    return rows.map(({ id }) => id);
  }

  async #removeParts(tx: Transaction, uploadIds: readonly string[]): Promise<string[]> {
    const removed = await this.#db(tx)
      .deleteFrom('resumable_upload_part')
      .where('upload_id', '=', anyOf(uploadIds))
      .returning('storage_key')
      .execute();
    return removed.map((row) => row.storage_key);
  }

  /** For who began it only. */
  #one(source: { readonly db: Kysely<unknown> }, ctx: OrganizationContext, uploadId: string) {
    return this.#db(source)
      .selectFrom('resumable_upload')
      .select(COLUMNS)
      .where('id', '=', uploadId)
      .where('organization_id', '=', ctx.organizationId)
      .where((is) => is.or([is('created_by', 'is', null), is('created_by', '=', userIdOf(ctx))]));
  }

  #db(source: { readonly db: Kysely<unknown> }): Kysely<ResumableUploadTables> {
    return kyselyOf<ResumableUploadTables>(source);
  }
}

function asUpload({ details, ...row }: Row): ResumableUpload {
  const { documentDate, ...others } = details;
  return { ...row, details: { ...others, ...(documentDate ? { documentDate: new Date(documentDate) } : {}) } };
}
