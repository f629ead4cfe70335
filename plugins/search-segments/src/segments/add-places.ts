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
  const cursor = new BlockCursor();
  let isInside = false;
  for (const block of blocks) {
    cursor.open(block);
    if (!isInside && !advanceTo(cursor, range.from)) continue;
    if (range.to === 'exact') {
      if (compareBytes(cursor.term, 0, cursor.termLength, range.from, 0, range.from.length) === 0)
        addPostings(cursor, into);
      return;
    }
    if (isInside) cursor.next();
    isInside = true;
    do {
      if (compareBytes(cursor.term, 0, cursor.termLength, range.to, 0, range.to.length) >= 0) return;
      addPostings(cursor, into);
    } while (cursor.next());
  }
}

/** Moves to the first term of the block that is not before this one. False when there is none. */
function advanceTo(cursor: BlockCursor, sought: Uint8Array): boolean {
  const { term } = cursor;
  /** Bytes that the current term, which is before the sought one, has in common with it. */
  let common = 0;
  while (cursor.next()) {
    // A term that shares more with the one before it differs from the sought one in the same byte.
    if (cursor.shared > common) continue;
    if (cursor.shared < common) return true;
    const most = Math.min(cursor.termLength, sought.length);
    while (common < most && term[common] === sought[common]) common += 1;
    if (common === sought.length) return true;
    if (common < cursor.termLength && (term[common] ?? 0) > (sought[common] ?? 0)) return true;
  }
  return false;
}
