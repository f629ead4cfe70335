import { BlockWriter } from './block-writer.js';
import { Directory } from './directory.js';
import { Places } from './places.js';
import { MAX_SEGMENT_DOCUMENTS, MAX_TERM_BYTES, type SegmentBlock, type SegmentDocument } from './segment.js';
import { TermQueue } from './term-queue.js';

/**
 * Makes a segment of documents in any order: its directory, and its blocks in order. The blocks are made one by one, so
 * that the caller can write each of them and let others use the thread.
 */
export function buildSegment(documents: readonly SegmentDocument[]): {
  directory: Uint8Array;
  blocks: Generator<SegmentBlock>;
} {
  if (documents.length > MAX_SEGMENT_DOCUMENTS) {
    throw new RangeError(`a segment of ${documents.length} documents: at most ${MAX_SEGMENT_DOCUMENTS} are possible`);
  }
  const ordered = documents.toSorted(byCreation);
  return { directory: directoryOf(ordered), blocks: blocksOf(ordered) };
}

function byCreation(first: SegmentDocument, second: SegmentDocument): number {
  const difference = first.createdAtMicros - second.createdAtMicros;
  if (difference !== 0) return difference;
  return first.id < second.id ? -1 : first.id > second.id ? 1 : 0;
}

function directoryOf(ordered: readonly SegmentDocument[]): Uint8Array {
  const removed = Places.none(ordered.length);
  ordered.forEach(({ terms }, place) => {
    if (terms === undefined) removed.add(place);
  });
  return Directory.encode({
    sequences: Float64Array.from(ordered, ({ sequence }) => sequence),
    createdAtMicros: Float64Array.from(ordered, ({ createdAtMicros }) => createdAtMicros),
    removed,
  });
}

function* blocksOf(ordered: readonly SegmentDocument[]): Generator<SegmentBlock> {
  const writer = new BlockWriter(ordered.length, MAX_TERM_BYTES);
  const queue = new TermQueue(ordered);
  const places = new Uint32Array(ordered.length);
  while (!queue.isEmpty) {
    const { bytes, start, end } = queue;
    let count = 0;
    let isSame = true;
    while (isSame) {
      places[count] = queue.place;
      count += 1;
      isSame = queue.next();
    }
    const completed = writer.add({ bytes, start, end }, places, count);
    if (completed !== undefined) yield completed;
  }
  const last = writer.take();
  if (last !== undefined) yield last;
}
