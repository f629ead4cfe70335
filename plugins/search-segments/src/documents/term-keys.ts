import type { SearchField } from '@archivolt/plugin-kit';
import { FIRST_UNMARKED_BYTE } from '@archivolt/search-sql';
import { DamagedSegmentError } from '../segments/damaged-segment.error.js';

/** What stands before the terms of a field: no letter, no digit, and in the order in which the fields are stored. */
const FIELD_TAG: Record<SearchField, string> = { notes: ',', content: '.', name: '/' };
/** Stands before the first characters of the terms of the content. */
const EDGE_TAG = '^';
/** Prefixes of the content up to this many characters are terms of their own. */
const LONGEST_EDGE = 3;

/** Units from which on the order of UTF-16 is not that of UTF-8. */
const BEYOND_PLAIN = /[\ud800-\uffff]/;

const encoder = new TextEncoder();

/** The key of a term in a segment. */
export function termKey(field: SearchField, term: string): Uint8Array {
  return encoder.encode(FIELD_TAG[field] + term);
}

/** The key under which all documents with this prefix are found; `undefined` when there is none. */
export function edgeKey(field: SearchField, prefix: string): Uint8Array | undefined {
  if (field !== 'content' || prefix.length > 2 * LONGEST_EDGE) return undefined;
  return Array.from(prefix).length > LONGEST_EDGE ? undefined : encoder.encode(EDGE_TAG + prefix);
}

/** The terms as keys in the order of their bytes, each followed by a zero byte. */
export function packedKeys(field: SearchField, terms: Iterable<string>): Uint8Array {
  const all = [...terms];
  const sorted = all.some((term) => BEYOND_PLAIN.test(term)) ? all.sort(byCodePoint) : all.sort();
  const tag = FIELD_TAG[field];
  return encoder.encode(sorted.map((term) => `${tag}${term}\0`).join(''));
}

/** The edges of the words of a packed content, packed as well. They are in order because its terms are. */
export function packedEdges(content: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let previous = new Uint8Array();
  for (let start = 0; start < content.length;) {
    const end = content.indexOf(0, start);
    if (end < 0) throw new DamagedSegmentError('the terms of a document have no end');
    const term = content.subarray(start + 1, end);
    start = end + 1;
    if ((term[0] ?? 0) < FIRST_UNMARKED_BYTE) continue;
    const ends = edgeEnds(term);
    for (const length of ends) {
      if (startsAlike(previous, term, length)) continue;
      const piece = new Uint8Array(length + 2);
      piece[0] = EDGE_TAG.charCodeAt(0);
      piece.set(term.subarray(0, length), 1);
      pieces.push(piece);
    }
    previous = term.slice(0, ends.at(-1));
  }
  return Buffer.concat(pieces);
}

/** The lengths in bytes of the first one, two and three characters. */
function edgeEnds(term: Uint8Array): number[] {
  const ends: number[] = [];
  for (let at = 1; at <= term.length && ends.length < LONGEST_EDGE; at += 1) {
    const isWhole = at === term.length || ((term[at] ?? 0) & 0xc0) !== 0x80;
    if (isWhole) ends.push(at);
  }
  return ends;
}

function startsAlike(one: Uint8Array, other: Uint8Array, length: number): boolean {
  if (one.length < length) return false;
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

/** Compares as UTF-8 does; UTF-16 has characters beyond its 65,536 in between. */
function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return orderOf(one) - orderOf(other);
  }
  return a.length - b.length;
}

function orderOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
