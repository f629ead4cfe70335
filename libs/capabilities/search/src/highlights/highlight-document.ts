import type { SearchField } from '@archivolt/plugin-kit';
import { findHits } from './find-hits.js';
import type { Needle } from './needles.js';
import { bestSnippets, markedParts, type HighlightPart } from './snippets.js';

/** A text of a document that a query has found, with the words of the query marked. */
export interface Highlight {
  field: SearchField;
  /** The page of the file, counted from 1; null where the text has no page breaks. */
  page: number | null;
  parts: HighlightPart[];
}

/** A piece of a content. */
export interface ContentSlice {
  text: string;
  /** Page breaks of the content before it. */
  pageBreaks: number;
}

const MOST_CONTENT_SNIPPETS = 3;

/** Marks words in the name: all of it, if it has any. */
export function highlightName(name: string, needles: readonly Needle[]): Highlight[] {
  const hits = findHits(name, ofField(needles, 'name'));
  return hits.length === 0 ? [] : [{ field: 'name', page: null, parts: markedParts(name, hits) }];
}

export function highlightNotes(notes: string, needles: readonly Needle[]): Highlight[] {
  const hits = findHits(notes, ofField(needles, 'notes'));
  return bestSnippets(notes, hits, 1).map(({ parts }) => ({ field: 'notes', page: null, parts }));
}

export function highlightContent({ text, pageBreaks }: ContentSlice, needles: readonly Needle[]): Highlight[] {
  const hits = findHits(text, ofField(needles, 'content'));
  const hasPages = pageBreaks > 0 || text.includes('\f');
  return bestSnippets(text, hits, MOST_CONTENT_SNIPPETS).map(({ start, parts }) => ({
    field: 'content',
    page: hasPages ? pageBreaks + countPageBreaks(text.slice(0, start)) + 1 : null,
    parts,
  }));
}

export function countPageBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\f'); at >= 0; at = text.indexOf('\f', at + 1)) count += 1;
  return count;
}

export function ofField(needles: readonly Needle[], field: SearchField): Needle[] {
  return needles.filter(({ fields }) => fields.includes(field));
}
