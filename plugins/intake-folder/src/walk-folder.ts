import type { Dir, Dirent } from 'node:fs';
import { opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** Deeper folders are left alone. Each level on the way has an open folder. */
const DEEPEST = 50;

/** What a walk asks and tells. */
export interface WalkRules {
  isIgnored(path: string): boolean;
  /** Called for each folder that is read. */
  onFolder(path: string): void;
  /** Called for what is neither read nor followed, and for folders that cannot be read. */
  onSkipped(path: string, why: string): void;
}

/**
 * Yields the paths of the regular files below a folder. Symbolic links are not followed, so that there are no loops. The
 * names are read some at a time, however many there are. A folder that is removed meanwhile is left out.
 */
export async function* filesBelow(
  folder: string,
  rules: WalkRules,
  signal: AbortSignal,
  depth = 0,
): AsyncGenerator<string> {
  if (depth > DEEPEST) rules.onSkipped(folder, `is more than ${DEEPEST} folders deep`);
  const opened = depth > DEEPEST ? undefined : await open(folder, rules);
  if (!opened) return;
  rules.onFolder(folder);
  for await (const entry of opened) {
    if (signal.aborted) return;
    const path = join(folder, entry.name);
    if (rules.isIgnored(path)) continue;
    if (entry.isDirectory()) yield* filesBelow(path, rules, signal, depth + 1);
    else if (entry.isFile()) yield path;
    else rules.onSkipped(path, `is ${kindOf(entry)}, which is not read`);
  }
}

async function open(folder: string, rules: WalkRules): Promise<Dir | undefined> {
  try {
    const opened = await opendir(folder);
    // Another program may have put a link in place of the folder after its name was read.
    if ((await realpath(folder)) === folder) return opened;
    await opened.close();
    rules.onSkipped(folder, 'is reached through a symbolic link, which is not followed');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') rules.onSkipped(folder, `cannot be read: ${message}`);
  }
  return undefined;
}

function kindOf(entry: Dirent): string {
  if (entry.isSymbolicLink()) return 'a symbolic link';
  if (entry.isFIFO()) return 'a named pipe';
  if (entry.isSocket()) return 'a socket';
  if (entry.isBlockDevice() || entry.isCharacterDevice()) return 'a device';
  return 'of an unknown kind';
}
