import { dirname, basename, join, parse } from 'node:path';
import type { FileState } from './seen-file.js';

const LONGEST_NAME_BYTES = 255;
const MOST_NAMES = 100;

/**
 * Yields the names that a file may get in a folder, one after the other: its own, and then with a time, that of its last
 * change, so that the same file has the same names at every attempt.
 */
export function* namesFor(name: string, { mtimeNs }: Pick<FileState, 'mtimeNs'>): Generator<string> {
  yield name;
  const { name: stem, ext } = parse(name);
  const moment = timeOf({ mtimeNs });
  for (let number = 0; number < MOST_NAMES; number += 1) yield fitting(stem, `_${moment + number}${ext}`);
}

/** Milliseconds since the epoch. */
export function timeOf({ mtimeNs }: Pick<FileState, 'mtimeNs'>): number {
  return Number(mtimeNs / 1_000_000n);
}

/** Yields the paths that the text may have which says why a file is in the error folder. */
export function* reasonPathsOf(path: string): Generator<string> {
  for (let number = 1; number <= MOST_NAMES; number += 1)
    yield join(dirname(path), fitting(basename(path), number === 1 ? '.reason.txt' : `.reason_${number}.txt`));
}

/** Shortens `stem` until the system accepts the name. */
function fitting(stem: string, ending: string): string {
  const characters = [...stem];
  let bytes = Buffer.byteLength(stem) + Buffer.byteLength(ending);
  while (bytes > LONGEST_NAME_BYTES && characters.length > 0) bytes -= Buffer.byteLength(characters.pop() ?? '');
  return characters.join('') + ending;
}
