import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { joinBytes } from './open-below.js';

export interface TreeEntry {
  /** Below the folder, in the bytes of the system: names need not be UTF-8. */
  path: Buffer;
  name: Buffer;
  kind: 'file' | 'folder' | 'special file' | 'symbolic link' | 'unreadable folder';
}

/**
 * What is in a folder and the folders in it, each time in the same order; links are not followed. A folder whose entry
 * `enters` refuses is not read. A folder that cannot be read, also because its path is too long, is an entry.
 */
export async function* walkTree(
  root: string,
  signal: AbortSignal,
  enters: (folder: TreeEntry) => boolean = () => true,
): AsyncGenerator<TreeEntry> {
  const waiting: { path: Buffer; name: Buffer }[] = [{ path: Buffer.alloc(0), name: Buffer.alloc(0) }];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    signal.throwIfAborted();
    const { path: above } = folder;
    const entries = await entriesOf(joinBytes(root, above));
    if (entries === undefined) {
      yield { ...folder, kind: 'unreadable folder' };
      continue;
    }
    const folders: TreeEntry[] = [];
    for (const entry of entries) {
      const path = above.length === 0 ? entry.name : Buffer.concat([above, Buffer.from('/'), entry.name]);
      const found: TreeEntry = { path, name: entry.name, kind: kindOf(entry) };
      yield found;
      if (found.kind === 'folder' && enters(found)) folders.push(found);
    }
    waiting.push(...folders.reverse());
  }
}

async function entriesOf(path: Buffer): Promise<Dirent<Buffer>[] | undefined> {
  try {
    const entries = await readdir(path, { withFileTypes: true, encoding: 'buffer' });
    return entries.sort((a, b) => a.name.compare(b.name));
  } catch {
    return undefined;
  }
}

function kindOf(entry: Dirent<Buffer>): TreeEntry['kind'] {
  if (entry.isSymbolicLink()) return 'symbolic link';
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'special file';
}
