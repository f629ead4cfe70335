import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { MOST_SHORT_TEXT_BYTES, sortKey } from '@archivolt/plugin-kit';
import { DocumentsConfig } from '#config/documents';
import { OrganizationsConfig } from '#config/organizations';
import { NotInOrganization } from '#people/auth';
import type { Transaction } from '#ground/database';
import { Broadcasts, Changes } from '#ground/history';
import { JobQueue } from '#ground/jobs';
import { AppError, Clock, createId, nextUpdatedAt, type OrganizationContext } from '#ground/kernel';
import { canSee, OrganizationSettings } from '#people/organizations';
import { SearchService } from '#capabilities/search';
import { fileExtension, FileStore, type StoredFile } from '#capabilities/storage';
import { boundedBytes } from './bounded-bytes.js';
import {
  DocumentRepository,
  documentRow,
  searchDocument,
  type DocumentRow,
  type NewDocument,
  type WrittenDocument,
} from './document.repository.js';
import type { DocumentSource } from './document-source.js';
import { DocumentAlreadyExists } from './documents.errors.js';
import {
  DocumentCreated,
  DocumentRestored,
  type CreatedDocumentFacts,
  type HandedInFacts,
  type SplitFromFacts,
} from './documents.events.js';
import { ProcessDocument, type ProcessDocumentData } from './documents.jobs.js';
import type { ImportedFacts } from './imported-facts.js';
import { ProcessingProgressed, progressOf } from './processing-progress.js';

const TEXT_EXTENSIONS = new Set(['.csv', '.json', '.log', '.md', '.tsv', '.txt', '.yaml', '.yml']);

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
  /** The document of whose pages it was made. */
  splitFrom?: SplitFromFacts;
  /** How it came in; `upload` when it is missing. */
  source?: DocumentSource;
  /** Only of a document that another archive had before. */
  imported?: ImportedFacts;
}

/** A received file that is to become a document. */
export interface UploadToComplete {
  ctx: OrganizationContext;
  file: ReceivedFile;
  details: UploadDetails;
  /** Runs work for the request of the upload, which its event names; `forThisRequest()`. */
  within: <Result>(work: () => Result) => Result;
}

/** The document of a file; `isRestored` when it was in the trash. */
export type UploadedDocument = DocumentRow & { isRestored: boolean };

/** The document of an upload, or why it is refused. */
export type CompletedUpload = AppError | UploadedDocument;

/** Returns the document of a single upload, or throws why it is refused. */
export function documentOf([completed]: readonly CompletedUpload[]): UploadedDocument {
  if (completed === undefined) throw new Error('no upload was completed');
  if (completed instanceof AppError) throw completed;
  return completed;
}

