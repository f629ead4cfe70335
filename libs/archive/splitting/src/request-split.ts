import { Injectable } from '@nestjs/common';
import type { SelectedPage } from '@archivolt/plugin-kit';
import { DocumentFilesRepository, DocumentNotFound, DocumentRepository, LockDocuments } from '#archive/documents';
import { Tasks } from '#archive/tasks';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { JobQueue } from '#ground/jobs';
import { createId, type OrganizationContext } from '#ground/kernel';
import { DocumentSplitRefused } from './splitting.events.js';
import { SplitDocument } from './splitting.jobs.js';
import { SplittingRepository, type DocumentSplit } from './splitting.repository.js';
import type { SplitPlan } from './splitting.schema.js';
import { NotSplitInTrash } from './splitting.errors.js';

/** Parts of one document, and their pages in all. */
export const MOST_PARTS = 200;
export const MOST_PAGES = 5_000;

/** Requests that a document becomes several. */
@Injectable()
export class RequestSplit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly splits: SplittingRepository,
    private readonly documents: DocumentRepository,
    private readonly files: DocumentFilesRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
    private readonly changes: Changes,
  ) {}

  /** For people: returns the id of the task, whose result has the ids of the parts, as `{ documentIds }`. */
  async byHand(
    ctx: OrganizationContext,
    documentId: string,
    { parts, keepsOriginal }: { parts: readonly (readonly SelectedPage[])[]; keepsOriginal: boolean },
  ): Promise<string> {
    return this.unitOfWork.run(async (tx) => {
      const [locked] = await this.lockDocuments.execute(tx, ctx, [documentId], { activeOnly: true });
      if (locked === undefined)
        throw (await this.documents.exists(tx, ctx, documentId)) ? NotSplitInTrash() : DocumentNotFound();
      const splitId = await this.#save(tx, ctx, documentId, { parts, keepsOriginal });
      const taskId = await this.tasks.create(tx, ctx, 'split-document');
      await this.#enqueue(tx, ctx, { documentId, splitId, taskId });
      return taskId;
    });
  }

  /** For the server. The caller holds the lock of the document. */
  async execute(tx: Transaction, ctx: OrganizationContext, documentId: string, plan: SplitPlan): Promise<void> {
    const splitId = await this.#save(tx, ctx, documentId, plan);
    await this.#enqueue(tx, ctx, { documentId, splitId });
  }

  /** Notes why the server leaves a document as it is. The caller holds the lock of the document. */
  async refuse(tx: Transaction, ctx: OrganizationContext, documentId: string, reason: string): Promise<void> {
    await this.#save(tx, ctx, documentId, { parts: [], keepsOriginal: true });
    await this.splits.end(tx, documentId, { outcome: 'refused', reason, partIds: [] });
    this.changes.record(tx, ctx, DocumentSplitRefused, { documentId, reason });
  }

  /** The latest split of a document; `undefined` when there was none. */
  find(tx: Transaction, ctx: OrganizationContext, documentId: string): Promise<DocumentSplit | undefined> {
    return this.splits.find(tx, ctx, documentId);
  }

  async #save(tx: Transaction, ctx: OrganizationContext, documentId: string, plan: SplitPlan): Promise<string> {
    const { organizationId: _, ...requestedBy } = ctx;
    const id = createId('split');
    const sha256 = (await this.files.hashes(tx, ctx, [documentId])).get(documentId);
    const noted = { ...plan, ...(sha256 !== undefined && { sha256 }) };
    await this.splits.save(tx, documentId, { id, requestedBy, plan: noted });
    return id;
  }

  async #enqueue(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    job: { documentId: string; splitId: string; taskId?: string },
  ): Promise<void> {
    await this.jobs.enqueue(tx, SplitDocument, { organizationId, ...job });
  }
}
