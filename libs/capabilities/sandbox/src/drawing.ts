import type { UndrawnOutcome } from '@archivolt/plugin-kit';

/** A page as pixels. */
export interface DrawnPicture {
  outcome: 'drawn';
  pagesCount: number;
  width: number;
  height: number;
  channels: 1 | 3;
  pixels: Buffer;
}

export interface UndrawnPage {
  outcome: UndrawnOutcome | 'cancelled' | 'crashed' | 'timeout';
  /** One sentence for people. */
  reason: string | null;
  pagesCount: number | null;
}

/** How drawing one page ended. */
export type Drawing = DrawnPicture | UndrawnPage;

export interface DrawingOptions {
  /** Counted from 1. */
  page: number;
  /** Pixels that the picture must fit into. */
  width: number;
  height: number;
  /** Milliseconds from the moment that the file has a process. */
  timeoutMs: number;
  signal: AbortSignal;
  /** The owner of the file. Owners take turns, and no process draws files of two owners. */
  owner: string;
  /** Asked for when the file needs a password: those to try, the likeliest first. */
  passwords?: () => Promise<readonly string[]>;
}

export function undrawn(outcome: UndrawnPage['outcome'], reason: string | null): UndrawnPage {
  return { outcome, reason, pagesCount: null };
}
