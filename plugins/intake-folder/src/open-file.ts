import { constants } from 'node:fs';
import { open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { FileContent } from './file-content.js';
import { FileChanged, FileUnreadable } from './file-faults.js';
import { isUnchanged, stateOf, type FileState } from './seen-file.js';

/** Neither follows a symbolic link nor waits for the writer of a named pipe. Windows has neither flag. */
export const READ_FLAGS =
  constants.O_RDONLY |
  ((constants.O_NOFOLLOW as number | undefined) ?? 0) |
  ((constants.O_NONBLOCK as number | undefined) ?? 0);

/**
 * Opens a file that was seen, if it is still the same one, and is where it seems to be. Throws `FileChanged` for another
 * one, and `FileUnreadable` with a reason for people.
 */
export async function openFile(path: string, seen: FileState): Promise<FileContent> {
  const handle = await openedAt(path);
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile() || !isUnchanged(seen, stateOf(stats))) throw new FileChanged();
    const real = await realPathOf(handle, path);
    if (real === path) return new FileContent(handle, seen);
    if (real === `${path} (deleted)`) throw new FileChanged();
    throw new FileUnreadable('It is reached through a symbolic link, which is not followed. Copy it into the folder.');
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openedAt(path: string): Promise<FileHandle> {
  try {
    return await open(path, READ_FLAGS);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ELOOP and EMLINK: it is a symbolic link now.
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'EISDIR', 'ENXIO'].includes(code ?? '')) throw new FileChanged();
    throw FileUnreadable.because(error as NodeJS.ErrnoException);
  }
}

/** Linux says where the opened file is; elsewhere it is asked for by the path, which may have changed in between. */
async function realPathOf(handle: FileHandle, path: string): Promise<string> {
  if (process.platform === 'linux') {
    const real = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
    if (real !== undefined) return real;
  }
  return realpath(path).catch(() => {
    throw new FileChanged();
  });
}
