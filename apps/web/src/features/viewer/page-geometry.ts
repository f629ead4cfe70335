/** A part of a page: left, top, width and height, 0 to 1 of it. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** A place of the text that a search has found. */
export interface Hit {
  /** Counted from 1; null when the text has no pages. */
  page: number | null;
  /** UTF-16 offset into the text. */
  start: number;
  length: number;
  boxes: readonly Box[];
}

/** In any unit: only the ratio matters. */
export interface PageSize {
  width: number;
  height: number;
}

/** `width` and `page` fit the page into the window; a number is a factor of the natural size. */
export type Zoom = number | 'page' | 'width';
export type Rotation = 0 | 90 | 180 | 270;

export const GAP = 16;
const A4: PageSize = { width: 595, height: 842 };
/** Of a page whose real size is not known: that of A4 at 96 points an inch. */
const NATURAL_WIDTH = 794;
const LEAST_ZOOM = 0.25;
const MOST_ZOOM = 5;
const ZOOM_STEP = 1.25;

/** Sizes that a broken file may have count as A4, and very long pages are shortened. */
export function soundSize(size: { width: number | null; height: number | null } | undefined): PageSize {
  const { width, height } = size ?? A4;
  if (!width || !height || !Number.isFinite(width) || !Number.isFinite(height) || width < 0 || height < 0) return A4;
  const ratio = Math.min(20, Math.max(0.05, height / width));
  return { width, height: width * ratio };
}

/** The size of the page on the screen before it is turned. */
export function shownSize(page: PageSize, zoom: Zoom, rotation: Rotation, room: PageSize): PageSize {
  const isTurned = rotation % 180 !== 0;
  const ratio = page.height / page.width;
  const [across, down] = isTurned ? [ratio, 1] : [1, ratio]; // for a width of 1
  const width =
    typeof zoom === 'number'
      ? NATURAL_WIDTH * zoom
      : zoom === 'width'
        ? room.width / across
        : Math.min(room.width / across, room.height / down);
  const whole = Math.max(40, Math.round(width));
  return { width: whole, height: Math.round(whole * ratio) };
}

/** What the page takes on the screen when it is turned. */
export const turnedSize = ({ width, height }: PageSize, rotation: Rotation): PageSize =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** Where the turned page has to be moved so that its corner is at the start again. */
export function turn({ width, height }: PageSize, rotation: Rotation): string {
  const shifts = { 0: [0, 0], 90: [height, 0], 180: [width, height], 270: [0, width] } as const;
  const [x, y] = shifts[rotation];
  return `translate(${x}px, ${y}px) rotate(${rotation}deg)`;
}

export const nextRotation = (rotation: Rotation): Rotation => ((rotation + 90) % 360) as Rotation;

/** The factor that a zoom stands for now. */
export const factorOf = (shownWidth: number): number => shownWidth / NATURAL_WIDTH;

export function zoomed(factor: number, direction: -1 | 1): number {
  const next = direction > 0 ? factor * ZOOM_STEP : factor / ZOOM_STEP;
  return Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, next));
}

const MOST_PIXELS = 16_000_000;

/** How many pixels of a canvas stand for one of the page, so that the canvas never gets too large for the browser. */
export function canvasScale(shown: PageSize, pixelRatio: number): number {
  const pixels = shown.width * shown.height * pixelRatio ** 2;
  return pixels <= MOST_PIXELS ? pixelRatio : pixelRatio * Math.sqrt(MOST_PIXELS / pixels);
}

const PREVIEW_WIDTHS = [240, 800, 1600] as const;
export type PreviewWidth = (typeof PREVIEW_WIDTHS)[number];

/** The smallest picture that is sharp enough. */
export function previewWidth(shownWidth: number, pixelRatio: number): PreviewWidth {
  const wanted = shownWidth * pixelRatio * 0.8;
  return PREVIEW_WIDTHS.find((width) => width >= wanted) ?? 1600;
}

/** A box as percentages; what lies outside of the page is cut off. */
export function boxStyle([x, y, width, height]: Box): { left: string; top: string; width: string; height: string } {
  const cut = (value: number): number => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0);
  const [left, top] = [cut(x), cut(y)];
  const percent = (value: number): string => `${Math.round(value * 100_000) / 1000}%`;
  return {
    left: percent(left),
    top: percent(top),
    width: percent(Math.min(1 - left, cut(width))),
    height: percent(Math.min(1 - top, cut(height))),
  };
}

/** Hits by page, with their place in the list. */
export function hitsByPage(hits: readonly Hit[]): Map<number, { hit: Hit; index: number }[]> {
  const pages = new Map<number, { hit: Hit; index: number }[]>();
  hits.forEach((hit, index) => {
    if (hit.page === null) return;
    const known = pages.get(hit.page);
    if (known) known.push({ hit, index });
    else pages.set(hit.page, [{ hit, index }]);
  });
  return pages;
}

/** The hit after or before the present one, around the end. */
export function steppedHit(current: number, count: number, direction: -1 | 1): number {
  if (count === 0) return 0;
  return (current + direction + count) % count;
}

/** A piece of a long text, with its offset. */
export interface TextChunk {
  start: number;
  text: string;
}

const CHUNK = 2_000;
/** A line without an end is cut here. */
const LONGEST_CHUNK = 4_000;

/** Cuts a text at ends of lines, so that only what is on the screen is in the document. */
export function chunksOf(text: string): TextChunk[] {
  const chunks: TextChunk[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + CHUNK);
    if (end < text.length) {
      const line = text.indexOf('\n', end);
      end = line >= 0 && line < start + LONGEST_CHUNK ? line + 1 : Math.min(text.length, start + LONGEST_CHUNK);
      if (isLowSurrogate(text.charCodeAt(end))) end += 1;
    }
    chunks.push({ start, text: text.slice(start, end) });
    start = end;
  }
  return chunks;
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** The place of the chunk that has the offset. */
export function chunkAt(chunks: readonly TextChunk[], offset: number): number {
  let low = 0;
  let high = chunks.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((chunks[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

export interface TextPart {
  text: string;
  /** The place of the hit in the list; null between hits. */
  hit: number | null;
}

/** A chunk as parts with and without a hit. A hit may reach into the next chunk. */
export function partsOf({ start, text }: TextChunk, hits: readonly Hit[]): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  hits.forEach((hit, index) => {
    const from = Math.max(done, hit.start - start);
    const to = Math.min(text.length, hit.start + hit.length - start);
    if (to <= from) return;
    if (from > done) parts.push({ text: text.slice(done, from), hit: null });
    parts.push({ text: text.slice(from, to), hit: index });
    done = to;
  });
  if (done < text.length) parts.push({ text: text.slice(done), hit: null });
  return parts;
}

/** What shows the document best. */
export type ViewKind = 'pdf' | 'pictures' | 'text';

export function viewKindOf({
  mimeType,
  hasPictures,
  isScan,
}: {
  mimeType: string;
  /** Whether the server draws its pages. */
  hasPictures: boolean;
  /** Whether the text of every page was recognized. */
  isScan: boolean;
}): ViewKind {
  if (mimeType === 'application/pdf') return isScan && hasPictures ? 'pictures' : 'pdf';
  return hasPictures ? 'pictures' : 'text';
}
