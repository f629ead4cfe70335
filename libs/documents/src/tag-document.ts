import { Injectable } from '@nestjs/common';
import { ActivityLog } from '#libs/activity';
import { UnitOfWork, type Transaction } from '#libs/database';
import { EventLog } from '#libs/events';
import { TagCatalog, TagNotFound } from '#libs/tags';
import { DocumentRepository } from './document.repository.js';
import { DocumentAlreadyHasTag, DocumentNotFound } from './documents.errors.js';
import { DocumentTagAdded, DocumentTagRemoved } from './documents.events.js';

@Injectable()
export class TagDocument {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentRepository,
    private readonly tags: TagCatalog,
    private readonly activity: ActivityLog,
    private readonly events: EventLog,
  ) {}

  async add(organizationId: string, documentId: string, tagId: string, userId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      await this.#lock(tx, organizationId, documentId, tagId);
      const added = await tx.sql.query(
        'insert into document_tag (document_id, tag_id) values ($1, $2) on conflict do nothing returning tag_id',
        [documentId, tagId],
      );
      if (added.length === 0) throw DocumentAlreadyHasTag();
      await this.activity.record(tx, [{ documentId, event: 'tagged', userId, tagId }]);
      this.events.record(tx, DocumentTagAdded, organizationId, { documentId, tagId });
    });
  }

  /** Taking off a tag that is not there changes nothing. */
  async remove(organizationId: string, documentId: string, tagId: string, userId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      await this.#lock(tx, organizationId, documentId, tagId);
      const removed = await tx.sql.query(
        'delete from document_tag where document_id = $1 and tag_id = $2 returning tag_id',
        [documentId, tagId],
      );
      if (removed.length === 0) return;
      await this.activity.record(tx, [{ documentId, event: 'untagged', userId, tagId }]);
      this.events.record(tx, DocumentTagRemoved, organizationId, { documentId, tagId });
    });
  }

  /** Both stay until the commit. */
  async #lock(tx: Transaction, organizationId: string, documentId: string, tagId: string): Promise<void> {
    if ((await this.documents.lockForTagging(tx, organizationId, [documentId])).length === 0) throw DocumentNotFound();
    if ((await this.tags.keep(tx, organizationId, [tagId])).length === 0) throw TagNotFound();
  }
}
