import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import { DocumentNotFound, LockDocuments } from '#archive/documents';
import { Changes } from '#ground/history';
import type { OrganizationContext, OrganizationScope } from '#ground/kernel';
import { TagRepository, TagNotFound, type KeptTag } from '#archive/tags';
import { DocumentTagRepository, type ChangedPair, type DocumentTagPair } from './document-tag.repository.js';
import { DocumentAlreadyHasTag } from './document-tags.errors.js';
import { DocumentTagAdded, DocumentTagRemoved } from './document-tags.events.js';

/** Each of the documents with each of the tags. */
interface Wanted {
  documentIds: readonly string[];
  tagIds: readonly string[];
  activeOnly?: boolean;
}

/** Pairs to add and to remove, and afterwards those that were. */
export interface TagPairs {
  added: DocumentTagPair[];
  removed: DocumentTagPair[];
}

/** Documents and tags that exist until the commit. */
interface Locked {
  documentIds: readonly string[];
  tags: readonly KeptTag[];
}

/** Many people tag at once. */
const EARLY = { releasesLocksEarly: true };

const EVENTS = { insert: DocumentTagAdded, delete: DocumentTagRemoved };

/** The tags of documents: the only writer of `document_tag`. Records what really changes, and nothing else. */
@Injectable()
export class DocumentTags {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documentTags: DocumentTagRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly tags: TagRepository,
    private readonly changes: Changes,
  ) {}

  async add(ctx: OrganizationContext, pair: DocumentTagPair): Promise<void> {
    const isAdded = await this.unitOfWork.run(async (tx) => {
      const { isChanged, tagName } = existing(await this.documentTags.addPair(tx, ctx, pair));
      if (isChanged) this.changes.record(tx, ctx, DocumentTagAdded, { ...pair, tagName });
      return isChanged;
    }, EARLY);
    // After the commit, which waits until the tag that was there is flushed: a caller who repeats a request relies on it.
    if (!isAdded) throw DocumentAlreadyHasTag();
  }

  /** Changes nothing when the document does not have the tag. */
  async remove(ctx: OrganizationContext, pair: DocumentTagPair): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const { isChanged, tagName } = existing(await this.documentTags.removePair(tx, ctx, pair));
      if (isChanged) this.changes.record(tx, ctx, DocumentTagRemoved, { ...pair, tagName });
    }, EARLY);
  }

  /**
   * Adds and removes pairs and returns those that were really added and removed. Leaves out tags that do not exist. The
   * caller has locked the documents.
   */
  async change(tx: Transaction, ctx: OrganizationContext, { added, removed }: TagPairs): Promise<TagPairs> {
    const tagIds = [...new Set([...added, ...removed].map(({ tagId }) => tagId))];
    const tags = await this.tags.keep(tx, ctx, tagIds);
    return {
      removed: await this.#write(tx, ctx, 'delete', removed, tags),
      added: await this.#write(tx, ctx, 'insert', added, tags),
    };
  }

  /** Documents that have the tag, those in the trash included, in the order of their ids. */
  documentsWith(
    ctx: OrganizationScope,
    tagId: string,
    options: { limit: number; tx?: Transaction },
  ): Promise<string[]> {
    return this.documentTags.documentsWith(ctx, tagId, options);
  }

  countDocuments(ctx: OrganizationScope, tagId: string): Promise<number> {
    return this.documentTags.count(ctx, tagId);
  }

  /** Throws when one of the tags does not exist; otherwise they exist until the commit. */
  async checkTags(tx: Transaction, ctx: OrganizationContext, tagIds: readonly string[]): Promise<void> {
    const wanted = [...new Set(tagIds)];
    if ((await this.tags.keep(tx, ctx, wanted)).length < wanted.length) throw TagNotFound();
  }

  /**
   * Adds each tag to each document and returns the new pairs. Leaves out documents and tags that do not exist and, with
   * `activeOnly`, documents in the trash.
   */
  async addToExisting(tx: Transaction, ctx: OrganizationContext, wanted: Wanted): Promise<DocumentTagPair[]> {
    if (wanted.documentIds.length === 0 || wanted.tagIds.length === 0) return [];
    const { documentIds, tags } = await this.#lock(tx, ctx, wanted);
    return this.#write(tx, ctx, 'insert', productOf(documentIds, tags), tags);
  }

  /** Documents, then tags, as everywhere; none of those returned is deleted before the commit. */
  async #lock(tx: Transaction, ctx: OrganizationContext, wanted: Wanted): Promise<Locked> {
    const { activeOnly = false } = wanted;
    const documentIds = await this.lockDocuments.execute(tx, ctx, wanted.documentIds, { activeOnly });
    return { documentIds, tags: await this.tags.keep(tx, ctx, wanted.tagIds) };
  }

  async #write(
    tx: Transaction,
    ctx: OrganizationContext,
    change: keyof typeof EVENTS,
    pairs: readonly DocumentTagPair[],
    tags: readonly KeptTag[],
  ): Promise<DocumentTagPair[]> {
    const names = new Map(tags.map(({ id, name }) => [id, name]));
    const kept = pairs.filter(({ tagId }) => names.has(tagId));
    if (kept.length === 0) return [];
    const written = await this.documentTags[change](tx, kept);
    for (const pair of written)
      this.changes.record(tx, ctx, EVENTS[change], { ...pair, tagName: names.get(pair.tagId) ?? '' });
    return written;
  }
}

/** Throws when the document or the tag does not exist. */
function existing({ isDocumentThere, tagName, isChanged }: ChangedPair): { isChanged: boolean; tagName: string } {
  if (!isDocumentThere) throw DocumentNotFound();
  if (tagName === undefined) throw TagNotFound();
  return { isChanged, tagName };
}

function productOf(documentIds: readonly string[], tags: readonly KeptTag[]): DocumentTagPair[] {
  return documentIds.flatMap((documentId) => tags.map(({ id: tagId }) => ({ documentId, tagId })));
}
