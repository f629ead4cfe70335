import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { sortKey } from '@archivolt/plugin-kit';
import { DocumentsConfig } from '#config/documents';
import { NotInOrganization } from '#libs/auth';
import type { Transaction } from '#libs/database';
import { Broadcasts, Changes } from '#libs/history';
import { JobQueue } from '#libs/jobs';
import { createId, nextUpdatedAt, type AppError, type OrganizationContext } from '#libs/kernel';
import { canSee } from '#libs/organizations';
import { SearchService } from '#libs/search';
import { fileExtension, FileStore, type StoredFile } from '#libs/storage';
import { boundedBytes } from './bounded-bytes.js';
import {
  DocumentRepository,
  documentRow,
  searchDocument,
  type DocumentRow,
  type InsertedDocument,
} from './document.repository.js';
import type { DocumentSource } from './document-source.js';
import { DocumentAlreadyExists } from './documents.errors.js';
import {
  DocumentCreated,
  DocumentRestored,
  type CreatedDocumentFacts,
  type HandedInFacts,
} from './documents.events.js';
import { ProcessDocument } from './documents.jobs.js';
import { ProcessingProgressed, progressOf } from './processing-progress.js';

/** A file that is stored durably for a new document. Disposing it removes it, unless a document has taken it over. */
export interface ReceivedFile extends AsyncDisposable {
  documentId: string;
  name: string;
  stored: StoredFile;
}

/** What the upload says about its file. */
export interface UploadDetails {
  mimeType: string;
  ocrLanguages: readonly string[];
  /** A document from the trash keeps its own unless they are given. */
  documentDate?: Date | undefined;
  notes?: string | undefined;
  /** The file request through which a visitor handed it in. */
  fileRequest?: HandedInFacts | undefined;
  /** How it came in; `upload` when it is missing. */
  source?: DocumentSource;
}

/** The document of a file; `isRestored` when it was in the trash. */
export type UploadedDocument = DocumentRow & { isRestored: boolean };

@Injectable()
export class UploadDocument {
  constructor(
    private readonly config: DocumentsConfig,
    private readonly documents: DocumentRepository,
    private readonly files: FileStore,
    private readonly search: SearchService,
    private readonly changes: Changes,
    private readonly jobs: JobQueue,
    private readonly broadcasts: Broadcasts,
  ) {}

  /**
   * First half: stores the bytes, durably before anything is promised. The file of a known duplicate is not stored;
   * {@link complete} refuses it. `maxBytes` lowers the limit of the server.
   */
  async receive(
    ctx: OrganizationContext,
    { name, content }: { name: string; content: Readable },
    signal: AbortSignal,
    { maxBytes = this.config.maxUploadBytes }: { maxBytes?: number } = {},
  ): Promise<ReceivedFile> {
    const documentId = createId('doc');
    const storageKey = `${ctx.organizationId}/originals/${documentId}${fileExtension(name)}`;
    const stored = await this.files.store(storageKey, boundedBytes(content, maxBytes), {
      signal,
      announce: (file) => this.documents.announceFile(ctx, file),
    });
    return { documentId, name, stored, [Symbol.asyncDispose]: () => stored[Symbol.asyncDispose]() };
  }

  /** Second half: row, file, search row, history and job in one transaction; afterwards the file is kept. */
  async complete(
    tx: Transaction,
    ctx: OrganizationContext,
    file: ReceivedFile,
    details: UploadDetails,
  ): Promise<UploadedDocument> {
    if (!file.stored.isStored) throw alreadyExists(ctx, await this.documents.findByHash(tx, ctx, file.stored.sha256));
    const found = await this.#insertOrRevive(tx, ctx, file, details);
    if ('revived' in found) return { ...found.revived, isRestored: true };
    const { organizationId } = ctx;
    const documentId = found.id;
    await this.search.index(tx.sql, [searchDocument(found)]);
    this.changes.record(tx, ctx, DocumentCreated, createdFacts(found, details), {
      counters: { activeDocuments: 1, activeBytes: found.originalSize },
      onDeletedOrganization: NotInOrganization,
    });
    await this.jobs.enqueue(tx, ProcessDocument, { organizationId, documentId, reason: 'upload' });
    this.broadcasts.send(tx, ProcessingProgressed, progressOf(ctx, { documentId, status: 'pending' }));
    tx.afterCommit(() => file.stored.keep());
    return { ...found, isRestored: false };
  }

  /** Tries again when the document with the same content is purged between two statements. */
  async #insertOrRevive(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentId, name, stored }: ReceivedFile,
    details: UploadDetails,
  ): Promise<InsertedDocument | { revived: DocumentRow }> {
    const { storageKey, size, sha256 } = stored;
    const { mimeType, ocrLanguages, documentDate = null, notes = null, source = 'upload' } = details;
    const described = { mimeType, ocrLanguages, documentDate, notes, source };
    const document = { id: documentId, name, nameSortKey: sortKey(name), ...described };
    for (;;) {
      const inserted = await this.documents.insert(tx, ctx, { ...document, size, sha256, storageKey });
      if (inserted) return inserted;
      const same = await this.documents.findByHash(tx, ctx, sha256);
      if (same && !same.isTrashed) throw alreadyExists(ctx, same);
      const revived = same && (await this.#revive(tx, ctx, { documentId: same.id, name }, details));
      if (revived) return { revived };
      if (!(await this.documents.isOrganizationLive(tx, ctx))) throw NotInOrganization();
    }
  }

  /** Takes a document out of the trash under the new name; `undefined` when it was purged meanwhile. */
  async #revive(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentId, name }: { documentId: string; name: string },
    details: UploadDetails,
  ): Promise<DocumentRow | undefined> {
    const { organizationId } = ctx;
    const { documentDate, notes } = details;
    const document = await this.documents.findForChange(tx, ctx, documentId);
    if (!document) return undefined;
    if (!document.deletedAt) throw alreadyExists(ctx, document);
    document.name = document.originalName = name;
    document.nameSortKey = sortKey(name);
    if (documentDate !== undefined) document.documentDate = documentDate;
    if (notes !== undefined) document.notes = notes;
    document.deletedAt = document.deletedBy = null;
    document.updatedAt = nextUpdatedAt(document.updatedAt);
    await tx.em.flush();
    await this.search.index(tx.sql, [searchDocument(document)]);
    const bytes = document.originalSize;
    this.changes.record(
      tx,
      ctx,
      DocumentRestored,
      { documentId },
      {
        counters: { activeDocuments: 1, activeBytes: bytes, trashedDocuments: -1, trashedBytes: -bytes },
        onDeletedOrganization: NotInOrganization,
      },
    );
    this.changes.record(tx, ctx, DocumentCreated, createdFacts(document, details));
    await this.jobs.enqueue(tx, ProcessDocument, { organizationId, documentId, reason: 'restore' });
    return documentRow(document);
  }
}

/** Names the document that is in the way to callers who may see it. */
function alreadyExists(ctx: OrganizationContext, same: { id: string; name: string } | undefined): AppError {
  const isNamed = same !== undefined && canSee(ctx, 'documents');
  return DocumentAlreadyExists(isNamed ? { facts: { documentId: same.id, documentName: same.name } } : {});
}

function createdFacts(
  { id, name, createdAt, updatedAt }: Pick<DocumentRow, 'createdAt' | 'id' | 'name' | 'updatedAt'>,
  { fileRequest }: UploadDetails,
): CreatedDocumentFacts {
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { documentId: id, name, ...times, ...fileRequest };
}
