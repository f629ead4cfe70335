import { Injectable } from '@nestjs/common';
import { PreviewsConfig } from '#config/previews';
import { UnitOfWork, type Transaction } from '#ground/database';
import { ExtractionService, type Drawing, type DrawnPicture } from '#capabilities/extraction';
import { Broadcasts } from '#ground/history';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { createId } from '#ground/kernel';
import { FileStore, StorageFull, StoredFileDamaged, StoredFileMissing } from '#capabilities/storage';
import {
  DocumentPasswords,
  greatestHeight,
  MakePreview,
  PreviewEnded,
  PreviewRepository,
  versionOf,
  type MadePreview,
  type MakePreviewData,
  type PreviewToMake,
} from '#archive/documents';
import { encodePicture } from './encode-picture.js';

/** Another attempt would end the same way. */
const FINAL = [StoredFileMissing, StoredFileDamaged, StorageFull];

/** Draws a page, stores the picture and notes how it ended. Whatever the file holds, the job succeeds. */
@Injectable()
@HandlesJob(MakePreview)
export class MakePreviewHandler implements JobHandler<MakePreviewData> {
  readonly concurrency: number;

  constructor(
    private readonly config: PreviewsConfig,
    private readonly previews: PreviewRepository,
    private readonly extraction: ExtractionService,
    private readonly files: FileStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly broadcasts: Broadcasts,
    private readonly passwords: DocumentPasswords,
  ) {
    this.concurrency = extraction.drawingConcurrency;
  }

  async handle(job: Job<MakePreviewData>): Promise<void> {
    const { data, signal, isLastAttempt } = job;
    const document = await this.previews.toMake(data, data);
    if (!document) return;
    try {
      const drawing = await this.#draw(document, job);
      if (drawing.outcome === 'cancelled') throw new Error('drawing was cancelled');
      if (drawing.outcome === 'drawn') await this.#keep(document, drawing, job);
      else await this.#end(document, data, { ...drawing, status: 'unavailable', outcome: drawing.outcome });
    } catch (error) {
      // The last attempt always leaves an outcome. One that ends because the server stops is not counted.
      const isFinal = isLastAttempt || FINAL.some((each) => each.matches(error));
      if (signal.aborted || !isFinal) throw error;
      await this.#end(document, data, failed((error as Error).message));
    }
  }

  #draw({ storageKey, fileName, mimeType }: PreviewToMake, { data, signal }: Job<MakePreviewData>): Promise<Drawing> {
    const { page, width, organizationId, documentId } = data;
    const passwords = () => this.passwords.toTry({ organizationId }, documentId);
    const height = greatestHeight(width);
    return this.extraction.drawPage(
      { open: () => this.files.read(storageKey), fileName, declaredType: mimeType },
      { page, width, height, timeoutMs: this.config.timeoutMs, signal, owner: organizationId, passwords },
    );
  }

  async #keep({ sha256 }: PreviewToMake, drawing: DrawnPicture, { data, signal }: Job<MakePreviewData>): Promise<void> {
    const { pagesCount } = drawing;
    const picture = await encodePicture(drawing);
    if (picture.length > this.config.maxBytes) {
      const reason = `The picture has ${picture.length} bytes, more than is allowed (PREVIEWS_MAX_BYTES).`;
      return this.#end({ sha256 }, data, { status: 'unavailable', outcome: 'too-large', reason, pagesCount });
    }
    const { organizationId, documentId, page, width } = data;
    // An interrupted attempt may have left a file under its own key; the sweep removes it.
    const name = `${page}-${width}-${createId('pv').slice(-8)}.webp`;
    const storageKey = `${organizationId}/previews/${documentId}/${versionOf(sha256)}/${name}`;
    await using stored = await this.files.store(storageKey, once(picture), { signal });
    await this.unitOfWork.run(async (tx) => {
      const made: MadePreview = { status: 'available', storageKey, bytes: picture.length, pagesCount };
      if (!(await this.previews.end(tx, data, made, sha256))) return;
      await this.files.confirm(tx, storageKey);
      this.#report(tx, data, made);
      tx.afterCommit(() => stored.keep());
    });
  }

  async #end({ sha256 }: Pick<PreviewToMake, 'sha256'>, data: MakePreviewData, made: MadePreview): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if (await this.previews.end(tx, data, made, sha256)) this.#report(tx, data, made);
    });
  }

  #report(tx: Transaction, data: MakePreviewData, { status }: MadePreview): void {
    const { organizationId, documentId, page, width } = data;
    this.broadcasts.send(tx, PreviewEnded, { organizationId, documentId, page, width, status });
  }
}

/** A fault of the server; requests have it tried again later. */
export function failed(message: string): MadePreview {
  return { status: 'unavailable', outcome: 'failed', reason: `It could not be drawn: ${message}`, pagesCount: null };
}

async function* once(bytes: Buffer): AsyncIterable<Buffer> {
  yield await Promise.resolve(bytes);
}