@Injectable()
export class UploadDocument {
  constructor(
    private readonly config: DocumentsConfig,
    private readonly organizations: OrganizationsConfig,
    private readonly settings: OrganizationSettings,
    private readonly documents: DocumentRepository,
    private readonly files: FileStore,
    private readonly search: SearchService,
    private readonly changes: Changes,
    private readonly jobs: JobQueue,
    private readonly broadcasts: Broadcasts,
    private readonly clock: Clock,
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

  /**
   * Second half, for files of one organization: rows, files, search rows, history and jobs in one transaction, with as many
   * statements as for one file; afterwards the files are kept. A file that is refused, because its content is known or
   * the organization is gone, leaves the others alone.
   */
  async complete(tx: Transaction, uploads: readonly UploadToComplete[]): Promise<CompletedUpload[]> {
    const stored = uploads.filter(({ file }) => file.stored.isStored);
    const rows = stored.map(({ ctx, file, details }) => ({ ctx, document: this.#newDocument(file, details) }));
    const inserted = new Map((await this.documents.insertAll(tx, rows)).map((row) => [row.id, row]));
    const known = stored.filter(({ file }) => !inserted.has(file.documentId));
    const [first, second] = known;
    if (first && second)
      await this.documents.lockTrashed(
        tx,
        first.ctx,
        known.map(({ file }) => file.stored.sha256),
      );
    const completed: CompletedUpload[] = [];
    const added: AddedDocument[] = [];
    for (const upload of uploads) {
      const row = inserted.get(upload.file.documentId);
      const found = row ? { row } : await upload.within(() => this.#settleKnown(tx, upload));
      if ('row' in found) added.push({ upload, document: found.row });
      completed.push('row' in found ? { ...found.row, isRestored: false } : found.completed);
    }
    await this.#added(tx, added);
    return completed;
  }

  /** Adds what belongs to the rows of new documents of one organization. */
  async #added(tx: Transaction, added: readonly AddedDocument[]): Promise<void> {
    if (added.length === 0) return;
    await this.search.index(
      tx.sql,
      added.map(({ document }) => searchDocument(document)),
    );
    const jobs: ProcessDocumentData[] = [];
    for (const { upload, document } of added) {
      const { ctx, file, details, within } = upload;
      const { id: documentId, originalSize } = document;
      within(() => {
        this.changes.record(tx, ctx, DocumentCreated, createdFacts(document, details), {
          counters: { activeDocuments: 1, activeBytes: originalSize },
          onDeletedOrganization: NotInOrganization,
        });
      });
      tx.afterCommit(() => file.stored.keep());
      if (details.imported?.isRead === true) continue;
      const isShortText = looksLikeShortText(document);
      const job = { organizationId: ctx.organizationId, documentId, reason: 'upload' as const };
      jobs.push({ ...job, ...(isShortText && { isShortText }) });
      this.broadcasts.send(tx, ProcessingProgressed, progressOf(ctx, { documentId, status: 'pending' }));
      if (isShortText) tx.afterCommit(() => this.files.willBeRead(file.stored));
    }
    await this.jobs.enqueueAll(tx, ProcessDocument, jobs);
  }

  /**
   * For a content that is known: takes its document out of the trash, or says why it is refused. Inserts it when that
   * document is purged between two statements.
   */
  async #settleKnown(
    tx: Transaction,
    { ctx, file, details }: UploadToComplete,
  ): Promise<{ completed: CompletedUpload } | { row: WrittenDocument }> {
    const { name, stored } = file;
    for (;;) {
      const same = await this.documents.findByHash(tx, ctx, stored.sha256);
      if (!stored.isStored || (same && !same.isTrashed)) return { completed: alreadyExists(ctx, same) };
      const revived = same && (await this.#revive(tx, ctx, { documentId: same.id, name }, details));
      if (revived) return { completed: revived };
      if (!(await this.documents.isOrganizationLive(tx, ctx))) return { completed: NotInOrganization() };
      const [row] = await this.documents.insertAll(tx, [{ ctx, document: this.#newDocument(file, details) }]);
      if (row) return { row };
    }
  }

  /** Takes a document out of the trash under the new name; `undefined` when it was purged meanwhile. */
  async #revive(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentId, name }: { documentId: string; name: string },
    details: UploadDetails,
  ): Promise<CompletedUpload | undefined> {
    const { organizationId } = ctx;
    const { documentDate, notes } = details;
    const document = await this.documents.findForChange(tx, ctx, documentId);
    if (!document) return undefined;
    if (!document.deletedAt) return alreadyExists(ctx, document);
    document.name = document.originalName = name;
    document.nameSortKey = sortKey(name);
    if (documentDate !== undefined) {
      document.documentDate = documentDate;
      document.dateFinding = null;
    }
    if (notes !== undefined) document.notes = notes;
    document.isInInbox = await this.settings.isInboxEnabled(ctx, tx);
    document.deletedAt = document.deletedBy = null;
    document.updatedAt = nextUpdatedAt(document.updatedAt, this.clock.now());
    await tx.em.flush();
    await this.search.index(tx.sql, [searchDocument(document)]);
    const bytes = document.originalSize + document.otherVersionsSize;
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
    return { ...documentRow(document), isRestored: true };
  }

  #newDocument({ documentId, name, stored }: ReceivedFile, details: UploadDetails): NewDocument {
    const { storageKey, size, sha256 } = stored;
    const { mimeType, ocrLanguages, documentDate, notes, source = 'upload', imported } = details;
    return {
      ...{ id: documentId, name, nameSortKey: sortKey(name), size, sha256, storageKey },
      ...{ mimeType, ocrLanguages, documentDate: documentDate ?? null, notes: notes ?? null, source },
      isInInboxByDefault: this.organizations.isInboxEnabled,
      imported,
    };
  }
}

interface AddedDocument {
  upload: UploadToComplete;
  document: WrittenDocument;
}

/** A guess that only decides where the document waits: the file says what it is when it is read. */
function looksLikeShortText({
  originalSize,
  originalName,
  mimeType,
}: Pick<DocumentRow, 'mimeType' | 'originalName' | 'originalSize'>): boolean {
  if (originalSize > MOST_SHORT_TEXT_BYTES) return false;
  return mimeType.startsWith('text/') || TEXT_EXTENSIONS.has(fileExtension(originalName));
}

/** Names the document that is in the way to callers who may see it. */
function alreadyExists(ctx: OrganizationContext, same: { id: string; name: string } | undefined): AppError {
  const isNamed = same !== undefined && canSee(ctx, 'documents');
  return DocumentAlreadyExists(isNamed ? { facts: { documentId: same.id, documentName: same.name } } : {});
}

function createdFacts(
  { id, name, createdAt, updatedAt }: Pick<DocumentRow, 'createdAt' | 'id' | 'name' | 'updatedAt'>,
  { fileRequest, splitFrom }: UploadDetails,
): CreatedDocumentFacts {
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { documentId: id, name, ...times, ...fileRequest, ...splitFrom };
}
