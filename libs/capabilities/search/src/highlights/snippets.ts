import type { Hit } from './find-hits.js';

export interface HighlightPart {
  text: string;
  isMatch: boolean;
}

/** A part of a text. */
export interface Snippet {
  start: number;
  parts: HighlightPart[];
}

/** UTF-16 units of a snippet, unless one place that the query has found is longer. */
const LENGTH = 160;
/** How far an end of a snippet moves to the border of a word. */
const TO_WORD_BORDER = 20;
const PAGE_BREAK = '\f';
const ATTACHED = /^[\p{M}\u200d]/u;
/** A word of the query more in a snippet counts more than any number of repetitions. */
const WEIGHT_OF_WORD = 1_000;

interface Window {
  start: number;
  end: number;
  score: number;
}

/** Returns the parts of the text with the most words of the query, best first, none of them across pages. */
export function bestSnippets(text: string, hits: readonly Hit[], most: number): Snippet[] {
  const windows = windowsOf(hits, text).sort((a, b) => b.score - a.score || a.start - b.start);
  const chosen: Window[] = [];
  for (const window of windows) {
    if (chosen.length === most) break;
    const range = extended(text, window);
    const isFree = chosen.every(({ start, end }) => range.end <= start || range.start >= end);
    if (isFree) chosen.push(range);
  }
  return chosen.map(({ start, end }) => ({ start, parts: markedParts(text, hits, { start, end }) }));
}

/** Returns the text between two positions in parts, those marked that the query has found. */
export function markedParts(
  text: string,
  hits: readonly Hit[],
  range: { start: number; end: number } = { start: 0, end: text.length },
): HighlightPart[] {
  const parts: HighlightPart[] = [];
  const add = (from: number, to: number, isMatch: boolean) => {
    const last = parts.at(-1);
    if (to <= from) return;
    if (last?.isMatch === isMatch) last.text += text.slice(from, to);
    else parts.push({ text: text.slice(from, to), isMatch });
  };
  let done = range.start;
  for (const { start, end } of hits) {
    if (start < range.start || end > range.end || end <= done) continue;
    add(done, start, false);
    add(Math.max(start, done), end, true);
    done = end;
  }
  add(done, range.end, false);
  return parts;
}

/** Returns for each hit the hits after it that fit into one snippet with it. */
function windowsOf(hits: readonly Hit[], text: string): Window[] {
  const counts = new Map<Hit['needle'], number>();
  let words = 0;
  let next = 0;
  const windows: Window[] = [];
  const pages = pagesOf(hits, text);
  for (const [index, first] of hits.entries()) {
    for (let hit = hits[next]; hit !== undefined && fits(hit, first, pages[next] === pages[index]); hit = hits[next]) {
      const count = counts.get(hit.needle) ?? 0;
      if (count === 0) words += hit.needle.words;
      counts.set(hit.needle, count + 1);
      next += 1;
    }
    const end = Math.max(first.end, hits[next - 1]?.end ?? 0);
    windows.push({ start: first.start, end, score: words * WEIGHT_OF_WORD + (next - index) });
    const left = (counts.get(first.needle) ?? 1) - 1;
    counts.set(first.needle, left);
    if (left === 0) words -= first.needle.words;
  }
  return windows;
}

function fits(hit: Hit, first: Hit, isOnPage: boolean): boolean {
  return hit === first || (isOnPage && hit.end - first.start <= LENGTH);
}

/** The number of page breaks before each hit. */
function pagesOf(hits: readonly Hit[], text: string): number[] {
  let page = 0;
  let nextBreak = text.indexOf(PAGE_BREAK);
  return hits.map(({ start }) => {
    while (nextBreak >= 0 && nextBreak < start) {
      page += 1;
      nextBreak = text.indexOf(PAGE_BREAK, nextBreak + 1);
    }
    return page;
  });
}

/** Adds text around the hits up to the length of a snippet, and ends at words where there are any. */
function extended(text: string, { start, end, score }: Window): Window {
  const room = Math.max(0, LENGTH - (end - start));
  const earliest = Math.max(0, start - Math.ceil(room / 2));
  const behindBreak = text.slice(earliest, start).lastIndexOf(PAGE_BREAK) + 1;
  const from = wordStart(text, earliest + behindBreak, start);
  const latest = Math.min(text.length, Math.max(end, from + LENGTH));
  const beforeBreak = text.slice(end, latest).indexOf(PAGE_BREAK);
  const to = wordEnd(text, beforeBreak < 0 ? latest : end + beforeBreak, end);
  return { start: from, end: to, score };
}

function wordStart(text: string, from: number, most: number): number {
  if (from === 0 || isSpaceAt(text, from - 1)) return from;
  const limit = Math.min(most, from + TO_WORD_BORDER);
  for (let at = from; at < limit; at += 1) if (isSpaceAt(text, at)) return at + 1;
  let start = from;
  while (start < most && !isBorder(text, start)) start += 1;
  return start;
}

function wordEnd(text: string, to: number, least: number): number {
  if (to === text.length || isSpaceAt(text, to)) return to;
  const limit = Math.max(least, to - TO_WORD_BORDER);
  for (let at = to; at > limit; at -= 1) if (isSpaceAt(text, at - 1)) return at - 1;
  let end = to;
  while (end > least && !isBorder(text, end)) end -= 1;
  return end;
}

function isSpaceAt(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

/** False inside a surrogate pair, and between a letter and its marks. */
function isBorder(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const isLow = unit >= 0xdc00 && unit < 0xe000;
  return !isLow && !ATTACHED.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}
