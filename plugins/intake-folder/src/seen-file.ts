import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { posix } from 'node:path';

/** What tells a file from another one, and from itself with other content. */
export type FileState = Pick<BigIntStats, 'ctimeNs' | 'dev' | 'ino' | 'mtimeNs' | 'nlink' | 'size'>;

type Content = Pick<FileState, 'ino' | 'mtimeNs' | 'size'>;

/** A file as it was seen in the folder of an organization. */
export interface SeenFile {
  organizationId: string;
  path: string;
  /** Below the folder of the organization, with slashes. */
  place: string;
  state: FileState;
}

/** Leaves room for the numbers in a key, which has at most 500 characters. */
const LONGEST_PLACE = 300;
const MOST_TAGS = 10;

export function stateOf({ ctimeNs, dev, ino, mtimeNs, nlink, size }: BigIntStats): FileState {
  return { ctimeNs, dev, ino, mtimeNs, nlink, size };
}

/** The time of the last change of a file is set by the system alone, so that no program can write to it unnoticed. */
export function isUnchanged(before: FileState, now: FileState): boolean {
  return hasSameContent(before, now) && before.dev === now.dev && before.ctimeNs === now.ctimeNs;
}

/** As {@link isUnchanged}, but owner, rights and number of names may be others. */
export function hasSameContent(before: Content, now: Content): boolean {
  return before.ino === now.ino && before.size === now.size && before.mtimeNs === now.mtimeNs;
}

/**
 * Returns the key of a file. It contains the time of the last change, because a file that is put there once more, with
 * its old times, may get the old inode, too: under the old key it would be removed and not taken.
 */
export function keyOf({ place, state }: SeenFile): string {
  const { ino, size, mtimeNs, ctimeNs } = state;
  const isShort = place.length <= LONGEST_PLACE && place.isWellFormed();
  const named = isShort ? place : createHash('sha256').update(place, 'utf16le').digest('hex');
  return `${named} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

export function nameOf({ place }: Pick<SeenFile, 'place'>): string {
  return posix.basename(place);
}

/** The names of the folders that the file is in, each once. */
export function tagsOf({ place }: Pick<SeenFile, 'place'>): string[] {
  return [...new Set(place.split('/').slice(0, -1))].slice(0, MOST_TAGS);
}
