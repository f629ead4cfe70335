import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#libs/database';
import { Changes } from '#libs/history';
import type { OrganizationContext } from '#libs/kernel';
import { TagCatalog, TagNotFound } from '#libs/tags';
import { DocumentRepository } from './document.repository.js';
import { DocumentAlreadyHasTag, DocumentNotFound } from './documents.errors.js';
import { DocumentTagAdded, DocumentTagRemoved } from './documents.events.js';

interface TaggedDocument {
  documentId: string;
  tagId: string;
}

@Injectable()
export class TagDocument {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentRepository,
    private readonly tags: TagCatalog,
    private readonly changes: Changes,
  ) {}

  async add(ctx: OrganizationContext, { documentId, tagId }: TaggedDocument): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      await this.#lock(tx, ctx, { documentId, tagId });
      const added = await tx.sql.query(
        'insert into document_tag (document_id, tag_id) values ($1, $2) on conflict do nothing returning tag_id',
        [documentId, tagId],
      );
      if (added.length === 0) throw DocumentAlreadyHasTag();
      this.changes.record(tx, ctx, DocumentTagAdded, { documentId, tagId });
    });
  }

  /** Taking off a tag that is not there changes nothing. */
  async remove(ctx: OrganizationContext, { documentId, tagId }: TaggedDocument): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      await this.#lock(tx, ctx, { documentId, tagId });
      const removed = await tx.sql.query(
        'delete from document_tag where document_id = $1 and tag_id = $2 returning tag_id',
        [documentId, tagId],
      );
      if (removed.length === 0) return;
      this.changes.record(tx, ctx, DocumentTagRemoved, { documentId, tagId });
    });
  }

  /** Both stay until the commit. */
  async #lock(tx: Transaction, ctx: OrganizationContext, { documentId, tagId }: TaggedDocument): Promise<void> {
    if ((await this.documents.lockForTagging(tx, ctx, [documentId])).length === 0) throw DocumentNotFound();
    if ((await this.tags.keep(tx, ctx.organizationId, [tagId])).length === 0) throw TagNotFound();
  }
}
