import { LockMode } from '@mikro-orm/core';
import { Injectable } from '@nestjs/common';
import { sql, type Kysely } from 'kysely';
import type { SearchText } from '@archivolt/plugin-kit';
import { anyOf, COUNT, kyselyOf, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import { Clock, userIdOf, type OrganizationContext, type OrganizationScope } from '#ground/kernel';
import type { AnnouncedFile, FileProblem } from '#capabilities/storage';
import type { RetentionLock, ShownHold } from '#people/holds';
import { attachmentsBeside } from './attachment-pages.js';
import type { StoredDateFinding } from './date-finding.js';
import type { DocumentSource } from './document-source.js';
import type { ImportedFacts } from './imported-facts.js';
import { Document, type DocumentTables } from './document.entity.js';
import { changeDocument, CONTENT_HASH, oneDocument, someDocuments } from './some-documents.repository.js';
import { ANNOUNCE, boundTo, insertReturning } from './upload-statements.repository.js';

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
  /** How the date was found; null for one that someone has set. */
  dateFinding: StoredDateFinding | null;
  notes: string | null;
  /** It waits until a person confirms it. */
  isInInbox: boolean;
  deletedAt: Date | null;
  deletedBy: string | null;
  extractionStatus: 'completed' | 'pending' | 'running' | 'waiting';
  extractionOutcome: string | null;
  extractionReason: string | null;
  extractionProvider: string | null;
  /** When the extraction is tried again; set while it waits. */
  extractionNextAttemptAt: Date | null;
  /** Set while it runs, if the extractor reports it. */
  extractionProgress: { done: number; total: number | null } | null;
  isContentFullyIndexed: boolean;
  /** The preview of the first page; null before it was requested, missing where it is not read. */
  preview?: { status: string; pagesCount: number | null } | null;
  /** Null while its file is not known to be damaged; missing where it is not read. */
  fileDamage?: FileDamage | null;
  /** Null without one; missing where it is not read. */
  archiveNumber?: number | null;
  /** The legal holds that keep it from being purged; missing where they are not read. */
  holds?: ShownHold[];
  /** The rule that locks it; null when none does, missing where it is not read. */
  retentionLock?: Omit<RetentionLock, 'documentId'> | null;
}

/** What is wrong with a stored file. */
export interface FileDamage {
  problem: FileProblem;
  /** ISO. */
  foundAt: string;
  seenAt: string;
}

export interface NewDocument {
  id: string;
  name: string;
  nameSortKey: string;
  mimeType: string;
  size: number;
  sha256: string;
  storageKey: string;
  ocrLanguages: readonly string[];
  documentDate: Date | null;
  notes: string | null;
  source: DocumentSource;
  /** Whether it waits in the inbox where the organization has not chosen. */
  isInInboxByDefault: boolean;
  imported?: ImportedFacts | undefined;
}

export interface FileOfDocument {
  storageKey: string;
  /** Id of the storage plugin that has it. */
  driver: string;
  name: string;
  /** As it was uploaded. */
  originalName: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** It was not what was uploaded when it was last looked at. */
  isDamaged: boolean;
}

/** A document with the content of an upload. */
export interface SameDocument {
  id: string;
  name: string;
  isTrashed: boolean;
}

export interface KnownFile {
  sha256: string;
  documentId: string;
  isDeleted: boolean;
}

const OWN_COLUMNS = `d.id, d.created_at as "createdAt", d.updated_at as "updatedAt", d.organization_id as "organizationId",
  d.created_by as "createdBy", d.original_name as "originalName", d.original_size::float8 as "originalSize",
  d.original_sha256_hash as "originalSha256Hash", d.name, d.mime_type as "mimeType", d.document_date as "documentDate",
  d.date_finding as "dateFinding", d.notes, d.is_in_inbox as "isInInbox", d.deleted_at as "deletedAt", d.deleted_by as "deletedBy", d.extraction_status as "extractionStatus",
  d.extraction_outcome as "extractionOutcome", d.extraction_reason as "extractionReason",
  d.extraction_provider as "extractionProvider", d.extraction_next_attempt_at as "extractionNextAttemptAt",
  d.is_content_fully_indexed as "isContentFullyIndexed"`;

