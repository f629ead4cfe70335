import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FiledDocument } from '#archive/documents';
import { ExtractionService } from '#capabilities/extraction';
import { FileStore } from '#capabilities/storage';
import { PDF } from './mergeable.js';
import { jpegOf, picturePdf, type JpegPicture } from './picture-pdf.js';

/** Pixels: the longer side of A4 at 300 dpi. */
const LONGEST_SIDE = 3_508;
/** Pages of one picture file, such as a TIFF. */
const MOST_PICTURES = 200;
const DRAW_TIMEOUT_MS = 60_000;

/** Why the documents are not merged: a sentence for people. */
export class NotMerged extends Error {}

/** The files of documents as PDFs, one after the other in one stream. */
export interface PagesStream {
  open(): Promise<Readable>;
  /** Bytes of each PDF, once the stream has ended. */
  sizes(): readonly number[];
}

/** Makes PDFs of what documents have: those that are PDFs as they are, pictures with a page for each. */
@Injectable()
export class PagesOfDocuments {
  constructor(
    private readonly files: FileStore,
    private readonly extraction: ExtractionService,
  ) {}

  streamOf(documents: readonly FiledDocument[], owner: string, signal: AbortSignal): PagesStream {
    const sizes: number[] = [];
    return {
      open: () => Promise.resolve(Readable.from(this.#read(documents, sizes, owner, signal), { objectMode: false })),
      sizes: () => sizes,
    };
  }

  async *#read(
    documents: readonly FiledDocument[],
    sizes: number[],
    owner: string,
    signal: AbortSignal,
  ): AsyncIterable<Buffer> {
    for (const document of documents) {
      let bytes = 0;
      const parts =
        document.mimeType === PDF
          ? ((await this.files.read(document.storageKey)) as AsyncIterable<Buffer>)
          : picturePdf(this.#draw(document, owner, signal));
      for await (const part of parts) {
        bytes += part.length;
        yield part;
      }
      sizes.push(bytes);
    }
  }

  async *#draw(document: FiledDocument, owner: string, signal: AbortSignal): AsyncIterable<JpegPicture> {
    const { storageKey, originalName: fileName, mimeType: declaredType, name } = document;
    for (let page = 1, pagesCount = 1; page <= pagesCount; page += 1) {
      const drawn = await this.extraction.drawPage(
        { open: () => this.files.read(storageKey), fileName, declaredType },
        { page, width: LONGEST_SIDE, height: LONGEST_SIDE, timeoutMs: DRAW_TIMEOUT_MS, signal, owner },
      );
      if (drawn.outcome === 'cancelled') throw new Error('merging was cancelled');
      if (drawn.outcome !== 'drawn') throw new NotMerged(`“${name}”: ${drawn.reason ?? 'It could not be drawn.'}`);
      pagesCount = drawn.pagesCount;
      if (pagesCount > MOST_PICTURES) throw new NotMerged(`“${name}” has more than ${MOST_PICTURES} pictures.`);
      yield await jpegOf(drawn);
    }
  }
}
