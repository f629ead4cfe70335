import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { PackedWords, type ExtractedPage, type PageWord } from '@archivolt/plugin-kit';

/** What is kept of a page besides its text. */
export interface PageLayout {
  /** As a viewer shows it, in any unit; null when it is not known. */
  width: number | null;
  height: number | null;
  source: 'ocr' | 'text';
  /** 0 to 100, of pages that were recognized. */
  confidence: number | null;
  /** `PackedWords.toBytes`, deflated; null when it is not known where the words are. */
  words: Uint8Array | null;
}

/** Pages of one document that are listed. */
export const MOST_PAGES = 10_000;
/** Bytes of the words of one document. Beyond it, pages have a size but no words. */
export const MOST_WORD_BYTES = 32 * 1024 * 1024;
/** Sizes outside are no sizes of pages, and the database could not store all of them. */
const SIDES = { shortest: 0.001, longest: 10_000_000 };

const deflate = promisify(deflateRaw);

/** The layouts of the first `count` pages. What a plugin gives beyond the limits, or is no number, is left out. */
export async function layoutsOf(pages: readonly ExtractedPage[], count: number): Promise<PageLayout[]> {
  const layouts: PageLayout[] = [];
  let bytes = 0;
  for (const page of pages.slice(0, Math.min(count, MOST_PAGES))) {
    const words = bytes < MOST_WORD_BYTES ? await wordBytes(page) : null;
    bytes += words?.length ?? 0;
    layouts.push(
      makeLayout(page.width, page.height, page.source, page.confidence, bytes <= MOST_WORD_BYTES ? words : null),
    );
  }
  return layouts;
}

async function wordBytes({ words }: { words?: unknown }): Promise<Uint8Array | null> {
  if (!isIterable(words)) return null;
  const packed = PackedWords.of(words);
  if (packed.count === 0) return null;
  await nextTurn(); // plugins for services run in the process of the server
  return deflate(packed.toBytes());
}

/** Plugins are not all compiled against the types. */
function isIterable(words: unknown): words is Iterable<PageWord> {
  return typeof words === 'object' && words !== null && Symbol.iterator in words;
}

export function makeLayout(
  width: unknown,
  height: unknown,
  source: unknown,
  confidence: unknown,
  words: Uint8Array | null,
): PageLayout {
  const hasSize = isSide(width) && isSide(height);
  const isRecognized = source === 'ocr' || source === 'mixed';
  return {
    width: hasSize ? width : null,
    height: hasSize ? height : null,
    source: isRecognized ? 'ocr' : 'text',
    confidence: isRecognized && isBetween(confidence, 0, 100) ? confidence : null,
    words,
  };
}

function isSide(value: unknown): value is number {
  return isBetween(value, SIDES.shortest, SIDES.longest);
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}
