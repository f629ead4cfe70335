import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { PreviewsConfig } from '#config/previews';
import { UnitOfWork, type Transaction } from '#ground/database';
import { DocumentNotFound } from '../documents.errors.js';
import { JobQueue } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';
import { FileStore, StoredFileDamaged, StoredFileMissing } from '#capabilities/storage';
import { PreviewRepository, type FoundPreview } from './preview.repository.js';
import { isThumbnail, THUMBNAIL, type PreviewPlace } from './preview-sizes.js';
import { PreviewUnavailable, TooManyPreviews } from './previews.errors.js';
import { MakePreview } from './previews.jobs.js';

/** Outcomes that are the same for every page of a document. */
const OF_ALL_PAGES: ReadonlySet<string | null> = new Set(['encrypted', 'unsupported']);
const RETRY_AFTER_SECONDS = 2;
/** Visitors without an account may use half of the places for waiting pages; the other half is for members. */
const SHARE_OF_VISITORS = 0.5;

interface PreviewOptions {
  /** For a person without an account. */
  isVisitor?: boolean;
}

export type Preview =
  | { status: 'pending' }
  | {
      status: 'available';
      /** The version of the document's file: a URL with it always has the same picture. */
      version: string;
      /** Names this picture. */
      tag: string;
      read(): Promise<Buffer>;
    };

/** Pictures of pages for people who look at them: what is not there yet is requested. */
@Injectable()
export class Previews {
  constructor(
    private readonly config: PreviewsConfig,
    private readonly previews: PreviewRepository,
    private readonly files: FileStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
  ) {}

  async get(ctx: OrganizationContext, place: PreviewPlace, options: PreviewOptions = {}): Promise<Preview> {
    const found = await this.previews.find(ctx, place);
    if (!found) throw DocumentNotFound();
    const { status, storageKey } = found;
    if (status === 'pending') return { status };
    if (status === 'available' && storageKey !== null) {
      const file = await this.#open(found, storageKey);
      if (file) return file;
      if (!this.config.enabled) throw StoredFileMissing();
      await this.unitOfWork.run(async (tx) => {
        if (await this.previews.forget(tx, place, storageKey)) await this.files.removeLater(tx, [storageKey]);
      });
    } else this.#assertPossible(found, place);
    await this.#request(ctx, found, place, options);
    return { status: 'pending' };
  }

  /** `undefined` when the picture is not there, or not whole: then it is drawn again. */
  async #open(preview: FoundPreview, storageKey: string): Promise<Preview | undefined> {
    const { sha256, driver, isDamaged } = preview;
    if (driver === null || isDamaged) return undefined;
    const known = { ...preview, driver, sha256: preview.fileSha256 };
    const file = await this.files.find(storageKey, known).catch((error: unknown) => {
      if (StoredFileMissing.matches(error) || StoredFileDamaged.matches(error)) return undefined;
      throw error;
    });
    if (!file) return undefined;
    return {
      status: 'available',
      version: versionOf(sha256),
      tag: storageKey.slice(storageKey.lastIndexOf('/') + 1),
      read: async () => buffer(await file.read()),
    };
  }

  #assertPossible(found: FoundPreview, { page }: PreviewPlace): void {
    const { status, reason, mayRetry, pagesCount, thumbnailStatus, thumbnailOutcome, thumbnailReason } = found;
    if (!this.config.enabled) throw unavailable('Previews are turned off (PREVIEWS_ENABLED).');
    if (status === 'unavailable' && !mayRetry) throw unavailable(reason);
    if (thumbnailStatus === 'unavailable' && OF_ALL_PAGES.has(thumbnailOutcome)) throw unavailable(thumbnailReason);
    if (pagesCount !== null && page > pagesCount) throw unavailable(`The document has ${pagesCount} pages.`);
    if (pagesCount === null && page > 1 && thumbnailStatus === 'unavailable') throw unavailable(thumbnailReason);
  }

  /** A further page of a document with an unknown number of pages waits for the thumbnail, which finds that out. */
  async #request(
    ctx: OrganizationContext,
    { pagesCount }: FoundPreview,
    place: PreviewPlace,
    options: PreviewOptions,
  ): Promise<void> {
    const isKnown = pagesCount !== null || place.page === 1;
    const wanted = isKnown ? place : { documentId: place.documentId, ...THUMBNAIL };
    await this.unitOfWork.run(async (tx) => {
      if (!isThumbnail(wanted)) await this.#assertRoom(tx, ctx, options);
      if (!(await this.previews.request(tx, ctx, wanted))) return;
      const { organizationId } = ctx;
      const { documentId, page, width } = wanted;
      await this.jobs.enqueue(tx, MakePreview, { organizationId, documentId, page, width, preview: nameOf(wanted) });
    });
  }

  async #assertRoom(tx: Transaction, ctx: OrganizationContext, { isVisitor = false }: PreviewOptions): Promise<void> {
    await this.previews.lockLimit(tx, ctx);
    const waiting = await this.previews.countRequested(tx, ctx);
    const most = this.config.maxWaitingPerOrganization;
    if (waiting >= (isVisitor ? Math.ceil(most * SHARE_OF_VISITORS) : most))
      throw TooManyPreviews({ retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

/** Returns the value of `v` in a preview's URL, which is `preview.version` of its document. */
export function versionOf(sha256: string): string {
  return sha256.slice(0, 16);
}

/** Names the row of a preview in one word. */
export function nameOf({ documentId, page, width }: PreviewPlace): string {
  return `${documentId}/${page}/${width}`;
}

function unavailable(reason: string | null): Error {
  return reason === null ? PreviewUnavailable() : PreviewUnavailable({ message: `There is no preview. ${reason}` });
}
