import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#libs/database';
import { DocumentNotFound, DocumentSelection, inChunks, LockDocuments, type DocumentFilter } from '#libs/documents';
import { Changes } from '#libs/history';
import type { OrganizationContext } from '#libs/kernel';
import { TagRepository, TagNotFound, type KeptTag } from '#libs/tags';
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

/** Documents and tags that exist until the commit. */
interface Locked {
  documentIds: readonly string[];
  tags: readonly KeptTag[];
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
      const { documentIds, tags } = await this.#lock(tx, ctx, { documentIds: selected, tagIds: wanted });
      if (tags.length < wanted.length) throw TagNotFound();
      const removed = tags.filter(({ id }) => changes.removeTagIds.includes(id));
      const added = tags.filter(({ id }) => changes.addTagIds.includes(id));
      for (const chunk of inChunks(documentIds)) {
        await this.#remove(tx, ctx, { documentIds: chunk, tags: removed });
        await this.#add(tx, ctx, { documentIds: chunk, tags: added });
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

  async #lockPair(tx: Transaction, ctx: OrganizationContext, pair: DocumentTagPair): Promise<Locked> {
    const existing = await this.#lock(tx, ctx, { documentIds: [pair.documentId], tagIds: [pair.tagId] });
    if (existing.documentIds.length === 0) throw DocumentNotFound();
    if (existing.tags.length === 0) throw TagNotFound();
    return existing;
  }

  /** Documents, then tags, as everywhere; none of those returned is deleted before the commit. */
  async #lock(tx: Transaction, ctx: OrganizationContext, wanted: Wanted): Promise<Locked> {
    const { activeOnly = false } = wanted;
    const documentIds = await this.lockDocuments.execute(tx, ctx, wanted.documentIds, { activeOnly });
    return { documentIds, tags: await this.tags.keep(tx, ctx, wanted.tagIds) };
  }

  async #add(tx: Transaction, ctx: OrganizationContext, locked: Locked): Promise<DocumentTagPair[]> {
    if (locked.tags.length === 0) return [];
    const added = await this.documentTags.insert(tx, productOf(locked));
    this.#record(tx, ctx, DocumentTagAdded, added, locked);
    return added;
  }

  async #remove(tx: Transaction, ctx: OrganizationContext, locked: Locked): Promise<void> {
    if (locked.tags.length === 0) return;
    const removed = await this.documentTags.delete(tx, productOf(locked));
    this.#record(tx, ctx, DocumentTagRemoved, removed, locked);
  }

  #record(
    tx: Transaction,
    ctx: OrganizationContext,
    event: typeof DocumentTagAdded,
    pairs: readonly DocumentTagPair[],
    { tags }: Locked,
  ): void {
    const names = new Map(tags.map(({ id, name }) => [id, name]));
    for (const pair of pairs) this.changes.record(tx, ctx, event, { ...pair, tagName: names.get(pair.tagId) ?? '' });
  }
}

function productOf({ documentIds, tags }: Locked): DocumentTagProduct {
  return { documentIds, tagIds: tags.map(({ id }) => id) };
}
