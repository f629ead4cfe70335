import { Injectable } from '@nestjs/common';
import { ActivityLog } from '#libs/activity';
import { UnitOfWork } from '#libs/database';
import { EventLog } from '#libs/events';
import { SearchService } from '#libs/search';
import { DocumentSelection, inChunks, type DocumentFilter } from './document-selection.js';
import { DocumentDeleted } from './documents.events.js';

@Injectable()
export class TrashDocuments {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly selection: DocumentSelection,
    private readonly search: SearchService,
    private readonly activity: ActivityLog,
    private readonly events: EventLog,
  ) {}

  /** Moves many documents to the trash, all or none. Gives those that were not there already. */
  async execute(organizationId: string, filter: DocumentFilter, userId: string): Promise<string[]> {
    const ids = await this.selection.ids({ organizationId, userId }, filter);
    const trashed = await this.unitOfWork.run(async (tx) => {
      await this.selection.check(tx, organizationId, filter, ids);
      const moved = new Set<string>();
      for (const chunk of inChunks(ids)) {
        const rows = await tx.sql.query<{ id: string }>(
          `with chosen as (select id from document where organization_id = $1 and id = any($2) and deleted_at is null
             order by id for no key update)
           update document set deleted_at = now(), deleted_by = $3, updated_at = greatest(now(), document.updated_at + interval '1 ms')
           from chosen where document.id = chosen.id returning document.id`,
          [organizationId, chunk, userId],
        );
        const documentIds = rows.map(({ id }) => id);
        await this.search.remove(tx.sql, documentIds);
        await this.activity.record(
          tx,
          documentIds.map((documentId) => ({ documentId, event: 'deleted', userId })),
        );
        for (const documentId of documentIds) {
          this.events.record(tx, DocumentDeleted, organizationId, { documentId });
          moved.add(documentId);
        }
      }
      return moved;
    });
    return ids.filter((id) => trashed.has(id));
  }
}
