import type { UndrawnOutcome } from './page-drawing.js';

/** A page of the new file. */
export interface SelectedPage {
  /** Counted from 1. */
  page: number;
  /** Degrees clockwise by which the page is turned, in addition to the rotation that it has. */
  turn: 0 | 90 | 180 | 270;
}

/** The new file: pages of the given one, in their order. */
export interface PageSelection {
  /** At least one; a page may be there more than once. */
  pages: readonly SelectedPage[];
  /** Where the new file is written. It is not there yet. */
  target: string;
  /** Bytes that it may have. */
  maxBytes: number;
}

/** The new file: all pages of several files of the same type. */
export interface FileJoin {
  /** Bytes of each file; they follow each other in the given one, and fill it. At least one. */
  sizes: readonly number[];
  /** Pages that the new file may have. */
  mostPages: number;
  /** Where the new file is written. It is not there yet. */
  target: string;
  /** Bytes that it may have. */
  maxBytes: number;
}

/**
 * How writing the new file ended. `no-such-page`: the file has fewer pages. `encrypted`: it is protected, by a password or
 * without one, and parts of it would not be.
 */
export type SelectedPages =
  | {
      outcome: 'selected';
      /** Pages of the given file; of joined files, those of the new one. */
      pagesCount: number;
    }
  | {
      outcome: UndrawnOutcome;
      /** One sentence for users. */
      reason?: string;
      /** Pages of the given file, if it is known. */
      pagesCount?: number;
    };
