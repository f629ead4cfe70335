import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { openBelow, UnreadableSource } from './open-below.js';
import type { UnmappedThings } from './unmapped-things.js';
import { readablePath } from './path-text.js';

/** The hash of a part of a file, in hexadecimal; both ends are included, and without them it is the whole file. */
export async function sha256Of(
  file: FileHandle,
  signal: AbortSignal,
  range: { start?: number; end?: number } = {},
): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of file.createReadStream({ autoClose: false, start: 0, ...range, signal }))
    hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Does `work` with a file of a source. What cannot be read is reported, and the result is undefined: files may vanish
 * while a source is read.
 */
export async function withFile<Result>(
  { root, path, unmapped, signal }: { root: string; path: Buffer; unmapped: UnmappedThings; signal: AbortSignal },
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    await using file = await openBelow(root, path);
    return await work(file);
  } catch (error) {
    signal.throwIfAborted();
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    unmapped.add('file', readablePath(path), reason);
    return undefined;
  }
}

/** Undefined for what is no fault of one file, such as a full table of open files. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof UnreadableSource) return 'It became a link or a folder while the folder was read.';
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'It vanished while the folder was read.';
    case 'EACCES':
    case 'EPERM':
      return 'The system does not allow to read it.';
    case 'ENAMETOOLONG':
      return 'Its path is too long.';
    case 'EIO':
      return 'The disk cannot read it.';
    default:
      return undefined;
  }
}
