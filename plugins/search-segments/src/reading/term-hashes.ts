import type { SearchField } from '@archivolt/plugin-kit';
import { compareBytes } from '../segments/term-order.js';
import { documentHas } from './document-terms.js';
import type { TailTexts } from './index-caches.js';
import type { TextLeaf } from './text-leaf.js';

const FIRST_HASH = 0x811c9dc5;
const FACTOR = 0x01000193;
const LEAST_SLOTS = 8;

/** Of each field a hash table of its keys. They live as long as the texts, which are kept in memory with a limit. */
const known = new WeakMap<TailTexts, Partial<Record<SearchField, Uint32Array>>>();

/** The same as `documentHas`, in a fraction of the time when many terms are looked up in the same documents. */
export function documentHasByHash(texts: TailTexts, leaf: TextLeaf): boolean {
  if (leaf.fields.some(({ keys }) => keys.some(({ isPrefix }) => isPrefix))) return documentHas(texts, leaf);
  return leaf.fields.some(({ field, keys }) =>
    keys.every(({ key }) => includes(texts[field], tableOf(texts, field), key)),
  );
}

function tableOf(texts: TailTexts, field: SearchField): Uint32Array {
  const fields = known.get(texts) ?? {};
  known.set(texts, fields);
  return (fields[field] ??= tableFor(texts[field]));
}

/** Where each key ends, in the first free slot from that of its hash on; 0 is a free one. A zero byte follows each key. */
function tableFor(keys: Uint8Array): Uint32Array {
  const ends: number[] = [];
  for (let end = keys.indexOf(0); end >= 0; end = keys.indexOf(0, end + 1)) ends.push(end);
  const table = new Uint32Array(Math.max(LEAST_SLOTS, 2 ** Math.ceil(Math.log2(2 * ends.length + 1))));
  let start = 0;
  for (const end of ends) {
    let slot = hashOf(keys, start, end) & (table.length - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1);
    table[slot] = end;
    start = end + 1;
  }
  return table;
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = FIRST_HASH;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), FACTOR);
  return hash >>> 0;
}

function includes(keys: Uint8Array, table: Uint32Array, key: Uint8Array): boolean {
  const { length } = key;
  let slot = hashOf(key, 0, length) & (table.length - 1);
  for (let end = table[slot] ?? 0; end !== 0; end = table[slot] ?? 0) {
    const start = end - length;
    const isWhole = start === 0 || keys[start - 1] === 0;
    if (isWhole && compareBytes(keys, start, end, key, 0, length) === 0) return true;
    slot = (slot + 1) & (table.length - 1);
  }
  return false;
}
