import { Injectable } from '@nestjs/common';
import { ActivityLog } from '#libs/activity';
import { UnitOfWork } from '#libs/database';
import { EventLog } from '#libs/events';
import { TagCatalog, TagNotFound } from '#libs/tags';
import { DocumentRepository } from './document.repository.js';
import { DocumentSelection, inChunks, type DocumentFilter } from './document-selection.js';
import { DocumentTagAdded, DocumentTagRemoved } from './documents.events.js';

interface Pair {
  documentId: string;
  tagId: string;
}

export interface TagChanges {
  addTagIds: readonly string[];
  removeTagIds: readonly string[];
}

const ADD = `
  insert into document_tag (document_id, tag_id)
  select d.id, t.id from document d cross join unnest($3::text[]) as t(id)
  where d.organization_id = $1 and d.id = any($2) order by d.id, t.id
  on conflict do nothing returning document_id as "documentId", tag_id as "tagId"`;

const REMOVE = `
  delete from document_tag dt using document d
  where d.id = dt.document_id and d.organization_id = $1 and dt.document_id = any($2) and dt.tag_id = any($3)
  returning dt.document_id as "documentId", dt.tag_id as "tagId"`;

@Injectable()
export class TagDocuments {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentRepository,
    private readonly selection: DocumentSelection,
    private readonly tags: TagCatalog,
    private readonly activity: ActivityLog,
    private readonly events: EventLog,
  ) {}

  /** Adds tags to many documents and takes others off, all or nothing. Only what really changes is told. */
  async execute(organizationId: string, filter: DocumentFilter, changes: TagChanges, userId: string): Promise<void> {
    const ids = await this.selection.ids({ organizationId, userId }, filter);
    if (ids.length === 0) return;
    await this.unitOfWork.run(async (tx) => {
      await this.selection.check(tx, organizationId, filter, ids);
      await this.documents.lockForTagging(tx, organizationId, ids);
      const tagIds = new Set([...changes.addTagIds, ...changes.removeTagIds]);
      if ((await this.tags.keep(tx, organizationId, [...tagIds])).length < tagIds.size) throw TagNotFound();
      for (const chunk of inChunks(ids)) {
        const removed = await tx.sql.query<Pair>(REMOVE, [organizationId, chunk, changes.removeTagIds]);
        const added = await tx.sql.query<Pair>(ADD, [organizationId, chunk, changes.addTagIds]);
        await this.activity.record(tx, [
          ...removed.map((pair) => ({ ...pair, event: 'untagged' as const, userId })),
          ...added.map((pair) => ({ ...pair, event: 'tagged' as const, userId })),
        ]);
        for (const pair of removed) this.events.record(tx, DocumentTagRemoved, organizationId, pair);
        for (const pair of added) this.events.record(tx, DocumentTagAdded, organizationId, pair);
      }
    });
  }
}
