import { LONGEST_WAIT, type Extraction, type ExtractionTurn } from '#capabilities/sandbox';
import type { ExtractionOptions } from './extraction.js';

/** What takes longer leaves the quick lane when others wait. */
const QUICK_TURN_MS = 3_000;
const OCR_TURN_MS = 10_000;
const LONGEST_TURN_MS = 60 * 60_000;
/** The job of a document has a time limit. After this time no further file in it is begun in the same one. */
export const LONGEST_TURN_OF_FILES_MS = 20 * 60_000;
/** A document with files in it begins again in its next turn, so its turns are longer. */
const OF_FILES_MS = { quick: 20_000, ocr: 60_000, remote: 20_000 } as const;

/** The next turn of a file that left its place to others. */
export function turnAfter(
  { document, turnsWithoutPages, spentMs, asked }: ExtractionTurn,
  ms: number,
  { hasNewPages, cpuMs }: Extraction,
): ExtractionTurn {
  return {
    document,
    turnsWithoutPages: hasNewPages === true ? turnsWithoutPages : turnsWithoutPages + 1,
    spentMs: spentMs + workMs(ms, cpuMs),
    ...(asked && { asked }),
  };
}

/** Returns how much of its time a file has used that took so long: as `WorkClock` counts, to the millisecond. */
export function workMs(passedMs: number, cpuMs: number): number {
  // Where processor time is not known, that which passed counts.
  return cpuMs === 0 ? passedMs : Math.max(Math.min(cpuMs, passedMs), Math.round(passedMs / LONGEST_WAIT));
}

/** Returns how long one file may keep its place while others wait. */
export function turnMs({ lane, turn }: ExtractionOptions): number {
  return lane === 'quick' ? QUICK_TURN_MS : Math.min(LONGEST_TURN_MS, OCR_TURN_MS * 2 ** turn.turnsWithoutPages);
}

/** Returns how long all files in a document together may keep their place while others wait. */
export function turnOfFilesMs(options: ExtractionOptions): number {
  return Math.max(OF_FILES_MS[options.lane], turnMs(options));
}
