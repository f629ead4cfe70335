import type { ExtractionLimits } from './limits.js';

/** The page to draw. */
export interface PageToDraw {
  /** Counted from 1. */
  page: number;
  /**
   * Pixels. The page is drawn with its proportions, as large as fits into `width` and `height`. A picture that is
   * smaller keeps its size.
   */
  width: number;
  /** Pixels. */
  height: number;
}

/** What the host passes to an extractor for the page of one file. */
export interface DrawingContext<Config = unknown> {
  config: Config;
  /** Aborted at the deadline; the host kills the child a moment later. */
  signal: AbortSignal;
  /** Milliseconds since the epoch. */
  deadline: number;
  /** `maxPixels` is for the pictures that have to be decoded. */
  limits: ExtractionLimits;
  /** A private folder for temporary files, which the host removes after the call. */
  tempDir: string;
}

/**
 * Why a page was not drawn. `encrypted`: the file needs a password. `corrupt`: the file is too damaged. `no-such-page`:
 * it has fewer pages. `unsupported`: the plugin does not draw this kind of file; another plugin may. `too-large`: it
 * needs more than a limit allows.
 */
export type UndrawnOutcome = 'corrupt' | 'encrypted' | 'no-such-page' | 'too-large' | 'unsupported';

/** A page as pixels, or why there is none. The host makes a picture file of the pixels, outside the sandbox. */
export type DrawnPage =
  | {
      outcome: 'drawn';
      /** Pages of the file. */
      pagesCount: number;
      width: number;
      height: number;
      /** Bytes of a pixel: 1 for gray, 3 for red, green, blue. Transparent parts are drawn on white. */
      channels: 1 | 3;
      /** Row by row from the top, `width * height * channels` bytes. */
      pixels: Uint8Array;
    }
  | {
      outcome: UndrawnOutcome;
      /** One sentence for users. */
      reason?: string;
      /** Pages of the file, if it is known. */
      pagesCount?: number;
    };
