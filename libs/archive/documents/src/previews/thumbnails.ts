import { Injectable } from '@nestjs/common';
import { PreviewsConfig } from '#config/previews';
import type { Transaction } from '#ground/database';
import { ExtractionService } from '#capabilities/extraction';
import { JobQueue } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';
import { PreviewRepository, type PreviewNote } from './preview.repository.js';
import { THUMBNAIL } from './preview-sizes.js';
import { nameOf } from './previews.js';
import { MakePreview } from './previews.jobs.js';

/** Has the thumbnail of a document made when its text has been read, or waits for OCR. */
@Injectable()
export class Thumbnails {
  constructor(
    private readonly config: PreviewsConfig,
    private readonly previews: PreviewRepository,
    private readonly extraction: ExtractionService,
    private readonly jobs: JobQueue,
  ) {}

  /** `detectedType` is the type of the file, if it is known. Doing it twice draws the page once. */
  async request(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    detectedType: string | undefined,
  ): Promise<void> {
    const place = { documentId, ...THUMBNAIL };
    const note = this.#noteFor(detectedType);
    if (note) return this.previews.note(tx, ctx, place, note);
    if (!(await this.previews.request(tx, ctx, place, { again: true }))) return;
    const { organizationId } = ctx;
    const preview = nameOf(place);
    await this.jobs.enqueue(tx, MakePreview, { organizationId, ...place, preview, isBulk: true });
  }

  /** {@link request} for several documents, with few statements when their types are not drawn. */
  async requestAll(
    tx: Transaction,
    ctx: OrganizationContext,
    documents: readonly { documentId: string; detectedType: string }[],
  ): Promise<void> {
    for (const [detectedType, same] of Map.groupBy(documents, (each) => each.detectedType)) {
      const note = this.#noteFor(detectedType);
      const documentIds = same.map(({ documentId }) => documentId);
      if (note) await this.previews.noteAll(tx, ctx, { documentIds, ...THUMBNAIL }, note);
      else for (const documentId of documentIds) await this.request(tx, ctx, documentId, detectedType);
    }
  }

  /** Why there is nothing to draw, if that is known. */
  #noteFor(detectedType: string | undefined): PreviewNote | undefined {
    if (!this.config.enabled) return { status: 'off' };
    if (detectedType === undefined || this.extraction.draws(detectedType)) return undefined;
    const reason = `No installed plugin draws files of the type ${detectedType}.`;
    return { status: 'unavailable', outcome: 'unsupported', reason };
  }
}
