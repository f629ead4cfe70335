import type { SearchField } from '@archivolt/plugin-kit';
import { DamagedSegmentError } from '../segments/index.js';
import { compareBytes } from '../segments/term-order.js';
import type { TextLeaf } from './text-leaf.js';

/** Whether one of the fields has all terms of the leaf. */
export function documentHas(texts: Record<SearchField, Uint8Array>, leaf: TextLeaf): boolean {
  return leaf.fields.some(({ field, keys }) => keys.every(({ key, isPrefix }) => hasKey(texts[field], key, isPrefix)));
}

/** Looks a key up in keys in byte order, each followed by a zero byte. */
function hasKey(keys: Uint8Array, key: Uint8Array, isPrefix: boolean): boolean {
  if (keys.length > 0 && keys.at(-1) !== 0) throw new DamagedSegmentError('the terms of a document have no end');
  // `low` and `high` are always the beginning of a key, or the end.
  let low = 0;
  let high = keys.length;
  while (low < high) {
    let start = (low + high) >>> 1;
    while (start > low && keys[start - 1] !== 0) start -= 1;
    const end = keys.indexOf(0, start);
    if (compareBytes(keys, start, end, key, 0, key.length) < 0) low = end + 1;
    else high = start;
  }
  if (low >= keys.length) return false;
  const end = keys.indexOf(0, low);
  const length = isPrefix ? Math.min(end - low, key.length) : end - low;
  return compareBytes(keys, low, low + length, key, 0, key.length) === 0;
}
