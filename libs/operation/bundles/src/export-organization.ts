import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { StoredFileDamaged, StoredFileMissing } from '#capabilities/storage';
import { withClient } from '#ground/database';
import { PRODUCT_VERSION } from '#ground/settings';
import { inParallel, refuseInside, underLease, type BackupServices, type Progress } from '#operation/backup';
import { BundleError } from './bundle-error.js';
import { BundleFolder } from './bundle-folder.js';
import { jsonLines } from './lines.js';
import {
  BUNDLE_FORM,
  recordFileOf,
  type LostFile,
  type Manifest,
  type RecordFile,
  type RecordKind,
} from './manifest.js';
import { OrganizationSnapshot } from './organization-snapshot.repository.js';
import { RecordsOfSnapshot, type WantedFile } from './records-of-snapshot.js';

/** Files that are copied at a time: most of the time of a small file is spent waiting. */
const COPIES_AT_A_TIME = 4;
const FILES_PER_REPORT = 1_000;
/** With more, the storage itself is the problem. */
const MOST_LOST_FILES = 10_000;
const WANTED = 'wanted.jsonl';

export interface ExportedOrganization {
  manifest: Manifest;
  /** Files that an earlier export into the same folder had not left there. */
  copied: { files: number; bytes: number };
}

/**
 * Writes everything an organization has into a folder, as a bundle, while the archive is in use. The lease of backups
 * comes before the snapshot: a file that the snapshot names is not removed as long as this process has the lease. Of an
 * export that was interrupted, the files are taken over by the next one into the same folder.
 */
export async function exportOrganization(
  path: string,
  organizationId: string,
  services: BackupServices,
  { signal, report }: Progress,
): Promise<ExportedOrganization> {
  refuseInside(path, services.installation.dataDir);
  return underLease(services, signal, async (held) => {
    const within: Progress = { signal: held, report };
    const folder = new BundleFolder(path);
    const described = await writeRecords(folder, organizationId, services, within);
    const { files, copied } = await copyFiles(folder, services, within);
    held.throwIfAborted();
    const manifest: Manifest = { 'archivolt-bundle': BUNDLE_FORM, version: PRODUCT_VERSION, ...described, files };
    await folder.finish(manifest);
    return { manifest, copied };
  });
}

function writeRecords(
  folder: BundleFolder,
  organizationId: string,
  { installation, clock }: BackupServices,
  { signal, report }: Progress,
): Promise<Pick<Manifest, 'createdAt' | 'organization' | 'records'>> {
  return withClient(installation.directDatabaseUrl, async (client) => {
    const snapshot = await OrganizationSnapshot.take(client, organizationId);
    const createdAt = clock.now().toISOString();
    const organization = await snapshot.organization();
    if (!organization) throw new BundleError(`there is no organization ${organizationId}`);
    await folder.begin(organizationId);
    const records: RecordFile[] = [];
    const write = async (kind: RecordKind, values: AsyncIterable<object>): Promise<void> => {
      let count = 0;
      const lines = jsonLines(values, () => (count += 1));
      const { bytes, sha256 } = await folder.write(recordFileOf(kind), lines, signal);
      records.push({ kind, records: count, bytes, sha256 });
    };
    const all = new RecordsOfSnapshot(snapshot);
    const wanted = await open(join(folder.workFolder, WANTED), 'w', 0o600);
    const want = async (files: readonly WantedFile[]): Promise<void> =>
      wanted.writeFile(files.map((file) => `${JSON.stringify(file)}\n`).join(''));
    try {
      await write('organization', all.organization(organization));
      await write('member', all.members());
      await write('tag', all.tags());
      await write('property', all.properties());
      await write('document', all.documents(want));
      await write('document-links', all.documentLinks());
      await write('view', all.views());
      await write('rule', all.rules());
      await write('reminder', all.reminders());
      await write('unmapped', all.unmapped());
    } finally {
      await wanted.close();
    }
    const counts = records
      .filter(({ records: count }) => count > 0)
      .map(({ kind, records: count }) => `${kind} ${count}`);
    report(`Records: ${counts.join(', ')}`);
    return { organization: { ref: organization.ref, name: organization.name }, createdAt, records };
  });
}

async function copyFiles(
  folder: BundleFolder,
  { files: store }: BackupServices,
  { signal, report }: Progress,
): Promise<Pick<ExportedOrganization, 'copied'> & Pick<Manifest, 'files'>> {
  const files: Manifest['files'] = { count: 0, bytes: 0, lost: [] };
  const copied = { files: 0, bytes: 0 };
  const copy = async (file: WantedFile): Promise<{ file: WantedFile; outcome: LostFile | 'copied' | 'kept' }> => {
    const { path, documentRef, storageKey, size, sha256 } = file;
    const read = async () =>
      (await store.read(storageKey, { known: { ...file, isDamaged: false } })) as AsyncIterable<Buffer>;
    try {
      signal.throwIfAborted();
      return { file, outcome: await folder.take(path, { bytes: size, sha256 }, read, signal) };
    } catch (error) {
      if (!StoredFileMissing.matches(error) && !StoredFileDamaged.matches(error)) throw error;
      report(`Not in the bundle: ${path}: ${(error as Error).message}`);
      return { file, outcome: { path, documentRef, reason: (error as Error).message } };
    }
  };
  for await (const { file, outcome } of inParallel(wantedFiles(folder), COPIES_AT_A_TIME, copy)) {
    if (typeof outcome === 'object') {
      files.lost.push(outcome);
      if (files.lost.length > MOST_LOST_FILES)
        throw new BundleError(
          `more than ${MOST_LOST_FILES} files cannot be read.\nRemedy: run \`storage verify\`, and export when the storage is there again.`,
        );
      continue;
    }
    files.count += 1;
    files.bytes += file.size;
    if (outcome === 'copied') {
      copied.files += 1;
      copied.bytes += file.size;
    }
    if (files.count % FILES_PER_REPORT === 0) report(`Files: ${files.count}, of which ${copied.files} were copied`);
  }
  return { files, copied };
}

async function* wantedFiles(folder: BundleFolder): AsyncIterable<WantedFile> {
  const input = createReadStream(join(folder.workFolder, WANTED));
  for await (const line of createInterface({ input, crlfDelay: Infinity })) yield JSON.parse(line) as WantedFile;
}
