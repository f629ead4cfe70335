import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and those that it is in, where they are missing. Returns the first one that was missing. Recursive
 * `mkdir` of Node never ends where the system reports a folder as missing in a folder that is there, as below `/proc` and
 * mount points of autofs.
 */
export async function makeFolder(path: string, mode?: number): Promise<string | undefined> {
  try {
    return await created(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
  }
  const first = await makeFolder(dirname(path), mode);
  const last = await created(path, mode);
  return first ?? last;
}

/** Undefined when there is such a folder. */
async function created(path: string, mode: number | undefined): Promise<string | undefined> {
  try {
    await mkdir(path, { mode });
    return path;
  } catch (error) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory()) return undefined;
    throw error;
  }
}
