import { Injectable } from '@nestjs/common';
import { PreviewsConfig } from '#config/previews';
import type { Transaction } from '#libs/database';
import { ExtractionService } from '#libs/extraction';
import { JobQueue } from '#libs/jobs';
import type { OrganizationContext } from '#libs/kernel';
import { PreviewRepository } from './preview.repository.js';
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
    if (!this.config.enabled) return this.previews.note(tx, ctx, place, { status: 'off' });
    if (detectedType !== undefined && !this.extraction.draws(detectedType)) {
      const reason = `No installed plugin draws files of the type ${detectedType}.`;
      return this.previews.note(tx, ctx, place, { status: 'unavailable', outcome: 'unsupported', reason });
    }
    if (!(await this.previews.request(tx, ctx, place, { again: true }))) return;
    const { organizationId } = ctx;
    const preview = nameOf(place);
    await this.jobs.enqueue(tx, MakePreview, { organizationId, ...place, preview, isBulk: true });
  }
}
