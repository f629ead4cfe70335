import { Injectable } from '@nestjs/common';
import { IsBatchOperation, type BatchOperation, type DocumentChange, type UndoneChanges } from '#archive/batches';
import type { Transaction } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import type { DocumentTagPair } from './document-tag.repository.js';
import { DocumentTags, type TagPairs } from './document-tags.js';

export interface TagChanges {
  addTagIds: readonly string[];
  removeTagIds: readonly string[];
}

/** The ids of the tags that a document has got and lost. */
export interface TagDifference {
  added: string[];
  removed: string[];
}

const CHUNK_DOCUMENTS = 500;
const CHUNK_PAIRS = 2_000;

/** Adds tags to many documents and removes others from them. */
@Injectable()
@IsBatchOperation()
export class ChangeTags implements BatchOperation<TagChanges, TagDifference> {
  readonly name = 'change-tags';
  readonly permissions = ['documents:update', 'tags:read'] as const;

  constructor(private readonly documentTags: DocumentTags) {}

  chunkSize({ addTagIds, removeTagIds }: TagChanges): number {
    const tags = addTagIds.length + removeTagIds.length;
    return Math.max(1, Math.min(CHUNK_DOCUMENTS, Math.floor(CHUNK_PAIRS / tags)));
  }

  check(tx: Transaction, ctx: OrganizationContext, { addTagIds, removeTagIds }: TagChanges): Promise<void> {
    return this.documentTags.checkTags(tx, ctx, [...addTagIds, ...removeTagIds]);
  }

  async apply(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    { addTagIds, removeTagIds }: TagChanges,
  ): Promise<DocumentChange<TagDifference>[]> {
    const withEach = (tagIds: readonly string[]): DocumentTagPair[] =>
      documentIds.flatMap((documentId) => tagIds.map((tagId) => ({ documentId, tagId })));
    const wanted = { added: withEach(addTagIds), removed: withEach(removeTagIds) };
    return byDocument(await this.documentTags.change(tx, ctx, wanted));
  }

  async undo(
    tx: Transaction,
    ctx: OrganizationContext,
    changes: readonly DocumentChange<TagDifference>[],
  ): Promise<UndoneChanges<TagDifference>> {
    const pairs = (of: keyof TagDifference): DocumentTagPair[] =>
      changes.flatMap(({ documentId, difference }) => difference[of].map((tagId) => ({ documentId, tagId })));
    const wanted = { added: pairs('removed'), removed: pairs('added') };
    const undone = byDocument(await this.documentTags.change(tx, ctx, wanted));
    const sizes = new Map(undone.map(({ documentId, difference }) => [documentId, sizeOf(difference)]));
    return {
      changes: undone,
      skipped: changes
        .filter(({ documentId, difference }) => (sizes.get(documentId) ?? 0) < sizeOf(difference))
        .map(({ documentId }) => documentId),
    };
  }
}

function byDocument({ added, removed }: TagPairs): DocumentChange<TagDifference>[] {
  const differences = new Map<string, TagDifference>();
  const of = (documentId: string): TagDifference => {
    const known = differences.get(documentId) ?? { added: [], removed: [] };
    differences.set(documentId, known);
    return known;
  };
  for (const { documentId, tagId } of added) of(documentId).added.push(tagId);
  for (const { documentId, tagId } of removed) of(documentId).removed.push(tagId);
  return [...differences].map(([documentId, difference]) => ({ documentId, difference }));
}

function sizeOf({ added, removed }: TagDifference): number {
  return added.length + removed.length;
}
