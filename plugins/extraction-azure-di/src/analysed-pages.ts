import { valueAt, type ExtractedPage } from '@archivolt/plugin-kit';

/** What the service writes between two pages. */
const PAGE_BREAK = '<!-- PageBreak -->';

interface PageStart {
  offset: number;
  size: { width?: number; height?: number };
}

/**
 * The content of an analysis, cut where its pages begin. Everything is kept: what stands between two pages belongs to the
 * first of them. One page when the places do not fit; `undefined` when there is no content.
 */
export function analysedPages(analysis: unknown): ExtractedPage[] | undefined {
  const content = valueAt(analysis, 'content');
  if (typeof content !== 'string') return undefined;
  const starts = startsIn(analysis);
  const offsets = offsetsIn(
    content,
    valueAt(analysis, 'stringIndexType'),
    starts.map(({ offset }) => offset),
  );
  if (!offsets || offsets.length < 2) return [pageOf(content, starts[0]?.size)];
  return starts.map(({ size }, index) => {
    const from = index === 0 ? 0 : offsets[index];
    return pageOf(content.slice(from, offsets[index + 1]), size);
  });
}

function pageOf(content: string, size: PageStart['size'] = {}): ExtractedPage {
  return { text: content.replaceAll(PAGE_BREAK, '').trim(), source: 'ocr', ...size };
}

/** Pages without text have no span: they begin where the next one does. */
function startsIn(analysis: unknown): PageStart[] {
  const pages = valueAt(analysis, 'pages');
  if (!Array.isArray(pages)) return [];
  const starts = pages.map((page: unknown) => {
    const [width, height] = [valueAt(page, 'width'), valueAt(page, 'height')];
    const hasSize = typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0;
    return { offset: valueAt(page, 'spans', 0, 'offset'), size: hasSize ? { width, height } : {} };
  });
  let next = Infinity;
  for (const start of starts.toReversed()) {
    start.offset ??= next;
    if (typeof start.offset === 'number') next = start.offset;
  }
  return starts as PageStart[];
}

/** The places in UTF-16 units, when they are places in the content in ascending order. */
function offsetsIn(content: string, unit: unknown, offsets: readonly unknown[]): number[] | undefined {
  const isAscending = offsets.every(
    (offset, index) => typeof offset === 'number' && offset >= Number(offsets[index - 1] ?? 0),
  );
  if (!isAscending) return undefined;
  const numbers = offsets as number[];
  return unit === 'utf16CodeUnit' ? numbers : inUnits(content, unit, numbers);
}

/** In a line without these, every unit of UTF-16 is one character, whatever is counted. */
const ODD = /\r\n|[\p{M}\p{Cf}\u{1100}-\u{11ff}\u{a960}-\u{a97f}\u{d7b0}-\u{dfff}\u{10000}-\u{10ffff}]/u;

/** Translates places that count code points, or characters as people see them, which is the usual unit of the service. */
function inUnits(content: string, unit: unknown, offsets: readonly number[]): number[] {
  const found: number[] = [];
  let counted = 0;
  let at = 0;
  const isWithin = (end: number): boolean => (offsets[found.length] ?? Infinity) < end;
  for (const line of linesOf(content)) {
    if (ODD.test(line)) {
      for (const part of partsOf(line, unit)) {
        while (isWithin(counted + 1)) found.push(at);
        counted += 1;
        at += part.length;
      }
    } else {
      while (isWithin(counted + line.length)) found.push(at + (offsets[found.length] ?? 0) - counted);
      counted += line.length;
      at += line.length;
    }
  }
  return [...found, ...offsets.slice(found.length).map(() => content.length)];
}

function* linesOf(content: string): Iterable<string> {
  for (let start = 0, end = 0; start < content.length; start = end) {
    end = content.indexOf('\n', start) + 1 || content.length;
    yield content.slice(start, end);
  }
}

function* partsOf(line: string, unit: unknown): Iterable<string> {
  if (unit === 'unicodeCodePoint') return yield* line;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)) yield segment;
}
