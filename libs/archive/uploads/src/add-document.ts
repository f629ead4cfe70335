import { Injectable } from '@nestjs/common';
import { Forbidden } from '#people/auth';
import type { Transaction } from '#ground/database';
import { DocumentTags } from '#archive/metadata';
import {
  InvalidFormData,
  UploadDocument,
  type ReceivedFile,
  type UploadDetails,
  type UploadedDocument,
} from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import { canChange, canSee } from '#people/organizations';
import { TagRepository } from '#archive/tags';

/** What a client says about a file that it uploads. */
export interface DocumentDetails extends UploadDetails {
  tagIds: readonly string[];
}

/** Makes a document of a received file, with the tags that the client chose. */
@Injectable()
export class AddDocument {
  constructor(
    private readonly uploads: UploadDocument,
    private readonly documentTags: DocumentTags,
    private readonly tags: TagRepository,
  ) {}

  /** Throws when the caller may not add these tags, or one of them does not exist. The tags exist until the commit. */
  async checkTags(tx: Transaction, ctx: OrganizationContext, tagIds: readonly string[]): Promise<void> {
    if (tagIds.length === 0) return;
    if (!canSee(ctx, 'tags')) throw Forbidden({ message: 'Tags of an upload need the permission tags:read.' });
    if (!canChange(ctx, 'documents', 'update'))
      throw Forbidden({ message: 'Tags of an upload need the permission documents:update.' });
    const known = new Set((await this.tags.keep(tx, ctx, tagIds)).map(({ id }) => id));
    const unknown = tagIds.filter((id) => !known.has(id));
    if (unknown.length === 0) return;
    throw InvalidFormData({
      details: unknown.map((id) => ({ path: 'tagIds', message: `${id} is not a tag of this organization` })),
    });
  }

  /** `areTagsKnown`: they were checked before, and those that were deleted meanwhile are left out. */
  async execute(
    tx: Transaction,
    ctx: OrganizationContext,
    file: ReceivedFile,
    { tagIds, ...details }: DocumentDetails,
    { areTagsKnown = false } = {},
  ): Promise<UploadedDocument> {
    const document = await this.uploads.complete(tx, ctx, file, details);
    if (tagIds.length > 0) {
      if (!areTagsKnown) await this.checkTags(tx, ctx, tagIds);
      const added = tagIds.map((tagId) => ({ documentId: document.id, tagId }));
      await this.documentTags.change(tx, ctx, { added, removed: [] });
    }
    return document;
  }
}
