import { chmodSync, lstatSync } from 'node:fs';
import { join } from 'node:path';

/** What the server makes in the data folder. Closed, each protects all that is below it. */
const FOLDERS = ['documents', 'postgres', 'secrets', 'tmp'];
const OTHERS = 0o007;

/**
 * Takes the rights of other users from folders that an earlier version left open. The data folder itself belongs to the
 * administrator when it was there before; `doctor` says when others can enter it.
 */
export function closeToOthers(dataDir: string, log: { info(message: string): void }): void {
  if (process.platform === 'win32') return;
  const closed = FOLDERS.map((name) => join(dataDir, name)).filter(close);
  if (closed.length > 0) log.info(`Other users of this machine could read ${closed.join(', ')}; they cannot any more`);
}

function close(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory() || found.uid !== process.getuid?.() || (found.mode & OTHERS) === 0) return false;
  try {
    chmodSync(folder, 0o700);
    return true;
  } catch {
    return false; // a file system without such rights
  }
}
