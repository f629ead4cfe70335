import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import { Changes } from '#libs/history';
import type { OrganizationContext } from '#libs/kernel';
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
    private readonly changes: Changes,
  ) {}

  /** Adds and removes tags of many documents, all or nothing. Records only what has changed. */
  async execute(ctx: OrganizationContext, filter: DocumentFilter, changes: TagChanges): Promise<void> {
    const ids = await this.selection.ids(ctx, filter);
    if (ids.length === 0) return;
    await this.unitOfWork.run(async (tx) => {
      await this.selection.check(tx, ctx, filter, ids);
      await this.documents.lockForTagging(tx, ctx, ids);
      const tagIds = new Set([...changes.addTagIds, ...changes.removeTagIds]);
      if ((await this.tags.keep(tx, ctx.organizationId, [...tagIds])).length < tagIds.size) throw TagNotFound();
      for (const chunk of inChunks(ids)) {
        const removed = await tx.sql.query<Pair>(REMOVE, [ctx.organizationId, chunk, changes.removeTagIds]);
        const added = await tx.sql.query<Pair>(ADD, [ctx.organizationId, chunk, changes.addTagIds]);
        for (const pair of removed) this.changes.record(tx, ctx, DocumentTagRemoved, pair);
        for (const pair of added) this.changes.record(tx, ctx, DocumentTagAdded, pair);
      }
    });
  }
}
