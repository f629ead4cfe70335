import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import { JobQueue } from '#libs/jobs';
import type { OrganizationContext } from '#libs/kernel';
import { Tasks } from '#libs/tasks';
import { DocumentRepository } from './document.repository.js';
import { DocumentNotFound } from './documents.errors.js';
import { ProcessDocument } from './documents.jobs.js';

@Injectable()
export class ReprocessDocument {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentRepository,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
  ) {}

  /**
   * Has the text of a document extracted again, in the trash or not; the text stays until the new one is there. Returns
   * the id of the task, which is done when the extraction is, with or without text recognition.
   */
  async execute(ctx: OrganizationContext, documentId: string): Promise<string> {
    const { organizationId } = ctx;
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.documents.markForExtraction(tx, ctx, documentId))) throw DocumentNotFound();
      const taskId = await this.tasks.create(tx, organizationId, 'reprocess-document');
      await this.jobs.enqueue(tx, ProcessDocument, { organizationId, documentId, reason: 'reprocess', taskId });
      return taskId;
    });
  }
}
