import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { sortKey } from '@archivolt/plugin-kit';
import { DocumentsConfig } from '#config/documents';
import { ActivityLog } from '#libs/activity';
import { UnitOfWork, type Transaction } from '#libs/database';
import { EventLog } from '#libs/events';
import type { KeepAnswer } from '#libs/idempotency';
import { JobQueue } from '#libs/jobs';
import { createId, nextUpdatedAt } from '#libs/kernel';
import { NotInOrganization } from '#libs/auth';
import { SearchService } from '#libs/search';
import { fileExtension, FileStore, type StoredUpload } from '#libs/storage';
import { boundedBytes } from './bounded-bytes.js';
import {
  DocumentRepository,
  documentRow,
  searchDocument,
  type DocumentRow,
  type InsertedDocument,
} from './document.repository.js';
import { DocumentAlreadyExists } from './documents.errors.js';
import { DocumentCreated } from './documents.events.js';
import { ProcessDocument } from './documents.jobs.js';

/** A file that is stored durably and waits for its document. */
export interface ReceivedFile extends StoredUpload {
  documentId: string;
  organizationId: string;
  fileName: string;
}

/** Where a document comes from, and what was said about it. */
export interface UploadDetails {
  /** Missing for what no person uploaded. */
  userId: string | undefined;
  mimeType: string;
  ocrLanguages: readonly string[];
}

@Injectable()
export class UploadDocument {
  constructor(
    private readonly config: DocumentsConfig,
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentRepository,
    private readonly files: FileStore,
    private readonly search: SearchService,
    private readonly activity: ActivityLog,
    private readonly events: EventLog,
    private readonly jobs: JobQueue,
  ) {}

  /** First half: the bytes, durable before anything is promised. Nothing is left behind on a failure. */
  async receive(
    organizationId: string,
    fileName: string,
    content: Readable,
    signal: AbortSignal,
  ): Promise<ReceivedFile> {
    const documentId = createId('doc');
    const storageKey = `${organizationId}/originals/${documentId}${fileExtension(fileName)}`;
    const stored = await this.files.store(storageKey, boundedBytes(content, this.config.maxUploadBytes), signal);
    return { ...stored, documentId, organizationId, fileName };
  }

  discard(file: ReceivedFile): Promise<void> {
    return this.files.discard(file.storageKey);
  }

  /** Second half: row, file, activity, event and job in one transaction. The file is discarded when that fails. */
  async complete(
    file: ReceivedFile,
    details: UploadDetails,
    keepAnswer?: KeepAnswer<DocumentRow>,
  ): Promise<DocumentRow> {
    try {
      const { document, usesFile } = await this.unitOfWork.run(async (tx) => {
        const completed = await this.#complete(tx, file, details);
        await keepAnswer?.(tx, completed.document);
        return completed;
      });
      if (!usesFile) await this.discard(file);
      return document;
    } catch (error) {
      await this.discard(file);
      throw error;
    }
  }

  async #complete(
    tx: Transaction,
    file: ReceivedFile,
    details: UploadDetails,
  ): Promise<{ document: DocumentRow; usesFile: boolean }> {
    const { organizationId, documentId } = file;
    // A document that is committed after the organization was deleted would escape the purge of the organization.
    tx.beforeCommit(async () => {
      if (!(await this.documents.lockOrganization(tx, organizationId))) throw NotInOrganization();
    });
    const document = await this.#insertOrRevive(tx, file, details);
    if ('revived' in document) return { document: document.revived, usesFile: false };
    await this.files.confirm(tx, file.storageKey);
    await this.search.index(tx.sql, [searchDocument(document)]);
    await this.activity.record(tx, [{ documentId, event: 'created', userId: details.userId }]);
    this.events.record(tx, DocumentCreated, organizationId, { documentId });
    await this.jobs.enqueue(tx, ProcessDocument, { organizationId, documentId, reason: 'upload' });
    return { document, usesFile: true };
  }

  /** Tries again when the document with the same content is purged between two statements. */
  async #insertOrRevive(
    tx: Transaction,
    file: ReceivedFile,
    details: UploadDetails,
  ): Promise<InsertedDocument | { revived: DocumentRow }> {
    const { organizationId, fileName: name } = file;
    for (;;) {
      const inserted = await this.documents.insert(tx, {
        id: file.documentId,
        organizationId,
        createdBy: details.userId ?? null,
        name,
        nameSortKey: sortKey(name),
        mimeType: details.mimeType,
        size: file.size,
        sha256: file.sha256,
        storageKey: file.storageKey,
        ocrLanguages: details.ocrLanguages,
      });
      if (inserted) return inserted;
      const same = await this.documents.findByHash(tx, organizationId, file.sha256);
      if (same && !same.isTrashed) throw DocumentAlreadyExists();
      const revived = same && (await this.#revive(tx, same.id, file, details));
      if (revived) return { revived };
      if (!(await this.documents.isOrganizationLive(tx, organizationId))) throw NotInOrganization();
    }
  }

  /** Takes a document out of the trash under the new name; `undefined` when it was purged meanwhile. */
  async #revive(
    tx: Transaction,
    documentId: string,
    file: ReceivedFile,
    details: UploadDetails,
  ): Promise<DocumentRow | undefined> {
    const { organizationId } = file;
    const document = await this.documents.findForChange(tx, organizationId, documentId);
    if (!document) return undefined;
    if (!document.deletedAt) throw DocumentAlreadyExists();
    document.name = document.originalName = file.fileName;
    document.nameSortKey = sortKey(file.fileName);
    document.deletedAt = document.deletedBy = null;
    document.updatedAt = nextUpdatedAt(document.updatedAt);
    await tx.em.flush();
    await this.search.index(tx.sql, [searchDocument(document)]);
    await this.activity.record(tx, [
      { documentId: document.id, event: 'restored', userId: details.userId },
      { documentId: document.id, event: 'created', userId: details.userId },
    ]);
    this.events.record(tx, DocumentCreated, organizationId, { documentId: document.id });
    await this.jobs.enqueue(tx, ProcessDocument, { organizationId, documentId: document.id, reason: 'restore' });
    return documentRow(document);
  }
}
