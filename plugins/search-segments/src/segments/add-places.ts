import { BlockCursor } from './block-cursor.js';
import type { Places } from './places.js';
import { addPostings } from './postings.js';
import type { SegmentBlock } from './segment.js';
import { compareBytes } from './term-order.js';

/** The terms from `from` up to, and without, `to`, or `from` alone. */
export interface TermRange {
  from: Uint8Array;
  to: Uint8Array | 'exact';
}

/** No character in UTF-8 has this byte. */
const AFTER_ANY_CHARACTER = 0xff;

/** All terms that start with these bytes of whole characters. */
export function prefixRange(prefix: Uint8Array): TermRange {
  const to = new Uint8Array(prefix.length + 1);
  to.set(prefix);
  to[prefix.length] = AFTER_ANY_CHARACTER;
  return { from: prefix, to };
}

/**
 * Adds the places of all documents that have a term of the range. The blocks are consecutive ones of the set's segment:
 * from the last one that starts at or before `from` to the last one that starts before `to`. Others do no harm.
 */
export function addPlaces(blocks: readonly SegmentBlock[], range: TermRange, into: Places): void {
  const { from, to } = range;
  const cursor = new BlockCursor();
  let isBefore = true;
  for (const block of blocks) {
    cursor.open(block);
    while (cursor.next()) {
      const { term, termLength } = cursor;
      if (isBefore) {
        const order = compareBytes(term, 0, termLength, from, 0, from.length);
        if (order < 0) continue;
        if (to === 'exact') {
          if (order === 0) addPostings(cursor, into);
          return;
        }
        isBefore = false;
      }
      if (to !== 'exact' && compareBytes(term, 0, termLength, to, 0, to.length) >= 0) return;
      addPostings(cursor, into);
    }
  }
}
