import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { faultOf, type BackupFolder } from './backup-folder.js';
import { FILE_LIST, filesIn } from './file-list.js';
import { BackupError, type Manifest } from './manifest.js';

/** Hashes that are in memory at a time. */
const MOST_HASHES = 500_000;
const PREFIXES = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'));

/** How many backups are kept: the latest of each of the last days, weeks and months that have one. */
export interface Retention {
  daily: number;
  weekly: number;
  monthly: number;
}

export interface PruneReport {
  kept: string[];
  removed: string[];
  /** Files that no backup names any more. */
  files: number;
}

/** The backups that stay; always the latest. Days, weeks and months are those of UTC; a week begins on Monday. */
export function backupsToKeep(
  backups: readonly Pick<Manifest, 'createdAt' | 'id'>[],
  { daily, weekly, monthly }: Retention,
): Set<string> {
  const latestFirst = backups.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  const kept = new Set(latestFirst.slice(0, 1).map(({ id }) => id));
  const keep = (count: number, periodOf: (time: Date) => string): void => {
    const latest = new Map<string, string>();
    for (const { createdAt, id } of latestFirst) {
      const period = periodOf(new Date(createdAt));
      if (!latest.has(period)) latest.set(period, id);
    }
    for (const id of [...latest.values()].slice(0, count)) kept.add(id);
  };
  keep(daily, (time) => time.toISOString().slice(0, 10));
  keep(weekly, (time) => String(Math.floor((time.getTime() / 86_400_000 + 3) / 7))); // 1970 began on a Thursday
  keep(monthly, (time) => time.toISOString().slice(0, 7));
  return kept;
}

/**
 * Removes backups, then files that no remaining backup names. Nothing is removed while a manifest cannot be read: which
 * files it names is not known then. The caller has the lease of backups.
 */
export async function pruneBackups(
  folder: BackupFolder,
  retention: Retention,
  { isDryRun, signal }: { isDryRun: boolean; signal: AbortSignal },
): Promise<PruneReport> {
  const backups: Manifest[] = [];
  for (const { id, manifest, fault } of await folder.list()) {
    if (manifest) backups.push(manifest);
    else
      throw new BackupError(
        `the backup ${id} cannot be read, so which files it needs is not known: ${fault ?? ''}\n` +
          `Remedy: restore its manifest, or remove the folder ${folder.folderOf(id)}.`,
      );
  }
  const keep = backupsToKeep(backups, retention);
  const kept = backups.filter(({ id }) => keep.has(id));
  const removed = backups.map(({ id }) => id).filter((id) => !keep.has(id));
  const report: PruneReport = { kept: kept.map(({ id }) => id), removed, files: 0 };
  if (isDryRun) return report;
  for (const { id, files } of kept) {
    const list = join(folder.folderOf(id), FILE_LIST);
    const fault = await faultOf(list, files.list);
    if (fault !== undefined) throw new BackupError(`${list} ${fault}, so nothing was removed`);
  }
  for (const id of removed) await folder.remove(id);
  await folder.removeUnfinished();
  report.files = await removeUnnamed(folder, kept, signal);
  return report;
}

async function removeUnnamed(folder: BackupFolder, kept: readonly Manifest[], signal: AbortSignal): Promise<number> {
  const named = kept.reduce((sum, { files }) => sum + files.count, 0);
  const perPass = Math.max(1, Math.floor(PREFIXES.length / Math.ceil((named + 1) / MOST_HASHES)));
  let removed = 0;
  for (let start = 0; start < PREFIXES.length; start += perPass) {
    const prefixes = new Set(PREFIXES.slice(start, start + perPass));
    const hashes = new Set<string>();
    for (const { id } of kept)
      for await (const { sha256 } of filesIn(join(folder.folderOf(id), FILE_LIST)))
        if (sha256 !== null && prefixes.has(sha256.slice(0, 2))) hashes.add(sha256);
    for (const prefix of prefixes)
      for await (const sha256 of folder.filesBelow(prefix)) {
        signal.throwIfAborted();
        if (hashes.has(sha256)) continue;
        await rm(folder.fileOf(sha256));
        removed += 1;
      }
  }
  return removed;
}
