import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { readCompressed } from './backup-folder.js';

export const FILE_LIST = 'files.jsonl.zst';

/** A file of the archive in a backup. */
export interface FileInBackup {
  storageKey: string;
  bytes: number;
  /** Null for one that was lost or damaged in the archive: it is not in the backup. */
  sha256: string | null;
}

export function lineOf({ storageKey, bytes, sha256 }: FileInBackup): string {
  return `${JSON.stringify([sha256, bytes, storageKey])}\n`;
}

/** Reads a list whose hash was compared before. */
export async function* filesIn(path: string): AsyncIterable<FileInBackup> {
  for await (const line of createInterface({ input: Readable.from(readCompressed(path)), crlfDelay: Infinity })) {
    const [sha256, bytes, storageKey] = JSON.parse(line) as [string | null, number, string];
    yield { sha256, bytes, storageKey };
  }
}
