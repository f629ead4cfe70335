import type { SearchSort } from '@archivolt/plugin-kit';
import type { SequenceSet } from '../segments/index.js';
import { documentOrder } from './document-order.js';
import type { DocumentOrder } from './index-caches.js';
import type { Matches } from './matches.js';
import type { Reading } from './reading.js';
import type { PageWindow } from './sort-columns.js';

const STEP = 16_384;

/** Documents among which the page is, and how many of them stand before it. */
export interface Surroundings {
  sequences: number[];
  skip: number;
}

/**
 * Finds a page in an order that was read as a whole, perhaps some changes ago. The documents that have changed since are
 * all in the answer; of the others, those of the page and as many before it: so far may the changed ones move it.
 */
export async function orderedPage(
  { parts, count, log }: Matches,
  { field, order: direction }: SearchSort,
  { offset, size }: PageWindow,
  { members, reading }: { members: SequenceSet; reading: Reading },
): Promise<Surroundings | undefined> {
  const first = parts.find(({ directory }) => directory.size > 0)?.directory.sequences[0];
  if (log === undefined || first === undefined) return undefined;
  const { order, changed } = await documentOrder(field, { log, first }, reading);
  const moved = new Set(changed.filter((sequence) => members.has(sequence)));
  const isCounted = (sequence: number) => members.has(sequence) && !moved.has(sequence);
  const others = count - moved.size;
  const start = Math.max(0, offset - moved.size);
  const end = Math.min(others, offset + size);
  const sequences = [...moved];
  const wanted = direction === 'asc' ? { from: start, to: end } : { from: others - end, to: others - start };
  for await (const sequence of stretch(order, wanted, { others, isCounted, reading })) sequences.push(sequence);
  const isWhole = sequences.length === moved.size + Math.max(0, end - start);
  return isWhole ? { sequences, skip: offset - start } : undefined;
}

interface Counted {
  /** How many there are. */
  others: number;
  isCounted: (sequence: number) => boolean;
  reading: Reading;
}

/** Those that count, from one place among them to another, found from the nearer end of the order. */
async function* stretch(
  { first, numbers }: DocumentOrder,
  { from, to }: { from: number; to: number },
  { others, isCounted, reading }: Counted,
): AsyncIterable<number> {
  const isBackward = others - from < to;
  const [begin, end] = isBackward ? [others - to, others - from] : [from, to];
  for (let index = 0, rank = 0; index < numbers.length && rank < end; index += 1) {
    const sequence = first + (numbers[isBackward ? numbers.length - 1 - index : index] ?? 0);
    if (index % STEP === 0) await reading.pacer.step();
    if (!isCounted(sequence)) continue;
    if (rank >= begin) yield sequence;
    rank += 1;
  }
}
