import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import type { DocumentDetails } from './add-documents.js';

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
type StoredDetails = Omit<DocumentDetails, 'documentDate'> & { documentDate?: string };

const COLUMNS = `id, expires_at as "expiresAt", expires_at <= now() as "isExpired", size::float8 as size,
  received::float8 as received, file_name as "fileName", details, document_id as "documentId",
  is_restored as "isRestored"`;

/** Uploads that arrive in parts. */
@Injectable()
export class ResumableUploadRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Uploads of an organization are begun one after the other, so that the limits hold. */
  async lockLimit(tx: Transaction, { organizationId }: OrganizationContext): Promise<void> {
    await tx.sql.query('select pg_advisory_xact_lock($1, hashtext($2))', [LIMIT_LOCK, organizationId]);
  }

  async unfinished(
    tx: Transaction,
    { organizationId }: OrganizationContext,
  ): Promise<{ count: number; bytes: number }> {
    const [row] = await tx.sql.query<{ count: number; bytes: number }>(
      `select count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes from resumable_upload
       where organization_id = $1 and document_id is null and expires_at > now()`,
      [organizationId],
    );
    return row ?? { count: 0, bytes: 0 };
  }

  async insert(
    tx: Transaction,
    ctx: OrganizationContext,
    upload: Pick<ResumableUpload, 'details' | 'fileName' | 'id' | 'size'>,
  ): Promise<ResumableUpload> {
    const [row] = await tx.sql.query<Row>(
      `insert into resumable_upload (id, organization_id, expires_at, size, file_name, details)
       values ($1, $2, now() + make_interval(hours => $3), $4, $5, $6) returning ${COLUMNS}`,
      [upload.id, ctx.organizationId, HOURS_TO_FINISH, upload.size, upload.fileName, JSON.stringify(upload.details)],
    );
    if (!row) throw new Error('an inserted row was not returned');
    return asUpload(row);
  }

  async find({ organizationId }: OrganizationContext, uploadId: string): Promise<ResumableUpload | undefined> {
    const [row] = await sqlOver(this.unitOfWork.db).query<Row>(
      `select ${COLUMNS} from resumable_upload where id = $1 and organization_id = $2`,
      [uploadId, organizationId],
    );
    return row && asUpload(row);
  }

  /** Locked until the end of the transaction. */
  async findForChange(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    uploadId: string,
  ): Promise<ResumableUpload | undefined> {
    const [row] = await tx.sql.query<Row>(
      `select ${COLUMNS} from resumable_upload where id = $1 and organization_id = $2 for update`,
      [uploadId, organizationId],
    );
    return row && asUpload(row);
  }

  /** Adds a part where the upload ends. False when it ends elsewhere by now. */
  async addPart(
    tx: Transaction,
    uploadId: string,
    { position, size, storageKey }: { position: number; size: number; storageKey: string },
  ): Promise<boolean> {
    const added = await tx.sql.query(
      `with upload as (
         update resumable_upload set received = received + $3
         where id = $1 and received = $2 and document_id is null and expires_at > now() returning id)
       insert into resumable_upload_part (upload_id, position, storage_key)
       select id, $2, $4 from upload returning upload_id`,
      [uploadId, position, size, storageKey],
    );
    return added.length > 0;
  }

  /** The stored files of the parts, in the order of the bytes. */
  async partsOf(uploadId: string): Promise<string[]> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ storageKey: string }>(
      'select storage_key as "storageKey" from resumable_upload_part where upload_id = $1 order by position',
      [uploadId],
    );
    return rows.map(({ storageKey }) => storageKey);
  }

  /** The upload has become a document. Returns the stored files of its parts, which it does not need any more. */
  async finish(
    tx: Transaction,
    uploadId: string,
    { documentId, isRestored }: { documentId: string; isRestored: boolean },
  ): Promise<string[]> {
    await tx.sql.query(
      'update resumable_upload set received = size, document_id = $2, is_restored = $3 where id = $1',
      [uploadId, documentId, isRestored],
    );
    return storageKeysOf(
      await tx.sql.query(
        'delete from resumable_upload_part where upload_id = $1 returning storage_key as "storageKey"',
        [uploadId],
      ),
    );
  }

  /** Returns the stored files of its parts. The caller has locked the upload. */
  async remove(tx: Transaction, uploadIds: readonly string[]): Promise<string[]> {
    const parts = storageKeysOf(
      await tx.sql.query(
        'delete from resumable_upload_part where upload_id = any($1) returning storage_key as "storageKey"',
        [uploadIds],
      ),
    );
    await tx.sql.query('delete from resumable_upload where id = any($1)', [uploadIds]);
    return parts;
  }

  /** Locks some of the uploads whose time is over, of all organizations. */
  async lockExpired(tx: Transaction): Promise<string[]> {
    const rows = await tx.sql.query<{ id: string }>(
      `select id from resumable_upload where expires_at <= now() order by id limit ${EXPIRED_PER_CHUNK}
       for update skip locked`,
    );
    return rows.map(({ id }) => id);
  }
}

const storageKeysOf = (rows: readonly object[]): string[] =>
  (rows as readonly { storageKey: string }[]).map(({ storageKey }) => storageKey);

function asUpload({ details, ...row }: Row): ResumableUpload {
  const { documentDate, ...others } = details;
  return { ...row, details: { ...others, ...(documentDate ? { documentDate: new Date(documentDate) } : {}) } };
}
