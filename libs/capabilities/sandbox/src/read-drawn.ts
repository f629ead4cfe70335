import type { PageToDraw } from '@archivolt/plugin-kit';
import type { DrawnMessage } from './messages.js';
import { sentence } from './read-result.js';

export const MOST_PAGES = 10_000_000;

export const DRAWN_OUTCOMES: ReadonlySet<unknown> = new Set<DrawnMessage['outcome']>([
  'corrupt',
  'drawn',
  'encrypted',
  'no-such-page',
  'timeout',
  'too-large',
  'unsupported',
]);

type ReadPage = Omit<DrawnMessage, 'kind'> & { pixels: Uint8Array | undefined };

/** Checks what an extractor drew, since plugins are not all compiled against the types. */
export function readDrawn(value: unknown, page: PageToDraw): ReadPage {
  const drawn = (value ?? {}) as Partial<Record<string, unknown>>;
  const { outcome, reason, pagesCount, width, height, channels, pixels } = drawn;
  if (!DRAWN_OUTCOMES.has(outcome) || outcome === 'timeout')
    throw new Error('the plugin returned a page without a known outcome');
  const count = isCount(pagesCount) ? pagesCount : null;
  if (outcome !== 'drawn') {
    const known = outcome as DrawnMessage['outcome'];
    const why = typeof reason === 'string' ? sentence(reason) : null;
    return { ...NO_PIXELS, outcome: known, reason: why, pagesCount: count };
  }
  if (count === null || count < page.page) throw new Error('the plugin drew a page that the file does not have');
  if (!isSide(width, page.width) || !isSide(height, page.height))
    throw new Error('the plugin drew a page that is larger than asked');
  if (channels !== 1 && channels !== 3) throw new Error('the plugin drew pixels that are neither gray nor RGB');
  if (!(pixels instanceof Uint8Array) || pixels.length !== width * height * channels)
    throw new Error('the plugin gave more or fewer pixels than the size of the page');
  return { outcome, reason: null, pagesCount: count, width, height, channels, pixels };
}

const NO_PIXELS = { width: 0, height: 0, channels: 1, pixels: undefined } as const;

function isSide(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= most;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MOST_PAGES;
}
