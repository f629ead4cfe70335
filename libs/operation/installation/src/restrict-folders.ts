import { chmodSync, lstatSync } from 'node:fs';
import { join } from 'node:path';

/** The folders that the server creates in the data folder. A closed folder protects everything below it. */
const FOLDERS = ['documents', 'postgres', 'secrets', 'tmp'];
const OTHERS = 0o007;

/**
 * Removes the rights of other users from folders that an earlier version left open. The data folder itself belongs to
 * the administrator when it existed before; `doctor` reports when other users can enter it.
 */
export function restrictFolders(dataDir: string, log: { info(message: string): void }): void {
  if (process.platform === 'win32') return;
  const closed = FOLDERS.map((name) => join(dataDir, name)).filter(close);
  if (closed.length > 0) log.info(`Removed the access of other users of this machine to ${closed.join(', ')}`);
}

function close(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory() || found.uid !== process.getuid?.() || (found.mode & OTHERS) === 0) return false;
  try {
    chmodSync(folder, 0o700);
    return true;
  } catch {
    return false; // a file system without file modes
  }
}
