import { Injectable, Logger } from '@nestjs/common';
import { isLostConnection, UnitOfWork } from '#ground/database';
import { UploadDocument, type ReceivedFile, type UploadedDocument, type UploadToComplete } from '#archive/documents';
import { forThisRequest, GatheredWork, withoutRequestOrigin, type OrganizationContext } from '#ground/kernel';
import { AddDocument, type DocumentDetails } from './add-document.js';

/** A transaction that adds them takes some tens of milliseconds. */
const MOST_TOGETHER = 16;

/** Stands for an upload that is to be completed by itself. */
const BY_ITSELF = undefined;

interface Upload extends UploadToComplete {
  details: DocumentDetails;
}

/**
 * Makes documents of files that arrive at the same time in one organization, in one transaction. Transactions of an
 * organization wait for each other in any case, because each of them moves its log; see
 * docs/adr/0079-uploads-are-committed-together.md.
 */
@Injectable()
export class AddDocumentsTogether {
  readonly #logger = new Logger('Uploads');
  readonly #uploads = new GatheredWork<Upload, UploadedDocument | typeof BY_ITSELF>(
    (uploads) => withoutRequestOrigin(() => this.#complete(uploads)),
    MOST_TOGETHER,
  );

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly uploads: UploadDocument,
    private readonly addDocument: AddDocument,
  ) {}

  /** {@link AddDocument.execute} in a transaction of its own or one with others, which it never makes fail. */
  async execute(ctx: OrganizationContext, file: ReceivedFile, details: DocumentDetails): Promise<UploadedDocument> {
    const isPlain = details.tagIds.length === 0 && file.stored.isStored;
    const upload = { ctx, file, details, within: forThisRequest() };
    const document = isPlain ? await this.#uploads.do(upload, ctx.organizationId) : BY_ITSELF;
    return document ?? this.#completeOne(upload);
  }

  #completeOne({ ctx, file, details, within }: Upload): Promise<UploadedDocument> {
    return within(() => this.unitOfWork.run((tx) => this.addDocument.execute(tx, ctx, file, details)));
  }

  async #complete(uploads: readonly Upload[]): Promise<readonly (UploadedDocument | typeof BY_ITSELF)[]> {
    const [first, second] = uploads;
    if (first && !second) return [await this.#completeOne(first)];
    try {
      return await this.unitOfWork.run((tx) => this.uploads.completeTogether(tx, uploads));
    } catch (error) {
      // It may be committed.
      if (isLostConnection(error)) throw error;
      const { message } = error as Error;
      this.#logger.warn(`${uploads.length} uploads failed together, each is completed by itself: ${message}`);
      return uploads.map(() => BY_ITSELF);
    }
  }
}
