import { constants } from 'node:fs';
import { open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** A source, or a file in it, that cannot be read; the message is shown. */
export class UnreadableSource extends Error {}

/** True for a path that leads to something below the folder it starts at. */
export function isPathBelow(path: string): boolean {
  return path !== '' && !path.includes('\0') && path.split('/').every((part) => !['', '.', '..'].includes(part));
}

/** A folder, and a path below it, in the bytes that the system knows. */
export function joinBytes(root: string, path: Buffer): Buffer {
  if (path.length === 0) return Buffer.from(root);
  // Names in Windows are texts.
  return sep === '/' ? Buffer.concat([Buffer.from(`${root}/`), path]) : Buffer.from(join(root, path.toString()));
}

/**
 * Opens a file below a folder. Throws for paths that lead out of it, for symbolic links, also among the folders on the
 * way, and for everything else that is not a regular file. `root` is a path without symbolic links.
 */
export async function openBelow(root: string, path: string | Buffer): Promise<FileHandle> {
  const bytes = Buffer.from(path as string);
  if (!isPathBelow(bytes.toString('latin1'))) throw new UnreadableSource(`${shown(path)} leads out of the folder.`);
  const full = joinBytes(root, bytes);
  if (!(await realpath(full, { encoding: 'buffer' })).equals(full))
    throw new UnreadableSource(`There is a symbolic link in ${shown(path)}.`);
  // Without waiting for the other side, should it be a pipe.
  const file = await open(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) throw new UnreadableSource(`${shown(path)} is not a file.`);
    if (!(await placeOf(file, full)).equals(full))
      throw new UnreadableSource(`There is a symbolic link in ${shown(path)}.`);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Where an opened file is: a folder on the way may have become a link since it was looked at. Linux says it of the file;
 * elsewhere the path is looked at again.
 */
async function placeOf(file: FileHandle, path: Buffer): Promise<Buffer> {
  const again = () => realpath(path, { encoding: 'buffer' });
  if (process.platform !== 'linux') return again();
  return readlink(`/proc/self/fd/${file.fd}`, { encoding: 'buffer' }).catch(again);
}

/** A path for a message. */
export function shown(path: string | Buffer): string {
  const text = path.toString();
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
