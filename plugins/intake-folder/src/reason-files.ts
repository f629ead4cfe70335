import { open, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { reasonPathsOf } from './file-names.js';
import { READ_FLAGS } from './open-file.js';

const LONGEST_REASON = 4_000;
const MOST_BYTES = 16_384;

/**
 * Writes next to a refused file why it was refused, and returns the path of that text. It is a file of its own: another
 * one that has its name, such as a refused file of a user, or what a link under it leads to, is not changed.
 */
export async function writeReason(path: string, reason: string): Promise<string> {
  await removeReasons(path); // of an earlier file with this name
  const line = reason.replace(/\s+/g, ' ').slice(0, LONGEST_REASON);
  for (const written of reasonPathsOf(path))
    try {
      await writeFile(written, `${beginningOf(path)}${line}\n`, { flag: 'wx' });
      return written;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  throw new Error(`there are too many files with the name of the reason for ${path}`);
}

/** Removes the texts that this server has written about a file. */
export async function removeReasons(path: string): Promise<void> {
  for (const written of reasonPathsOf(path)) if (await isReasonOf(path, written)) await rm(written, { force: true });
}

/** True for one line that begins with the name of the refused file. */
async function isReasonOf(path: string, written: string): Promise<boolean> {
  const handle = await open(written, READ_FLAGS).catch(() => undefined);
  if (!handle) return false;
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > MOST_BYTES) return false;
    const text = await handle.readFile('utf8');
    return text.startsWith(beginningOf(path)) && text.indexOf('\n') === text.length - 1;
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

function beginningOf(path: string): string {
  return `${basename(path)}: `;
}
