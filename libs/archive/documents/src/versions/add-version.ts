import { Injectable } from '@nestjs/common';
import { FileStore } from '#capabilities/storage';
import { violatedUniqueConstraint, type Transaction } from '#ground/database';
import { Broadcasts, Changes } from '#ground/history';
import { JobQueue } from '#ground/jobs';
import { userIdOf, type OrganizationContext } from '#ground/kernel';
import { documentLocked, RetentionLockRepository } from '#people/holds';
import { DocumentRepository } from '../document.repository.js';
import { DocumentAlreadyExists, DocumentNotFound } from '../documents.errors.js';
import { DocumentUpdated } from '../documents.events.js';
import { ProcessDocument } from '../documents.jobs.js';
import { ProcessingProgressed, progressOf } from '../processing-progress.js';
import { DocumentVersionRepository, type DocumentToChange, type VersionToAdd } from './document-version.repository.js';
import { DocumentBeingRead, NotChangedInTrash, TooManyVersions } from './versions.errors.js';

/** Versions of one document. */
export const MOST_VERSIONS = 100;

/** Gives documents another file, and keeps the one that they had. */
@Injectable()
export class AddVersion {
  constructor(
    private readonly versions: DocumentVersionRepository,
    private readonly documents: DocumentRepository,
    private readonly files: FileStore,
    private readonly jobs: JobQueue,
    private readonly changes: Changes,
    private readonly broadcasts: Broadcasts,
    private readonly locks: RetentionLockRepository,
  ) {}

  /** Locks a document that may have another file now; throws why it may not. */
  async lock(tx: Transaction, ctx: OrganizationContext, documentId: string): Promise<DocumentToChange> {
    const document = await this.versions.lock(tx, ctx, documentId);
    if (!document) throw DocumentNotFound();
    const lock = await this.locks.ofDocument(tx, ctx, documentId);
    if (lock) throw documentLocked(lock);
    if (document.isInTrash) throw NotChangedInTrash();
    // A reading of the file that it has would end after the change, with another text.
    if (!document.isRead) throw DocumentBeingRead();
    if ((await this.versions.count(tx, documentId)) >= MOST_VERSIONS) throw TooManyVersions();
    return document;
  }

  /** Returns the number of the new version. Call it with what {@link lock} has returned, in its transaction. */
  async execute(
    tx: Transaction,
    ctx: OrganizationContext,
    document: DocumentToChange,
    file: Omit<VersionToAdd, 'createdBy' | 'documentId'>,
  ): Promise<number> {
    const { organizationId } = ctx;
    const { id: documentId, allSize: before } = document;
    const same = await this.documents.findByHash(tx, ctx, file.sha256);
    if (same) throw DocumentAlreadyExists({ facts: { documentId: same.id, documentName: same.name } });
    const added = this.versions.add(tx, { ...file, documentId, createdBy: userIdOf(ctx) });
    const { number, allSize, previewKeys } = await added.catch((error: unknown) => {
      // Another transaction has added it since it was looked for.
      throw violatedUniqueConstraint(error) === 'document_hash' ? DocumentAlreadyExists() : error;
    });
    await this.files.removeLater(tx, previewKeys);
    const counters = { activeBytes: allSize - before };
    this.changes.record(tx, ctx, DocumentUpdated, { documentId, updatedFields: ['file'] }, { counters });
    const marked = await this.documents.markForExtraction(tx, ctx, documentId);
    await this.jobs.enqueue(tx, ProcessDocument, { organizationId, documentId, reason: 'reprocess', ...marked });
    this.broadcasts.send(tx, ProcessingProgressed, progressOf(ctx, { documentId, status: 'pending' }));
    return number;
  }
}
