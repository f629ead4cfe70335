import { join } from 'node:path';
import { faultOf, type BackupFolder } from './backup-folder.js';
import { fileOfTable, type Progress } from './create-backup.js';
import { FILE_LIST, filesIn } from './file-list.js';
import { BackupError, type Manifest } from './manifest.js';

const FILES_PER_REPORT = 1_000;

/** Reads everything in a backup. Returns its manifest, if that can be read; each fault is one sentence. */
export async function verifyBackup(
  folder: BackupFolder,
  id: string,
  { signal, report }: Progress,
  onFault: (fault: string) => void,
): Promise<Manifest | undefined> {
  let manifest: Manifest;
  try {
    manifest = await folder.read(id);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    onFault(error.message);
    return undefined;
  }
  for (const table of manifest.tables) {
    signal.throwIfAborted();
    const path = join(folder.folderOf(id), fileOfTable(table));
    const fault = await faultOf(path, table);
    if (fault !== undefined) onFault(`${path} ${fault}: the table ${table.name}`);
  }
  report(`Database: ${manifest.tables.length} tables were read`);
  await verifyFiles(folder, manifest, { signal, report }, onFault);
  return manifest;
}

async function verifyFiles(
  folder: BackupFolder,
  { id, files }: Manifest,
  { signal, report }: Progress,
  onFault: (fault: string) => void,
): Promise<void> {
  const list = join(folder.folderOf(id), FILE_LIST);
  const fault = await faultOf(list, files.list);
  if (fault !== undefined) {
    onFault(`${list} ${fault}: the list of files`);
    return;
  }
  let read = 0;
  for await (const { storageKey, bytes, sha256 } of filesIn(list)) {
    signal.throwIfAborted();
    if (sha256 === null) continue;
    const path = folder.fileOf(sha256);
    const found = await faultOf(path, { bytes, sha256 });
    if (found !== undefined) onFault(`${path} ${found}: the file ${storageKey}`);
    if ((read += 1) % FILES_PER_REPORT === 0) report(`Files: ${read} of ${files.count} were read`);
  }
}
