import { randomUUID } from 'node:crypto';
import { createWriteStream, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileChanged } from './file-faults.js';
import { namesFor } from './file-names.js';
import { openFile } from './open-file.js';
import { haveSameBytes } from './same-bytes.js';
import { isUnchanged, stateOf, type FileState } from './seen-file.js';

/** A file that may be moved or removed as long as it is the one that was seen. */
export interface MovableFile {
  path: string;
  state: FileState;
}

/** Where the bytes of the file are now. `isSame`: a file with the same bytes was there, and the source is where it was. */
export interface Moved {
  path: string;
  isSame: boolean;
}

/**
 * Moves a file into a folder without replacing another one, also where `A` and `a` are the same name. Throws
 * `FileChanged` when it is not the file that was seen.
 */
export async function moveInto(
  folder: string,
  file: MovableFile,
  beforeMove: (target: string) => Promise<void> = () => Promise.resolve(),
): Promise<Moved> {
  for (const name of namesFor(basename(file.path), file.state)) {
    const path = join(folder, name);
    if (await reserve(path)) {
      await moveOnto(path, file, beforeMove);
      return { path, isSame: false };
    }
    if (await haveSameBytes(file.path, path)) return { path, isSame: true };
  }
  throw new Error(`${folder} has too many files with the name ${basename(file.path)}`);
}

/** Removes exactly the file that was seen, and throws `FileChanged` for another one. */
export function removeSeen({ path, state }: MovableFile): void {
  checkSeen(path, state);
  unlinkSync(path);
}

/** Creates an empty file, which no other program can do under this name then. False when the name is taken. */
async function reserve(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function moveOnto(
  target: string,
  { path, state }: MovableFile,
  beforeMove: (target: string) => Promise<void>,
): Promise<void> {
  try {
    await beforeMove(target);
    checkSeen(path, state);
    renameSync(path, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV') return copyOnto(target, { path, state });
    await rm(target, { force: true });
    throw error;
  }
}

/** To another disk. The copy is complete and durable before the source is removed. */
async function copyOnto(target: string, { path, state }: MovableFile): Promise<void> {
  const copy = join(dirname(target), `.${randomUUID()}.part`);
  try {
    await pipeline(await openFile(path, state), createWriteStream(copy, { flags: 'wx' }));
    const handle = await open(copy, 'r+');
    try {
      const seconds = Number(state.mtimeNs) / 1e9;
      await handle.utimes(seconds, seconds);
      await handle.sync();
    } finally {
      await handle.close();
    }
    checkSeen(path, state);
    await rename(copy, target);
  } catch (error) {
    await rm(copy, { force: true });
    await rm(target, { force: true });
    throw error;
  }
  await syncFolder(dirname(target));
  removeSeen({ path, state });
}

/**
 * Synchronous, as the change that follows: while a promise is waited for, another program could put a new file under the
 * name, and that one would be removed unread.
 */
function checkSeen(path: string, state: FileState): void {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stats?.isFile() || !isUnchanged(state, stateOf(stats))) throw new FileChanged();
}

/** Not every system can do that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
