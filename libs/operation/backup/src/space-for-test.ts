import { stat, statfs } from 'node:fs/promises';
import { TestNotPossible } from './manifest.js';

/** What a test restore writes to the disk of a folder. */
export interface NeededSpace {
  folder: string;
  bytes: number;
}

/**
 * Throws `TestNotPossible` unless all fits, and `reservedBytes` stay free on each disk: the archive itself may write to
 * it, and its database stops on a full one.
 */
export async function requireSpace(needed: readonly NeededSpace[], reservedBytes: number): Promise<void> {
  const looks = await Promise.all(needed.map(async (each) => ({ ...each, ...(await diskOf(each.folder)) })));
  for (const { folder, disk, free } of looks) {
    const onDisk = looks.filter((other) => other.disk === disk);
    const needs = onDisk.reduce((sum, { bytes }) => sum + bytes, reservedBytes);
    if (free >= needs) continue;
    throw new TestNotPossible(
      `a test restore needs ${megabytes(needs)} in ${folder}, which has ${megabytes(free)} left.\n` +
        'Remedy: name a folder on a larger disk in BACKUP_TEST_FOLDER; BACKUP_TEST_DATABASE_URL names another server for the database.',
    );
  }
}

async function diskOf(folder: string): Promise<{ disk: number; free: number }> {
  try {
    const [{ dev }, { bavail, bsize }] = await Promise.all([stat(folder), statfs(folder)]);
    return { disk: dev, free: bavail * bsize };
  } catch (error) {
    throw new TestNotPossible(
      `the folder ${folder} cannot be used (${(error as NodeJS.ErrnoException).code ?? 'error'}).\n` +
        'Remedy: correct BACKUP_TEST_FOLDER.',
    );
  }
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
