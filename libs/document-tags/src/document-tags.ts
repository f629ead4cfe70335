import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#libs/database';
import { DocumentNotFound, DocumentSelection, inChunks, LockDocuments, type DocumentFilter } from '#libs/documents';
import { Changes } from '#libs/history';
import type { OrganizationContext } from '#libs/kernel';
import { TagRepository, TagNotFound } from '#libs/tags';
import { DocumentTagRepository, type DocumentTagPair, type DocumentTagProduct } from './document-tag.repository.js';
import { DocumentAlreadyHasTag } from './document-tags.errors.js';
import { DocumentTagAdded, DocumentTagRemoved } from './document-tags.events.js';

export interface TagChanges {
  addTagIds: readonly string[];
  removeTagIds: readonly string[];
}

interface Wanted extends DocumentTagProduct {
  activeOnly?: boolean;
}

/** The tags of documents: the only writer of `document_tag`. Records what really changes, and nothing else. */
@Injectable()
export class DocumentTags {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documentTags: DocumentTagRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly selection: DocumentSelection,
    private readonly tags: TagRepository,
    private readonly changes: Changes,
  ) {}

  async add(ctx: OrganizationContext, pair: DocumentTagPair): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const existing = await this.#lockPair(tx, ctx, pair);
      if ((await this.#add(tx, ctx, existing)).length === 0) throw DocumentAlreadyHasTag();
    });
  }

  /** Changes nothing when the document does not have the tag. */
  async remove(ctx: OrganizationContext, pair: DocumentTagPair): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      await this.#remove(tx, ctx, await this.#lockPair(tx, ctx, pair));
    });
  }

  /** Adds tags to many documents and removes others from them, all or nothing. */
  async changeMany(ctx: OrganizationContext, filter: DocumentFilter, changes: TagChanges): Promise<void> {
    const selected = await this.selection.ids(ctx, filter);
    if (selected.length === 0) return;
    await this.unitOfWork.run(async (tx) => {
      await this.selection.check(tx, ctx, filter, selected);
      const wanted = [...new Set([...changes.addTagIds, ...changes.removeTagIds])];
      const { documentIds, tagIds } = await this.#lock(tx, ctx, { documentIds: selected, tagIds: wanted });
      if (tagIds.length < wanted.length) throw TagNotFound();
      for (const chunk of inChunks(documentIds)) {
        await this.#remove(tx, ctx, { documentIds: chunk, tagIds: changes.removeTagIds });
        await this.#add(tx, ctx, { documentIds: chunk, tagIds: changes.addTagIds });
      }
    });
  }

  /**
   * Adds each tag to each document and returns the new pairs. Leaves out documents and tags that do not exist and, with
   * `activeOnly`, documents in the trash.
   */
  async addToExisting(tx: Transaction, ctx: OrganizationContext, wanted: Wanted): Promise<DocumentTagPair[]> {
    if (wanted.documentIds.length === 0 || wanted.tagIds.length === 0) return [];
    return this.#add(tx, ctx, await this.#lock(tx, ctx, wanted));
  }

  async #lockPair(tx: Transaction, ctx: OrganizationContext, pair: DocumentTagPair): Promise<DocumentTagProduct> {
    const existing = await this.#lock(tx, ctx, { documentIds: [pair.documentId], tagIds: [pair.tagId] });
    if (existing.documentIds.length === 0) throw DocumentNotFound();
    if (existing.tagIds.length === 0) throw TagNotFound();
    return existing;
  }

  /** Documents, then tags, as everywhere; none of those returned is deleted before the commit. */
  async #lock(tx: Transaction, ctx: OrganizationContext, wanted: Wanted): Promise<DocumentTagProduct> {
    const { activeOnly = false } = wanted;
    const documentIds = await this.lockDocuments.execute(tx, ctx, wanted.documentIds, { activeOnly });
    const tagIds = await this.tags.keep(tx, ctx, wanted.tagIds);
    return { documentIds, tagIds };
  }

  async #add(tx: Transaction, ctx: OrganizationContext, product: DocumentTagProduct): Promise<DocumentTagPair[]> {
    if (product.tagIds.length === 0) return [];
    const added = await this.documentTags.insert(tx, product);
    for (const pair of added) this.changes.record(tx, ctx, DocumentTagAdded, pair);
    return added;
  }

  async #remove(tx: Transaction, ctx: OrganizationContext, product: DocumentTagProduct): Promise<void> {
    if (product.tagIds.length === 0) return;
    const removed = await this.documentTags.delete(tx, product);
    for (const pair of removed) this.changes.record(tx, ctx, DocumentTagRemoved, pair);
  }
}
