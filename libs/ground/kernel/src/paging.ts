export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 100;

/** Of lists that clients read as a whole: more than the limits allow, unless they were raised. */
export const WHOLE_LIST_SIZE = 1_000;

/** A page of a list: `pageIndex` counts from 0, `pageSize` from 1. */
export interface Page {
  pageIndex: number;
  pageSize: number;
}

/** The number of entries before the page; numbers that are too large for a database mean: after all of them. */
export function offsetOf({ pageIndex, pageSize }: Page): number {
  return Math.min(pageIndex * pageSize, Number.MAX_SAFE_INTEGER);
}
