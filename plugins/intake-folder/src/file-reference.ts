import { lstat, realpath } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import type { FolderLayout } from './folder-layout.js';
import { isOrganizationName } from './folder-layout.js';
import { namesFor, timeOf } from './file-names.js';
import { stateOf, type FileState, type SeenFile } from './seen-file.js';

const LONGEST_REFERENCE = 1_000;

/** A file that was found by its reference. */
export interface ReferencedFile {
  organizationId: string;
  path: string;
  state: FileState;
  isInErrorFolder: boolean;
}

type Parts = [organizationId: string, place: string, size: string, mtimeNs: string];

/**
 * Returns what the file is found by later, where it was or in the error folder: its name there is not known yet, but its
 * size and time are.
 */
export function referenceOf({
  organizationId,
  place,
  state,
}: Pick<SeenFile, 'organizationId' | 'place'> & { state: Pick<FileState, 'mtimeNs' | 'size'> }): string {
  const encoded = (where: string) =>
    JSON.stringify([organizationId, where, String(state.size), String(state.mtimeNs)] satisfies Parts);
  const whole = encoded(place);
  return whole.length <= LONGEST_REFERENCE ? whole : encoded(posix.basename(place));
}

/** Returns the file, or `undefined` when it is in none of the places. */
export async function findReferenced(layout: FolderLayout, reference: string): Promise<ReferencedFile | undefined> {
  const [organizationId, place, size, time] = partsOf(reference);
  const mtimeNs = BigInt(time);
  const isIt = (state: FileState) => state.size === BigInt(size) && Math.abs(timeOf(state) - timeOf({ mtimeNs })) <= 1; // disks round differently
  const original = join(layout.organizationFolder(organizationId), ...place.split('/'));
  const state = await stateAt(original);
  if (state && isIt(state)) return { organizationId, path: original, state, isInErrorFolder: false };
  const folder = await realpath(layout.errorFolder(organizationId)).catch(() => undefined);
  if (folder === undefined) return undefined;
  for (const name of namesFor(basename(original), { mtimeNs })) {
    const path = join(folder, name);
    const moved = await stateAt(path);
    if (moved && isIt(moved)) return { organizationId, path, state: moved, isInErrorFolder: true };
  }
  return undefined;
}

async function stateAt(path: string): Promise<FileState | undefined> {
  const stats = await lstat(path, { bigint: true }).catch(() => undefined);
  return stats?.isFile() ? stateOf(stats) : undefined;
}

function partsOf(reference: string): Parts {
  const parts: unknown = JSON.parse(reference);
  if (Array.isArray(parts) && parts.length === 4 && parts.every((part) => typeof part === 'string')) {
    const [organizationId, place, size, mtimeNs] = parts as Parts;
    const isInside = place.split('/').every((name) => !['', '.', '..'].includes(name));
    const areNumbers = [size, mtimeNs].every((number) => /^-?[0-9]{1,20}$/.test(number));
    if (isOrganizationName(organizationId) && isInside && areNumbers) return [organizationId, place, size, mtimeNs];
  }
  throw new Error('this is not the reference of a file in a watched folder');
}
