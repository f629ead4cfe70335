import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Reads a secret of random letters, or creates it; only the owner of the file can read it. The file gets its name by a
 * link, which unlike a rename never replaces the file of a process that was faster: both then read the same secret.
 */
export function readOrCreateSecret(file: string, bytes = 48): string {
  const existing = readIfPresent(file);
  // Instead of an empty secret the sign-in library uses a default that is published in its source.
  if (existing === '')
    throw new Error(`the file ${file} is empty; restore it from a backup, or remove it to create a new secret`);
  if (existing !== undefined) return existing;
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(draft, `${randomBytes(bytes).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(draft, file);
    syncFolder(folder);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A new name survives a power failure only when its folder was flushed too. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
