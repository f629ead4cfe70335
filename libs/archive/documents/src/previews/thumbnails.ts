import { Injectable } from '@nestjs/common';
import { PreviewsConfig } from '#config/previews';
import type { Transaction } from '#ground/database';
import { ExtractionService, UNKNOWN_TYPE } from '#capabilities/extraction';
import { JobQueue } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';
import { PreviewRepository, type PreviewNote } from './preview.repository.js';
import { AfterReading, type ReadDocument, type RunsAfterReading } from '../after-reading.js';
import { THUMBNAIL, type PreviewPlace } from './preview-sizes.js';
import { nameOf } from './previews.js';
import { MakePreview } from './previews.jobs.js';

/** A document whose thumbnail is to be made; `detectedType` is the type of the file, if it is known. */
export interface WantedThumbnail {
  documentId: string;
  detectedType: string | undefined;
}

/** Has the thumbnail of a document made when its text has been read, or waits for OCR. */
@Injectable()
@AfterReading('thumbnail')
export class Thumbnails implements RunsAfterReading {
  constructor(
    private readonly config: PreviewsConfig,
    private readonly previews: PreviewRepository,
    private readonly extraction: ExtractionService,
    private readonly jobs: JobQueue,
  ) {}

  /** Once the quick lane is done with a document: a picture must not delay the text. */
  async afterReading(tx: Transaction, ctx: OrganizationContext, documents: readonly ReadDocument[]): Promise<void> {
    const wanted = documents.filter(({ lane }) => lane === 'quick');
    await this.request(
      tx,
      ctx,
      wanted.map(({ documentId, extraction: { detectedType } }) => ({
        documentId,
        detectedType: detectedType === UNKNOWN_TYPE ? undefined : detectedType,
      })),
    );
  }

  /** Takes few statements for documents whose types are not drawn. Doing it twice draws a page once. */
  async request(tx: Transaction, ctx: OrganizationContext, wanted: readonly WantedThumbnail[]): Promise<void> {
    for (const [detectedType, same] of Map.groupBy(wanted, (each) => each.detectedType)) {
      const note = this.#noteFor(detectedType);
      const documentIds = same.map(({ documentId }) => documentId);
      if (note) await this.previews.note(tx, ctx, { documentIds, ...THUMBNAIL }, note);
      else for (const documentId of documentIds) await this.#draw(tx, ctx, { documentId, ...THUMBNAIL });
    }
  }

  async #draw(tx: Transaction, ctx: OrganizationContext, place: PreviewPlace): Promise<void> {
    if (!(await this.previews.request(tx, ctx, place, { again: true }))) return;
    const { organizationId } = ctx;
    await this.jobs.enqueue(tx, MakePreview, { organizationId, ...place, preview: nameOf(place), isBulk: true });
  }

  /** Returns why there is nothing to draw, if that is known. */
  #noteFor(detectedType: string | undefined): PreviewNote | undefined {
    if (!this.config.enabled) return { status: 'off' };
    if (detectedType === undefined || this.extraction.draws(detectedType)) return undefined;
    const reason = `No installed plugin draws files of the type ${detectedType}.`;
    return { status: 'unavailable', outcome: 'unsupported', reason };
  }
}