export const DOCUMENT_COLUMNS = `${OWN_COLUMNS},
  case when d.extraction_status = 'running' then (select jsonb_build_object('done', p.done, 'total', p.total)
    from extraction_progress p where p.document_id = d.id) end as "extractionProgress",
  (select jsonb_build_object('status', w.status, 'pagesCount', w.pages_count) from document_preview w
    where w.document_id = d.id and w.page = 1 and w.width = 240) as "preview"`;

/** What a change writes; fields that are undefined stay. */
export interface DocumentFields {
  name?: string | undefined;
  nameSortKey?: string | undefined;
  documentDate?: Date | null | undefined;
  notes?: string | undefined;
  isInInbox?: boolean | undefined;
  content?: string | undefined;
  isContentFullyIndexed?: boolean | undefined;
}

const COLUMN_OF: Readonly<Record<keyof DocumentFields, string>> = {
  name: 'name',
  nameSortKey: 'name_sort_key',
  documentDate: 'document_date',
  notes: 'notes',
  isInInbox: 'is_in_inbox',
  content: 'content',
  isContentFullyIndexed: 'is_content_fully_indexed',
};

const IS_IN_TRASH = sql<boolean>`deleted_at is not null`;

const INSERT = insertReturning(DOCUMENT_COLUMNS);

export interface NamedDocument {
  id: string;
  name: string;
  isInTrash: boolean;
}

/** A document as it was just written, with the number under which the search index stores it. */
export type WrittenDocument = DocumentRow & { content: string; sequence: string };

/**
 * The statements on documents; those on the trash are in `trashed-document.repository.ts`. Raw where they also write files
 * or take the columns of lists.
 */
