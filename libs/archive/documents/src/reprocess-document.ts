import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Broadcasts } from '#ground/history';
import { JobQueue } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';
import { Tasks } from '#archive/tasks';
import { DocumentRepository } from './document.repository.js';
import { DocumentNotFound } from './documents.errors.js';
import { ProcessDocument } from './documents.jobs.js';
import { ProcessingProgressed, progressOf } from './processing-progress.js';

@Injectable()
export class ReprocessDocument {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentRepository,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
    private readonly broadcasts: Broadcasts,
  ) {}

  /**
   * Requests a new extraction of a document, in the trash or not; its content stays until the new one is there, and also
   * then when it was edited after the request. Returns the id of the task, which is completed when the extraction is, with or without OCR.
   */
  async execute(ctx: OrganizationContext, documentId: string): Promise<string> {
    return this.unitOfWork.run((tx) => this.request(tx, ctx, documentId));
  }

  /** The same in a transaction that has more to do. */
  async request(tx: Transaction, ctx: OrganizationContext, documentId: string): Promise<string> {
    const { organizationId } = ctx;
    const marked = await this.documents.markForExtraction(tx, ctx, documentId);
    if (!marked) throw DocumentNotFound();
    const taskId = await this.tasks.create(tx, ctx, 'reprocess-document');
    await this.jobs.enqueue(tx, ProcessDocument, {
      organizationId,
      documentId,
      reason: 'reprocess',
      taskId,
      ...marked,
    });
    this.broadcasts.send(tx, ProcessingProgressed, progressOf(ctx, { documentId, status: 'pending' }));
    return taskId;
  }
}
