import type { SegmentInfo } from '../reading/organization-state.js';

/** How many documents segments have; tests make them small. */
export interface SegmentSizes {
  /** Documents in the tail from which on they become a segment. */
  flushAt: number;
  /** Segments of about the same size that become one. */
  fanout: number;
  /** Documents of the largest segment. */
  largest: number;
}

export const USUAL_SIZES: SegmentSizes = { flushAt: 256, fanout: 8, largest: 32_768 };
/** Two large segments become one as soon as they fit. */
const LARGE_ONES = 2;

/**
 * The segments to merge next: neighbours in age, oldest first, of about the same size, with smaller ones in between.
 * `undefined` when there are few enough.
 */
export function chooseMerge(oldestFirst: readonly SegmentInfo[], sizes: SegmentSizes): SegmentInfo[] | undefined {
  const last = classOf(sizes.largest, sizes);
  for (let sizeClass = 0; sizeClass <= last; sizeClass += 1) {
    const needed = sizeClass === last ? LARGE_ONES : sizes.fanout;
    for (let first = 0; first < oldestFirst.length; first += 1) {
      const end = endOfMerge(oldestFirst, first, { sizeClass, needed }, sizes);
      if (end !== undefined) return oldestFirst.slice(first, end);
    }
  }
  return undefined;
}

/** The end of as many segments from `first` on as are needed, all of this size or smaller. */
function endOfMerge(
  segments: readonly SegmentInfo[],
  first: number,
  { sizeClass, needed }: { sizeClass: number; needed: number },
  sizes: SegmentSizes,
): number | undefined {
  let documents = 0;
  let found = 0;
  for (let index = first; index < segments.length; index += 1) {
    const size = segments[index]?.size ?? 0;
    const own = classOf(size, sizes);
    documents += size;
    if (own > sizeClass || documents > sizes.largest || (index === first && own < sizeClass)) return undefined;
    if (own === sizeClass) found += 1;
    if (found === needed) return index + 1;
  }
  return undefined;
}

/** 0 for segments as they come from the tail, one more for those that were merged, and so on. */
function classOf(size: number, { flushAt, fanout, largest }: SegmentSizes): number {
  let sizeClass = 0;
  for (let bound = (flushAt * fanout) / 2; size >= bound && bound < (largest * 3) / 4; bound *= fanout) sizeClass += 1;
  return sizeClass;
}
