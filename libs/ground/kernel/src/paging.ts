export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 100;

/** A page of a list: `pageIndex` counts from 0, `pageSize` is 1 to 100. */
export interface Page {
  pageIndex: number;
  pageSize: number;
}
