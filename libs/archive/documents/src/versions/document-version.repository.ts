import { Injectable } from '@nestjs/common';
import { COUNT, kyselyOf, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { FileOfDocument } from '../document.repository.js';
import type { DocumentVersionTables, VersionChange } from './document-version.schema.js';

/** A version of a document, as it is listed. */
export interface DocumentVersion {
  /** Counted from 1. */
  number: number;
  createdAt: Date;
  createdBy: string | null;
  change: VersionChange;
  /** The version that was restored; null for others. */
  restoredNumber: number | null;
  mimeType: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

/** A document that is locked for another file. */
export interface DocumentToChange {
  id: string;
  originalName: string;
  mimeType: string;
  sha256: string;
  storageKey: string;
  /** Bytes of its file. */
  size: number;
  /** Bytes of the files of all versions. */
  allSize: number;
  isInTrash: boolean;
  isRead: boolean;
}

/** The file of a version. */
export interface VersionFile {
  storageKey: string;
  size: number;
  sha256: string;
  mimeType: string;
}

/** A version that becomes the file of its document. */
export interface VersionToAdd extends VersionFile {
  documentId: string;
  createdBy: string | null;
  change: VersionChange;
  restoredNumber: number | null;
}

/** A file that a document had in another archive. */
export type EarlierVersion = VersionFile & { createdAt: Date | null; createdBy: string | null };

const OTHER_VERSIONS_SIZE = `(select coalesce(sum(o.size), 0) from (
  select distinct v.storage_key, v.size from document_version v
  where v.document_id = d.id and v.storage_key <> d.original_storage_key) o)`;

const COLUMNS = `v.number, v.created_at as "createdAt", v.created_by as "createdBy", v.change,
  v.restored_number as "restoredNumber", v.mime_type as "mimeType", v.size::float8 as size, v.sha256`;

/** The versions of a document; one that was never changed has its file only. */
const VERSIONS = `(
  select document_id, number, storage_key, size, sha256, mime_type, created_at, created_by, change, restored_number
  from document_version
  union all
  select d.id, 1, d.original_storage_key, d.original_size, d.original_sha256_hash, d.mime_type, d.created_at,
    d.created_by, 'upload', null
  from document d where not exists (select from document_version v where v.document_id = d.id))`;

/** Every statement on versions of documents. Raw where rows are made of those of documents, or files are joined. */
@Injectable()
export class DocumentVersionRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The newest first; empty when there is no such document. */
  list({ organizationId }: OrganizationScope, documentId: string): Promise<DocumentVersion[]> {
    return sqlOver(this.unitOfWork.db).query<DocumentVersion>(
      `select ${COLUMNS} from document d join ${VERSIONS} v on v.document_id = d.id
       where d.organization_id = $1 and d.id = $2 order by v.number desc`,
      [organizationId, documentId],
    );
  }

  /** What is needed to send the file of a version. */
  async findFile(
    { organizationId }: OrganizationScope,
    documentId: string,
    number: number,
  ): Promise<FileOfDocument | undefined> {
    const [file] = await sqlOver(this.unitOfWork.db).query<FileOfDocument>(
      `select v.storage_key as "storageKey", f.driver, d.name, v.size::float8 as size, v.sha256,
         exists (select from damaged_file m where m.storage_key = f.storage_key) as "isDamaged"
       from document d join ${VERSIONS} v on v.document_id = d.id join stored_file f on f.storage_key = v.storage_key
       where d.organization_id = $1 and d.id = $2 and v.number = $3`,
      [organizationId, documentId, number],
    );
    return file;
  }

  /** The file of a version, in the transaction that makes it the file of its document. */
  async find(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentId: string,
    number: number,
  ): Promise<VersionFile | undefined> {
    const [file] = await tx.sql.query<VersionFile>(
      `select v.storage_key as "storageKey", v.size::float8 as size, v.sha256, v.mime_type as "mimeType"
       from document d join ${VERSIONS} v on v.document_id = d.id
       where d.organization_id = $1 and d.id = $2 and v.number = $3`,
      [organizationId, documentId, number],
    );
    return file;
  }

  /** Locks the document until the end of the transaction. */
  async lock(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentId: string,
  ): Promise<DocumentToChange | undefined> {
    const [document] = await tx.sql.query<DocumentToChange>(
      `select id, original_name as "originalName", mime_type as "mimeType", original_sha256_hash as sha256,
         original_storage_key as "storageKey", original_size::float8 as size,
         (original_size + other_versions_size)::float8 as "allSize", deleted_at is not null as "isInTrash",
         extraction_status = 'completed' as "isRead"
       from document where organization_id = $1 and id = $2 for no key update`,
      [organizationId, documentId],
    );
    return document;
  }

  async count(tx: Transaction, documentId: string): Promise<number> {
    const { count } = await kyselyOf<DocumentVersionTables>(tx)
      .selectFrom('document_version')
      .select(COUNT.as('count'))
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /**
   * Gives the document, which this transaction has locked, another file; the first time, it notes the one that it had.
   * What was made of that file is forgotten. Returns the number, the bytes of all versions, and the storage keys of the
   * previews that are not needed any more.
   */
  async add(
    tx: Transaction,
    { documentId, storageKey, size, sha256, mimeType, createdBy, change, restoredNumber }: VersionToAdd,
  ): Promise<{ number: number; allSize: number; previewKeys: string[] }> {
    await tx.sql.query(
      `insert into document_version (document_id, number, storage_key, size, sha256, mime_type, created_at, created_by, change)
       select id, 1, original_storage_key, original_size, original_sha256_hash, mime_type, created_at, created_by, 'upload'
       from document where id = $1
       on conflict do nothing`,
      [documentId],
    );
    // Only the file of the document is compared with what the document says.
    await tx.sql.query(
      `update stored_file f set size = d.original_size, sha256 = d.original_sha256_hash
       from document d where d.id = $1 and f.storage_key = d.original_storage_key`,
      [documentId],
    );
    const [added] = await tx.sql.query<{ number: number }>(
      `insert into document_version
         (document_id, number, storage_key, size, sha256, mime_type, created_by, change, restored_number)
       select $1, max(number) + 1, $2, $3, $4, $5, $6, $7, $8 from document_version where document_id = $1
       returning number`,
      [documentId, storageKey, size, sha256, mimeType, createdBy, change, restoredNumber],
    );
    const [changed] = await tx.sql.query<{ allSize: number }>(
      `update document d set original_storage_key = $2, original_size = $3, original_sha256_hash = $4, mime_type = $5,
         updated_at = greatest(now(), d.updated_at + interval '1 ms'),
         other_versions_size = (select coalesce(sum(o.size), 0) from (
           select distinct storage_key, size from document_version where document_id = $1 and storage_key <> $2) o)
       where d.id = $1 returning (original_size + other_versions_size)::float8 as "allSize"`,
      [documentId, storageKey, size, sha256, mimeType],
    );
    await tx.sql.query('delete from document_page where document_id = $1', [documentId]);
    const previews = await tx.sql.query<{ key: string | null }>(
      'delete from document_preview where document_id = $1 returning storage_key as key',
      [documentId],
    );
    if (!added || !changed) throw new Error(`the document ${documentId} is not locked`);
    const previewKeys = previews.flatMap(({ key }) => (key === null ? [] : [key]));
    return { ...added, ...changed, previewKeys };
  }

  /**
   * Gives a document without versions, which this transaction has added, the files that it had before, the oldest first.
   * Its own file becomes the last version, of `changedAt`. Returns the bytes of the earlier ones.
   */
  async addEarlier(
    tx: Transaction,
    documentId: string,
    versions: readonly EarlierVersion[],
    changedAt: Date | null,
  ): Promise<number> {
    await tx.sql.query(
      `insert into document_version (document_id, number, storage_key, size, sha256, mime_type, created_at, created_by, change)
       select $1, place, key, size, sha256, type, coalesce(at, now()), by, 'upload'
       from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
         with ordinality as given(key, size, sha256, type, at, by, place)`,
      [
        documentId,
        versions.map(({ storageKey }) => storageKey),
        versions.map(({ size }) => size),
        versions.map(({ sha256 }) => sha256),
        versions.map(({ mimeType }) => mimeType),
        versions.map(({ createdAt }) => createdAt),
        versions.map(({ createdBy }) => createdBy),
      ],
    );
    await tx.sql.query(
      `insert into document_version (document_id, number, storage_key, size, sha256, mime_type, created_at, created_by, change)
       select id, $2, original_storage_key, original_size, original_sha256_hash, mime_type, coalesce($3, now()), created_by,
         'upload'
       from document where id = $1`,
      [documentId, versions.length + 1, changedAt],
    );
    // Only the file of the document is compared with what the document says.
    await tx.sql.query(
      `update stored_file f set size = v.size, sha256 = v.sha256
       from document_version v join document d on d.id = v.document_id
       where v.document_id = $1 and f.storage_key = v.storage_key and v.storage_key <> d.original_storage_key`,
      [documentId],
    );
    const [changed] = await tx.sql.query<{ size: number }>(
      `update document d set other_versions_size = ${OTHER_VERSIONS_SIZE} where d.id = $1
       returning other_versions_size::float8 as size`,
      [documentId],
    );
    return changed?.size ?? 0;
  }
}