@Injectable()
export class DocumentRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Marks a file as pending, so that a crash leaves nothing that is not known. False, and not marked, when an active
   * document of the organization has this content already.
   */
  async announceFile({ organizationId }: OrganizationScope, file: AnnouncedFile): Promise<boolean> {
    const { storageKey, driver, sha256 } = file;
    const rows = await sqlOver(this.unitOfWork.db).query(ANNOUNCE, [storageKey, driver, organizationId, sha256]);
    return rows.length > 0;
  }

  /**
   * Adds rows and confirms their files. Returns those that were added: not those whose content the organization has
   * already, and none when it is gone. Of concurrent equal uploads one adds the row, and the others wait here until it is
   * committed or rolled back; in the order of the contents, so that no two of them wait for each other.
   */
  async insertAll(
    tx: Transaction,
    documents: readonly { ctx: OrganizationContext; document: NewDocument }[],
  ): Promise<WrittenDocument[]> {
    if (documents.length === 0) return [];
    const rows = await tx.sql.query<WrittenDocument & { isConfirmed: boolean; storageKey: string }>(
      ...boundTo(
        INSERT,
        documents.map(({ ctx, document: { id, name, size, sha256, storageKey, ...described } }) => [
          ...[id, ctx.organizationId, creatorOf(ctx, described.imported), name, size, sha256, storageKey],
          ...[described.nameSortKey, described.mimeType, JSON.stringify(described.ocrLanguages)],
          ...[described.documentDate, described.notes, described.source, described.isInInboxByDefault],
          ...[described.imported?.createdAt ?? null, described.imported?.isInInbox ?? null],
        ]),
      ),
    );
    return rows.map(({ isConfirmed, storageKey, ...inserted }) => {
      if (!isConfirmed) throw new Error(`the file ${storageKey} is not pending any more`);
      return inserted;
    });
  }

  /** The document with this content, without a lock: a refused duplicate must not wait. */
  findByHash(tx: Transaction, scope: OrganizationContext, sha256: string): Promise<SameDocument | undefined> {
    return this.#all(tx, scope)
      .select(['id', 'name', IS_IN_TRASH.as('isTrashed')])
      .where('original_sha256_hash', '=', sha256)
      .executeTakeFirst();
  }

  /** Locks the documents of the trash with these contents in the order of all others. */
  async lockTrashed(tx: Transaction, { organizationId }: OrganizationScope, sha256: readonly string[]): Promise<void> {
    await tx.sql.query(
      `select from document where organization_id = $1 and original_sha256_hash = any($2) and deleted_at is not null
       order by id for update`,
      [organizationId, sha256],
    );
  }

  /** The documents with these contents, in the trash or not. */
  findByHashes(scope: OrganizationScope, sha256: readonly string[]): Promise<KnownFile[]> {
    return this.#all(this.unitOfWork, scope)
      .select(['original_sha256_hash as sha256', 'id as documentId', IS_IN_TRASH.as('isDeleted')])
      .where('original_sha256_hash', '=', anyOf(sha256))
      .orderBy('id')
      .execute();
  }

  /**
   * The entity for a change, locked until the end of the transaction. Without the lock, writing a text could restore the
   * search row of a document that is moved to the trash at the same time.
   */
  findForChange(tx: Transaction, { organizationId }: OrganizationScope, documentId: string): Promise<Document | null> {
    const where = { id: documentId, organizationId };
    return tx.em.findOne(Document, where, { populate: ['content'], lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  /**
   * Writes fields of a document, which is then locked until the end of the transaction, and returns it as it is now;
   * `undefined` when it does not exist. The time of the change is later than the previous one, even within a millisecond.
   * All values are bound: the entity manager would put them into the statement character by character.
   */
  async update(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentId: string,
    fields: DocumentFields,
  ): Promise<WrittenDocument | undefined> {
    const given = (Object.keys(COLUMN_OF) as (keyof DocumentFields)[]).filter((field) => fields[field] !== undefined);
    const assignments = given.map((field, index) => `, ${COLUMN_OF[field]} = $${index + 4}`);
    if (fields.documentDate !== undefined) assignments.push(', date_finding = null');
    if (fields.documentDate === null) assignments.push(', is_date_removed = true');
    if (fields.content !== undefined)
      assignments.push(`, attachments = ${attachmentsBeside(`$${given.indexOf('content') + 4}`)}`);
    const [row] = await tx.sql.query<Omit<WrittenDocument, 'extractionProgress'>>(
      `update document d
       set updated_at = greatest($3::timestamptz(3), d.updated_at + interval '1 millisecond')${assignments.join('')}
       where d.organization_id = $1 and d.id = $2 returning ${OWN_COLUMNS}, d.content, d.sequence`,
      [organizationId, documentId, this.clock.now(), ...given.map((field) => fields[field])],
    );
    return row && { ...row, extractionProgress: null };
  }

  /** Returns when a document was changed last, and locks it until the end of the transaction. */
  lockRevision(
    tx: Transaction,
    scope: OrganizationScope,
    documentId: string,
  ): Promise<{ updatedAt: Date } | undefined> {
    return oneDocument(tx, scope, documentId).select('updated_at as updatedAt').forNoKeyUpdate().executeTakeFirst();
  }

  /** Rows of these ids in this order, without their texts. Ids without a row are skipped. */
  async findInOrder({ organizationId }: OrganizationScope, documentIds: readonly string[]): Promise<DocumentRow[]> {
    return sqlOver(this.unitOfWork.db).query<DocumentRow>(
      `select shown.* from unnest($2::text[]) with ordinality as wanted(id, place) cross join lateral (
         select ${DOCUMENT_COLUMNS} from document d where d.id = wanted.id and d.organization_id = $1 offset 0) shown
       order by wanted.place`,
      [organizationId, documentIds],
    );
  }

  /** Returns the names of these documents, in any order, including trashed ones. */
  async namesOf(scope: OrganizationScope, documentIds: readonly string[]): Promise<NamedDocument[]> {
    if (documentIds.length === 0) return [];
    return someDocuments(this.unitOfWork, scope, documentIds)
      .select(['id', 'name', IS_IN_TRASH.as('isInTrash')])
      .execute();
  }

  /** Inside the transaction: transactions that wait for a second connection could block each other forever. */
  async exists(tx: Transaction, scope: OrganizationScope, documentId: string): Promise<boolean> {
    return (await oneDocument(tx, scope, documentId).execute()).length > 0;
  }

  /** Returns how many of these documents have each type and each year of their date, in UTC. */
  countsIn(
    scope: OrganizationScope,
    documentIds: readonly string[],
  ): Promise<{ mimeType: string; year: number | null; count: number }[]> {
    return someDocuments(this.unitOfWork, scope, documentIds)
      .select([
        sql<string>`lower(mime_type)`.as('mimeType'),
        sql<number | null>`date_part('year', document_date at time zone 'UTC')::int`.as('year'),
        COUNT.as('count'),
      ])
      .where('deleted_at', 'is', null)
      .groupBy(sql`1, 2`)
      .execute();
  }

  /** Returns what is needed to send the stored file. */
  async findFile({ organizationId }: OrganizationScope, documentId: string): Promise<FileOfDocument | undefined> {
    const [row] = await sqlOver(this.unitOfWork.db).query<FileOfDocument>(
      `select d.original_storage_key as "storageKey", f.driver, d.name, d.original_name as "originalName",
         d.mime_type as "mimeType", d.original_size::float8 as size,
         d.original_sha256_hash as sha256,
         exists (select from damaged_file m where m.storage_key = f.storage_key) as "isDamaged"
       from document d join stored_file f on f.storage_key = d.original_storage_key
       where d.organization_id = $1 and d.id = $2`,
      [organizationId, documentId],
    );
    return row;
  }

  /** Returns how many of these are documents of the organization. */
  async countOf(tx: Transaction, scope: OrganizationScope, documentIds: readonly string[]): Promise<number> {
    const { count } = await someDocuments(tx, scope, documentIds).select(COUNT.as('count')).executeTakeFirstOrThrow();
    return count;
  }

  /** How many documents of these organizations wait for their texts. */
  countUnread(organizationIds: readonly string[]): Promise<number> {
    const unread = { organizationId: { $in: [...organizationIds] }, extractionStatus: { $ne: 'completed' as const } };
    return this.unitOfWork.reader.count(Document, unread);
  }

  /** Has the file extracted again. False when the document is gone. */
  markForExtraction(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
  ): Promise<{ contentHash: string } | undefined> {
    return changeDocument(tx, ctx, documentId)
      .set({ extraction_status: 'pending', extraction_next_attempt_at: null })
      .returning(sql<string>`${sql.raw(CONTENT_HASH)}`.as('contentHash'))
      .executeTakeFirst();
  }

  /** False when the organization is gone or deleted. */
  async isOrganizationLive(tx: Transaction, { organizationId }: OrganizationScope): Promise<boolean> {
    const rows = await tx.sql.query('select from organization where id = $1 and deleted_at is null', [organizationId]);
    return rows.length > 0;
  }

  #all(source: { readonly db: Kysely<unknown> }, { organizationId }: OrganizationScope) {
    return kyselyOf<DocumentTables>(source).selectFrom('document').where('organization_id', '=', organizationId);
  }
}

function creatorOf(ctx: OrganizationContext, imported: ImportedFacts | undefined): string | null {
  return imported?.createdBy === undefined ? userIdOf(ctx) : imported.createdBy;
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
    dateFinding: document.dateFinding ?? null,
    notes: document.notes ?? null,
    isInInbox: document.isInInbox,
    deletedAt: document.deletedAt ?? null,
    deletedBy: document.deletedBy ?? null,
    extractionStatus: document.extractionStatus,
    extractionOutcome: document.extractionOutcome ?? null,
    extractionReason: document.extractionReason ?? null,
    extractionProvider: document.extractionProvider ?? null,
    extractionNextAttemptAt: document.extractionNextAttemptAt ?? null,
    extractionProgress: null,
    isContentFullyIndexed: document.isContentFullyIndexed,
  };
}

/** Returns what the search index keeps of a document. */
export function searchDocument(document: Document | WrittenDocument): SearchText {
  return {
    id: document.id,
    sequence: document.sequence,
    organizationId: document.organizationId,
    name: document.name,
    content: document.content,
    notes: document.notes ?? '',
  };
}
