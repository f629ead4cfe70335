import type { ExtractionLimits } from '@archivolt/plugin-kit';
import type { HeldPlace } from '#capabilities/sandbox';

/** What one reading of a file may hand over and use. */
export interface ReadingShare {
  limits: ExtractionLimits;
  /** How many files in it are handed over, and their bytes. */
  attachments: { most: number; mostBytes: number };
  /** Where the bytes of files in it go. */
  target: string;
  /** The place of the document, for a file in its file. */
  place?: HeldPlace;
}
