import { LockMode } from '@mikro-orm/core';
import { Injectable } from '@nestjs/common';
import type { SearchDocument } from '@archivolt/plugin-kit';
import { sqlOver, UnitOfWork, type Transaction } from '#libs/database';
import type { Page } from '#libs/kernel';
import { Document } from './document.entity.js';

/** A document as lists show it. */
export interface DocumentRow {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  organizationId: string;
  createdBy: string | null;
  originalName: string;
  originalSize: number;
  originalSha256Hash: string;
  name: string;
  mimeType: string;
  content?: string;
  documentDate: Date | null;
  notes: string | null;
  deletedAt: Date | null;
  deletedBy: string | null;
  extractionStatus: 'completed' | 'pending' | 'running';
  extractionOutcome: string | null;
  extractionReason: string | null;
  extractionProvider: string | null;
  isContentFullyIndexed: boolean;
}

export interface DocumentFigures {
  activeCount: number;
  activeBytes: number;
  trashedCount: number;
  trashedBytes: number;
}

export interface NewDocument {
  id: string;
  organizationId: string;
  createdBy: string | null;
  name: string;
  nameSortKey: string;
  mimeType: string;
  size: number;
  sha256: string;
  storageKey: string;
  ocrLanguages: readonly string[];
}

const COLUMNS = `d.id, d.created_at as "createdAt", d.updated_at as "updatedAt", d.organization_id as "organizationId",
  d.created_by as "createdBy", d.original_name as "originalName", d.original_size::float8 as "originalSize",
  d.original_sha256_hash as "originalSha256Hash", d.name, d.mime_type as "mimeType", d.document_date as "documentDate",
  d.notes, d.deleted_at as "deletedAt", d.deleted_by as "deletedBy", d.extraction_status as "extractionStatus",
  d.extraction_outcome as "extractionOutcome", d.extraction_reason as "extractionReason",
  d.extraction_provider as "extractionProvider", d.is_content_fully_indexed as "isContentFullyIndexed"`;

const TRASH_PAGE_TEXT_BYTES = 8_000_000;

/** With what the search index knows it by. */
export type InsertedDocument = DocumentRow & { content: string; sequence: string };

