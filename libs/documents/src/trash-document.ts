import { Injectable } from '@nestjs/common';
import { ActivityLog } from '#libs/activity';
import { UnitOfWork } from '#libs/database';
import { EventLog } from '#libs/events';
import { SearchService } from '#libs/search';
import { DocumentRepository } from './document.repository.js';
import { DocumentNotFound } from './documents.errors.js';
import { DocumentDeleted } from './documents.events.js';

@Injectable()
export class TrashDocument {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentRepository,
    private readonly search: SearchService,
    private readonly activity: ActivityLog,
    private readonly events: EventLog,
  ) {}

  /** Moves a document to the trash. One that is there already stays as it is. */
  async execute(organizationId: string, documentId: string, userId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const trashed = await tx.sql.query(
        `update document set deleted_at = now(), deleted_by = $3, updated_at = greatest(now(), document.updated_at + interval '1 ms')
         where organization_id = $1 and id = $2 and deleted_at is null returning id`,
        [organizationId, documentId, userId],
      );
      if (trashed.length === 0) {
        if (!(await this.documents.exists(tx, organizationId, documentId))) throw DocumentNotFound();
        return;
      }
      await this.search.remove(tx.sql, [documentId]);
      await this.activity.record(tx, [{ documentId, event: 'deleted', userId }]);
      this.events.record(tx, DocumentDeleted, organizationId, { documentId });
    });
  }
}
