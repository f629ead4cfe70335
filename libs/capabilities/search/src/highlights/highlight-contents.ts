import { highlightContent, type ContentSlice, type Highlight } from './highlight-document.js';
import type { Needle } from './needles.js';

/** Contents in which to mark the words of a query; runs in a thread. */
export interface ContentsToHighlight {
  slices: ContentSlice[];
  needles: Needle[];
}

export default function highlightContents({ slices, needles }: ContentsToHighlight): Highlight[][] {
  return slices.map((slice) => highlightContent(slice, needles));
}