/** Every query on documents. */
@Injectable()
export class DocumentRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Adds a row; `undefined` when the organization has the same content already, or is gone. Of equal uploads at once,
   * one adds the row and the others wait here for its end.
   */
  async insert(tx: Transaction, document: NewDocument): Promise<InsertedDocument | undefined> {
    const [row] = await tx.sql.query<InsertedDocument>(
      `with moment as (select clock_timestamp()::timestamptz(3) as now)
       insert into document as d (id, created_at, updated_at, organization_id, created_by, original_name, original_size,
         original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, ocr_languages, extraction_status)
       select $1, moment.now, moment.now, $2, $3, $4, $5, $6, $7, $4, $8, $9, $10, 'pending' from moment
       join organization o on o.id = $2 and o.deleted_at is null
       on conflict (organization_id, original_sha256_hash) do nothing
       returning ${COLUMNS}, d.content, d.sequence`,
      [
        document.id,
        document.organizationId,
        document.createdBy,
        document.name,
        document.size,
        document.sha256,
        document.storageKey,
        document.nameSortKey,
        document.mimeType,
        document.ocrLanguages,
      ],
    );
    return row;
  }

  /** The document with this content, not locked: a duplicate that is refused waits for nobody. */
  async findByHash(
    tx: Transaction,
    organizationId: string,
    sha256: string,
  ): Promise<{ id: string; isTrashed: boolean } | undefined> {
    const [row] = await tx.sql.query<{ id: string; isTrashed: boolean }>(
      `select id, deleted_at is not null as "isTrashed" from document
       where organization_id = $1 and original_sha256_hash = $2`,
      [organizationId, sha256],
    );
    return row;
  }

  /**
   * For a change: the entity, locked until the end of the transaction. Without the lock a text that is being written
   * could bring back the search row of a document that goes to the trash meanwhile.
   */
  findForChange(tx: Transaction, organizationId: string, documentId: string): Promise<Document | null> {
    const where = { id: documentId, organizationId };
    return tx.em.findOne(Document, where, { populate: ['content'], lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  /**
   * Writes the text of a document. As a bound value: the entity manager puts values into the statement character by
   * character, which takes seconds for a long text.
   */
  async writeContent(tx: Transaction, documentId: string, content: string, isFullyIndexed: boolean): Promise<void> {
    await tx.sql.query('update document set content = $2, is_content_fully_indexed = $3 where id = $1', [
      documentId,
      content,
      isFullyIndexed,
    ]);
  }

  /** One document with its text, trashed or not. */
  async find(organizationId: string, documentId: string): Promise<(DocumentRow & { content: string }) | undefined> {
    const [row] = await sqlOver(this.unitOfWork.db).query<DocumentRow & { content: string }>(
      `select ${COLUMNS}, d.content from document d where d.organization_id = $1 and d.id = $2`,
      [organizationId, documentId],
    );
    return row;
  }

  /** Rows of these ids in this order, without their texts. Ids that are gone are left out. */
  async findInOrder(organizationId: string, documentIds: readonly string[]): Promise<DocumentRow[]> {
    return sqlOver(this.unitOfWork.db).query<DocumentRow>(
      `select ${COLUMNS} from unnest($2::text[]) with ordinality as wanted(id, place)
       join document d on d.id = wanted.id where d.organization_id = $1 order by wanted.place`,
      [organizationId, documentIds],
    );
  }

  /** In the transaction: a second connection inside one could wait for ever when many do the same. */
  async exists(tx: Transaction, organizationId: string, documentId: string): Promise<boolean> {
    const rows = await tx.sql.query('select from document where organization_id = $1 and id = $2', [
      organizationId,
      documentId,
    ]);
    return rows.length > 0;
  }

  /**
   * A page of the trash, last trashed first, with texts as far as they fit into one answer: a page of books would not.
   */
  async findTrashed(organizationId: string, page: Page): Promise<{ documents: DocumentRow[]; count: number }> {
    const sql = sqlOver(this.unitOfWork.db);
    const rows = await sql.query<Omit<DocumentRow, 'content'> & { content: string | null }>(
      `select ${COLUMNS}, case when sum(octet_length(d.content)) over (order by d.deleted_at desc, d.id desc) <= $4
         then d.content end as content
       from (select * from document where organization_id = $1 and deleted_at is not null
             order by deleted_at desc, id desc limit $2 offset $3) d
       order by d.deleted_at desc, d.id desc`,
      [organizationId, page.pageSize, page.pageIndex * page.pageSize, TRASH_PAGE_TEXT_BYTES],
    );
    const [counted] = await sql.query<{ count: number }>(
      'select count(*)::int as count from document where organization_id = $1 and deleted_at is not null',
      [organizationId],
    );
    const documents = rows.map(({ content, ...row }) => (content === null ? row : { ...row, content }));
    return { documents, count: counted?.count ?? 0 };
  }

  /** How many documents there are and how many bytes they have. */
  async measure(organizationId: string): Promise<DocumentFigures> {
    const [figures] = await sqlOver(this.unitOfWork.db).query<DocumentFigures>(
      `select count(*) filter (where deleted_at is null)::int as "activeCount",
         coalesce(sum(original_size) filter (where deleted_at is null), 0)::float8 as "activeBytes",
         count(deleted_at)::int as "trashedCount",
         coalesce(sum(original_size) filter (where deleted_at is not null), 0)::float8 as "trashedBytes"
       from document where organization_id = $1`,
      [organizationId],
    );
    return figures ?? { activeCount: 0, activeBytes: 0, trashedCount: 0, trashedBytes: 0 };
  }

  /** What is needed to send the stored file. */
  async findFile(
    organizationId: string,
    documentId: string,
  ): Promise<{ storageKey: string; name: string; size: number; sha256: string } | undefined> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{
      storageKey: string;
      name: string;
      size: number;
      sha256: string;
    }>(
      `select original_storage_key as "storageKey", name, original_size::float8 as size, original_sha256_hash as sha256
       from document where organization_id = $1 and id = $2`,
      [organizationId, documentId],
    );
    return row;
  }

  /** False when the organization is gone or deleted. */
  async isOrganizationLive(tx: Transaction, organizationId: string): Promise<boolean> {
    const rows = await tx.sql.query('select from organization where id = $1 and deleted_at is null', [organizationId]);
    return rows.length > 0;
  }

  /** Keeps the organization from being deleted before the commit. False when it is gone or deleted. A last step only. */
  async lockOrganization(tx: Transaction, organizationId: string): Promise<boolean> {
    const rows = await tx.sql.query(
      'select id from organization where id = $1 and deleted_at is null for no key update',
      [organizationId],
    );
    return rows.length > 0;
  }
}

/** An entity as a row of the API. */
export function documentRow(document: Document): DocumentRow {
  return {
    id: document.id,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    organizationId: document.organizationId,
    createdBy: document.createdBy ?? null,
    originalName: document.originalName,
    originalSize: document.originalSize,
    originalSha256Hash: document.originalSha256Hash,
    name: document.name,
    mimeType: document.mimeType,
    content: document.content,
    documentDate: document.documentDate ?? null,
    notes: document.notes ?? null,
    deletedAt: document.deletedAt ?? null,
    deletedBy: document.deletedBy ?? null,
    extractionStatus: document.extractionStatus,
    extractionOutcome: document.extractionOutcome ?? null,
    extractionReason: document.extractionReason ?? null,
    extractionProvider: document.extractionProvider ?? null,
    isContentFullyIndexed: document.isContentFullyIndexed,
  };
}

/** What the search index keeps of a document. */
export function searchDocument(document: Document | InsertedDocument): SearchDocument {
  return {
    id: document.id,
    sequence: document.sequence,
    organizationId: document.organizationId,
    name: document.name,
    content: document.content,
  };
}
