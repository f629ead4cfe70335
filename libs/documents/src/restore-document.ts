import { Injectable } from '@nestjs/common';
import { ActivityLog } from '#libs/activity';
import { UnitOfWork } from '#libs/database';
import { EventLog } from '#libs/events';
import { SearchService } from '#libs/search';
import { DocumentRepository, searchDocument } from './document.repository.js';
import { DocumentNotDeleted, DocumentNotFound } from './documents.errors.js';
import { DocumentRestored } from './documents.events.js';

@Injectable()
export class RestoreDocument {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentRepository,
    private readonly search: SearchService,
    private readonly activity: ActivityLog,
    private readonly events: EventLog,
  ) {}

  /** Takes a document out of the trash as it was put there, findable at once. */
  async execute(organizationId: string, documentId: string, userId: string): Promise<void> {
    const trashed = await this.documents.find(organizationId, documentId);
    const prepared = trashed?.deletedAt ? await this.search.prepareContent(organizationId, trashed.content) : undefined;
    await this.unitOfWork.run(async (tx) => {
      const document = await this.documents.findForChange(tx, organizationId, documentId);
      if (!document) throw DocumentNotFound();
      if (!document.deletedAt) throw DocumentNotDeleted();
      await tx.sql.query(
        `update document set deleted_at = null, deleted_by = null,
           updated_at = greatest(now(), updated_at + interval '1 ms') where id = $1`,
        [documentId],
      );
      await this.search.index(tx.sql, [searchDocument(document)], prepared);
      await this.activity.record(tx, [{ documentId, event: 'restored', userId }]);
      this.events.record(tx, DocumentRestored, organizationId, { documentId });
    });
  }
}
