import { Injectable, Logger } from '@nestjs/common';
import { Forbidden } from '#people/auth';
import { isLostConnection, UnitOfWork, type Transaction } from '#ground/database';
import { DocumentTags } from '#archive/metadata';
import {
  documentOf,
  InvalidFormData,
  UploadDocument,
  type CompletedUpload,
  type ReceivedFile,
  type UploadDetails,
  type UploadedDocument,
  type UploadToComplete,
} from '#archive/documents';
import { AppError, forThisRequest, GatheredWork, withoutRequestOrigin, type OrganizationContext } from '#ground/kernel';
import { canChange, canSee } from '#people/organizations';
import { TagRepository } from '#archive/tags';

/** A transaction that adds them takes some tens of milliseconds. */
const MOST_TOGETHER = 16;

/** Stands for an upload that is to be completed by itself. */
const BY_ITSELF = undefined;

/** What a client says about a file that it uploads. */
export interface DocumentDetails extends UploadDetails {
  tagIds: readonly string[];
}

interface Upload extends UploadToComplete {
  details: DocumentDetails;
}

/** Makes documents of received files, with the tags that the clients chose. */
@Injectable()
export class AddDocuments {
  readonly #logger = new Logger('Uploads');
  readonly #gathered = new GatheredWork<Upload, CompletedUpload | typeof BY_ITSELF>(
    (uploads) => withoutRequestOrigin(() => this.#addAll(uploads)),
    MOST_TOGETHER,
  );

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly uploads: UploadDocument,
    private readonly documentTags: DocumentTags,
    private readonly tags: TagRepository,
  ) {}

  /**
   * Adds one in a transaction of its own, or in one with others of the organization that arrive at the same time, which it
   * never makes fail. Transactions of an organization wait for each other in any case, because each of them moves its
   * log; see docs/adr/0079-uploads-are-committed-together.md.
   */
  async add(ctx: OrganizationContext, file: ReceivedFile, details: DocumentDetails): Promise<UploadedDocument> {
    const upload = { ctx, file, details, within: forThisRequest() };
    // A tag that is refused must not refuse the others.
    const mayBeGathered = details.tagIds.length === 0 && file.stored.isStored;
    const completed = mayBeGathered ? await this.#gathered.do(upload, ctx.organizationId) : BY_ITSELF;
    return completed === BY_ITSELF ? this.#addOne(upload) : documentOf([completed]);
  }

  /** Adds one in the transaction of the caller. `areTagsKnown` as in {@link execute}. */
  async addIn(
    tx: Transaction,
    ctx: OrganizationContext,
    file: ReceivedFile,
    details: DocumentDetails,
    options: { areTagsKnown?: boolean } = {},
  ): Promise<UploadedDocument> {
    return documentOf(await this.execute(tx, [{ ctx, file, details, within: forThisRequest() }], options));
  }

  /** `areTagsKnown`: they were checked before, and those that were deleted meanwhile are left out. */
  async execute(
    tx: Transaction,
    uploads: readonly Upload[],
    { areTagsKnown = false }: { areTagsKnown?: boolean } = {},
  ): Promise<CompletedUpload[]> {
    const completed = await this.uploads.complete(tx, uploads);
    for (const [index, { ctx, details }] of uploads.entries()) {
      const document = completed[index];
      if (details.tagIds.length === 0 || document === undefined || document instanceof AppError) continue;
      if (!areTagsKnown) await this.checkTags(tx, ctx, details.tagIds);
      const added = details.tagIds.map((tagId) => ({ documentId: document.id, tagId }));
      await this.documentTags.change(tx, ctx, { added, removed: [] });
    }
    return completed;
  }

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

  async #addOne(upload: Upload): Promise<UploadedDocument> {
    return documentOf(await upload.within(() => this.unitOfWork.run((tx) => this.execute(tx, [upload]))));
  }

  async #addAll(uploads: readonly Upload[]): Promise<readonly (CompletedUpload | typeof BY_ITSELF)[]> {
    const [first, second] = uploads;
    if (first && !second) return [await this.#addOne(first)];
    try {
      return await this.unitOfWork.run((tx) => this.execute(tx, uploads));
    } catch (error) {
      // The transaction may have been committed.
      if (isLostConnection(error)) throw error;
      const { message } = error as Error;
      this.#logger.warn(`${uploads.length} uploads failed together, each is completed by itself: ${message}`);
      return uploads.map(() => BY_ITSELF);
    }
  }
}
