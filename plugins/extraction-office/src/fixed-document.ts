import { posix } from 'node:path';
import type { ExtractedPage } from '@archivolt/plugin-kit';
import { localName, type PackageParts } from './package-parts.js';
import { attribute, scanXml } from './xml-scanner.js';

const PAGE = /\.fpage(?:\/\[0\](?:\.last)?\.piece)?$/i;
/** Of the size of the letters: a wider gap is a blank. */
const WIDEST_GAP = 0.18;
/** Lines are further apart, and raised letters less. */
const SAME_LINE = 0.4;
/** Of a letter whose width the file does not say. */
const USUAL_ADVANCE = 50;

/** The pages of an XPS file in their order. Runs of letters have a place each, by which they are joined to lines. */
export function fixedDocumentPages(parts: PackageParts, maxChars: number): ExtractedPage[] {
  const pages: ExtractedPage[] = [];
  let room = maxChars;
  for (const name of pagesOf(parts)) {
    if (room <= 0) break;
    const text = pageText(parts.text(name), room);
    room -= text.length;
    pages.push({ text, source: 'text-layer' });
  }
  return pages;
}

function pagesOf(parts: PackageParts): string[] {
  const documents = parts.matching(/\.fdseq$/i).flatMap((name) => sources(parts, name, 'DocumentReference'));
  const pages = [...new Set(documents)].flatMap((name) => sources(parts, name, 'PageContent'));
  const known = [...new Set(pages)].filter((name) => parts.bytes(name) !== undefined);
  if (known.length > 0) return known;
  return parts.matching(PAGE).map((name) => name.replace(/\/\[0\][^/]*$/, ''));
}

function sources(parts: PackageParts, name: string, element: string): string[] {
  const found: string[] = [];
  for (const token of scanXml(parts.text(name))) {
    if (token.kind !== 'open' || localName(token.name) !== element) continue;
    const source = attribute(token.attributes, 'Source') ?? '';
    found.push(posix.join('/', source.startsWith('/') ? source : posix.join(posix.dirname(name), source)).slice(1));
  }
  return found;
}

interface Run {
  text: string;
  /** Where it begins and ends; letters from right to left end on the left. */
  start: number;
  end: number;
  baseline: number;
  size: number;
}

function pageText(xml: string, maxChars: number): string {
  const parts: string[] = [];
  let length = 0;
  let last: Run | undefined;
  for (const token of scanXml(xml)) {
    if (length > maxChars) break;
    if (token.kind !== 'open' || localName(token.name) !== 'Glyphs') continue;
    const run = runOf(token.attributes);
    if (run === undefined) continue;
    if (last !== undefined) parts.push(between(last, run));
    parts.push(run.text);
    length += run.text.length;
    last = run;
  }
  return parts
    .join('')
    .replaceAll(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '))
    .trim();
}

function runOf(attributes: string): Run | undefined {
  // A text that begins with a brace has empty braces in front.
  const text = (attribute(attributes, 'UnicodeString') ?? '').replace(/^\{\}/, '');
  if (text === '') return undefined;
  const number = (name: string): number => Number(attribute(attributes, name) ?? 0) || 0;
  const size = number('FontRenderingEmSize');
  const start = number('OriginX');
  const isLeftward = number('BidiLevel') % 2 === 1;
  const width = (advance(attribute(attributes, 'Indices') ?? '', text.length) * size) / 100;
  return { text, start, end: isLeftward ? start - width : start + width, baseline: number('OriginY'), size };
}

/** The width of a run in hundredths of the size of its letters. */
function advance(indices: string, letters: number): number {
  const glyphs = indices === '' ? [] : indices.split(';');
  let sum = Math.max(0, letters - glyphs.length) * USUAL_ADVANCE;
  for (const glyph of glyphs) {
    const [, width = ''] = glyph.split(',', 2);
    sum += width === '' ? USUAL_ADVANCE : Number(width) || 0;
  }
  return sum;
}

function between(last: Run, next: Run): string {
  const size = Math.max(last.size, next.size);
  if (Math.abs(next.baseline - last.baseline) > size * SAME_LINE) return '\n';
  const isLeftward = last.end < last.start;
  if (isLeftward !== next.end < next.start) return ' ';
  const gap = isLeftward ? last.end - next.start : next.start - last.end;
  return Math.abs(gap) > size * WIDEST_GAP ? ' ' : '';
}
