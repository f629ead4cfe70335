import type { ExtractionOutcome, UnreadFile } from '@archivolt/plugin-kit';

/** Limits for all files in one document, however deep they are. */
export const ATTACHMENT_LIMITS = {
  /** A file in a file in a file. What is deeper is named only. */
  depth: 3,
  /** Files that are read. */
  read: 100,
  /** Files that are listed. The others are counted. */
  named: 1_000,
} as const;

/** A file in the file of a document, as it is listed with the document. */
export interface Attachment {
  /** As the outer file names it, cleaned. */
  name: string;
  /** The names of the files that it is in, the outermost first; empty when it is in the file of the document itself. */
  path: string[];
  /** Detected from its content; what the outer file declares when it was not read; null when that says nothing. */
  type: string | null;
  /** Bytes; null when it was not read. */
  size: number | null;
  /** `too-deep`, `too-many`: it was not read. */
  outcome: Exclude<ExtractionOutcome, 'insufficient'> | 'crashed' | 'failed' | 'timeout' | 'too-deep' | 'too-many';
  /** A sentence for people about an outcome without text or a text with gaps. */
  reason: string | null;
  /** The page of the content where its text begins, counted from 1; null when it has no text. */
  firstPage: number | null;
  /** Pages of its text, without those of files in it. */
  pagesCount: number;
}

/** A file in a file, on its way from the sandbox to the plugins. */
export interface HandedFile {
  /** As the outer file names it. */
  name: string;
  type: string;
  size: number;
  /** Why its bytes were not handed over; missing when they were. */
  unread?: { outcome: UnreadFile['outcome'] | 'timeout' | 'too-many'; reason: string | null };
}

/** The files in a file, out of the reach of the process that has opened it. */
export interface HandedFiles {
  files: readonly HandedFile[];
  /** The number of all files, including those that are not named. */
  count: number;
  /** Where the bytes are, one file after the other. */
  path: string;
}
