import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { attachmentOfPage, type AttachmentName } from '../attachment-pages.js';
import { DocumentContent } from '../document-content.js';
import { DocumentsService } from '../documents.service.js';
import type { OrganizationContext } from '#ground/kernel';
import { Highlights, type ContentPlace, TextThreads, TextTooCostly } from '#capabilities/search';
import { DocumentPageRepository } from './document-page.repository.js';
import { locateHitsOfPage, type PageToMark } from './locate-hits.js';
import { PageTexts } from './page-texts.js';

/** A place in the content of a document that a query finds. */
export interface DocumentHit extends ContentPlace {
  /** Counted from 1; null when the text has no pages. */
  page: number | null;
  /** Boxes of the words, as fractions of the page; empty when it is not known where they are. */
  boxes: number[][];
  /** The file in the file of the document that it is in; null when it is in the file itself. */
  attachment: AttachmentName | null;
}

export interface FoundHits {
  hits: DocumentHit[];
  /** False: there are more. */
  isComplete: boolean;
}

const MOST_HITS = 1_000;
/** Compressed words that are read for one answer. */
const MOST_WORD_BYTES = 8 * 1024 * 1024;
/** Size of the pages that are marked without a thread: of each its text or its compressed words, whichever is longer. */
const MOST_WITHOUT_THREAD = 50_000;
const LIMITS = { heapMb: 256, ms: 4_000 };
const LONGEST_WAIT_MS = 4_000;
const THREAD = new URL('./locate-hits.js', import.meta.url);

/** Where a query finds something in the content of one document, and where that is on its pages. */
@Injectable()
export class DocumentHits implements OnApplicationShutdown {
  readonly #threads = new TextThreads(LIMITS, { waitMs: LONGEST_WAIT_MS });

  constructor(
    private readonly documents: DocumentsService,
    private readonly highlights: Highlights,
    private readonly pages: DocumentPageRepository,
    private readonly contents: DocumentContent,
  ) {}

  /** Throws `TooManyTexts` when too many long texts are being searched. */
  async find(
    ctx: OrganizationContext,
    documentId: string,
    searchQuery: string,
    signal: AbortSignal,
  ): Promise<FoundHits> {
    const content = await this.documents.content(ctx, documentId);
    const { marks } = await this.documents.understand(ctx, searchQuery);
    const { places, isComplete } = await this.highlights.places(ctx, marks, content, { most: MOST_HITS, signal });
    if (places.length === 0) return { hits: [], isComplete };
    const texts = new PageTexts(content);
    const attachments = texts.count > 1 ? await this.contents.attachmentPages(ctx, documentId, 'content') : [];
    const hits = places.map((place) => {
      const page = texts.pageAt(place.start);
      return { ...place, page, boxes: [] as number[][], attachment: attachmentOfPage(attachments, page) };
    });
    const hasBoxes = await this.#addBoxes(ctx, documentId, { hits, texts }, signal);
    // A text without page breaks is a page only if its file has one.
    const hasPages = texts.count > 1 || hasBoxes || (await this.pages.counts(ctx, documentId)).all === 1;
    return { hits: hasPages ? hits : hits.map((hit) => ({ ...hit, page: null })), isComplete };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#threads.onApplicationShutdown();
  }

  async #addBoxes(
    ctx: OrganizationContext,
    documentId: string,
    { hits, texts }: { hits: (DocumentHit & { page: number })[]; texts: PageTexts },
    signal: AbortSignal,
  ): Promise<boolean> {
    const byPage = Map.groupBy(hits, ({ page }) => page);
    const words = await this.pages.words(ctx, documentId, [...byPage.keys()], MOST_WORD_BYTES);
    const known = [...byPage].flatMap(([page, found]) => {
      const bytes = words.get(page);
      if (bytes === undefined) return [];
      const start = texts.startOf(page);
      const relative = found.map((hit) => ({ start: hit.start - start, length: hit.length }));
      return [{ found, toMark: { text: texts.textOf(page), words: bytes, hits: relative } }];
    });
    const boxes = await this.#locate(
      ctx.organizationId,
      known.map(({ toMark }) => toMark),
      signal,
    );
    for (const [index, { found }] of known.entries())
      for (const [place, hit] of found.entries()) hit.boxes = boxes[index]?.[place]?.map((box) => [...box]) ?? [];
    return known.length > 0;
  }

  /** Hits without boxes are better than none. */
  async #locate(
    organizationId: string,
    pages: readonly PageToMark[],
    signal: AbortSignal,
  ): Promise<(readonly number[])[][][]> {
    // A text that was edited may be much shorter than the words of its page.
    const characters = pages.reduce((sum, { text, words }) => sum + Math.max(text.length, words.length), 0);
    if (characters <= MOST_WITHOUT_THREAD) {
      const boxes: (readonly number[])[][][] = [];
      for (const page of pages) {
        boxes.push(locateHitsOfPage(page));
        await nextTurn();
        signal.throwIfAborted();
      }
      return boxes;
    }
    try {
      return await this.#threads.run({ organizationId, module: THREAD, input: pages, characters, signal });
    } catch (error) {
      if (error instanceof TextTooCostly) return [];
      throw error;
    }
  }
}
