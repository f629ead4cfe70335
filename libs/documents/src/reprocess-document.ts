import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import { JobQueue } from '#libs/jobs';
import { Tasks } from '#libs/tasks';
import { DocumentNotFound } from './documents.errors.js';
import { ProcessDocument } from './documents.jobs.js';

@Injectable()
export class ReprocessDocument {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
  ) {}

  /**
   * Has a document read again, in the trash or not; its text stays until the new one is there. Returns the id of the
   * task, which is done when reading is, with or without text recognition.
   */
  async execute(organizationId: string, documentId: string): Promise<string> {
    return this.unitOfWork.run(async (tx) => {
      const found = await tx.sql.query(
        `update document set extraction_status = 'pending' where organization_id = $1 and id = $2 returning id`,
        [organizationId, documentId],
      );
      if (found.length === 0) throw DocumentNotFound();
      const taskId = await this.tasks.create(tx, organizationId, 'reprocess-document');
      await this.jobs.enqueue(tx, ProcessDocument, { organizationId, documentId, reason: 'reprocess', taskId });
      return taskId;
    });
  }
}
