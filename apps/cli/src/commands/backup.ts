import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { BackupConfig } from '#config/backup';
import { Leases } from '#ground/database';
import { Clock } from '#ground/kernel';
import {
  BackupError,
  BackupFolder,
  MakeBackup,
  pruneBackups,
  restoreBackup,
  TestRestore,
  underLease,
  verifyBackup,
} from '#operation/backup';
import { archiveSecret, environment, restoreTargetOf, type Installation } from '#operation/installation';
import { untilInterrupted } from '../until-interrupted.js';
import { withFeatures } from '../with-features.js';
import { withInstallation } from '../with-installation.js';

const FOLDER = [
  '--folder <folder>',
  'the folder of the backups, best on another disk (default: BACKUP_FOLDER)',
] as const;
const NOTHING_LEFT = 'interrupted; the next backup uses the files that were copied';

export function addBackupCommands(program: Command): void {
  const backup = program.command('backup').description('backups of database and files');
  backup
    .command('create')
    .description('make a backup; the server may run')
    .option(...FOLDER)
    .action(async ({ folder }: { folder?: string }) => create(folder));
  backup
    .command('list')
    .description('show the backups, the oldest first')
    .option(...FOLDER)
    .action(async ({ folder }: { folder?: string }) => {
      const backups = await openFolderAlone(folder).list();
      for (const { id, manifest, fault } of backups) {
        if (!manifest) console.log(`${id}  cannot be read: ${fault ?? ''}`);
        else
          console.log(`${id}  ${manifest.files.count} files, ${megabytes(manifest.files.bytes)}, ${manifest.version}`);
        if (!manifest) process.exitCode = 1;
      }
      if (backups.length === 0) console.log('There are no backups.');
    });
  backup
    .command('verify')
    .description('read a backup and compare everything with what was written')
    .argument('[id]', 'as `backup list` shows it; without one, the latest')
    .option(...FOLDER)
    .action(async (id: string | undefined, { folder }: { folder?: string }) => verify(id, folder));
  backup
    .command('test')
    .description('restore a backup into a database and a folder of its own, read files there, and remove both')
    .argument('[id]', 'as `backup list` shows it; without one, the latest')
    .option(...FOLDER)
    .action(async (id: string | undefined, { folder }: { folder?: string }) => test(id, folder));
  backup
    .command('restore')
    .description('restore a backup into an empty database and an empty storage; no server may run')
    .argument('[id]', 'as `backup list` shows it; without one, the latest')
    .option(...FOLDER)
    .action(async (id: string | undefined, { folder }: { folder?: string }) => restore(id, folder));
  backup
    .command('prune')
    .description('remove old backups, and the files that no other backup has')
    .option(...FOLDER)
    .option('--daily <count>', 'keep the latest of so many days', toCount, 7)
    .option('--weekly <count>', 'keep the latest of so many weeks', toCount, 4)
    .option('--monthly <count>', 'keep the latest of so many months', toCount, 12)
    .option('--dry-run', 'say which backups would be removed, and remove nothing', false)
    .action(async (options: PruneOptions) => prune(options));
}

async function create(path: string | undefined): Promise<void> {
  await withFeatures(async (app, installation) => {
    const make = app.get(MakeBackup, { strict: false });
    const { manifest, copied } = await untilInterrupted(NOTHING_LEFT, (signal) =>
      make.execute(pathOf(path, installation), { signal, report: console.log }),
    );
    const { count, bytes, missing } = manifest.files;
    console.log(`Files: ${count}, ${megabytes(bytes)}; new: ${copied.files}, ${megabytes(copied.bytes)}`);
    console.log(`The backup ${manifest.id} is complete.`);
    if (missing === 0) return;
    console.error(
      `${missing} files are not in it, because the archive has lost them: run \`storage verify --hashes\`.`,
    );
    process.exitCode = 1;
  });
}

async function verify(id: string | undefined, path: string | undefined): Promise<void> {
  const folder = openFolderAlone(path);
  const found = await folder.find(id);
  let faults = 0;
  const onFault = (fault: string): void => {
    faults += 1;
    console.log(`WRONG  ${fault}`);
  };
  const manifest = await untilInterrupted('interrupted', (signal) =>
    verifyBackup(folder, found, { signal, report: console.log }, onFault),
  );
  if (manifest && manifest.files.missing > 0)
    console.log(`${manifest.files.missing} files were lost or damaged in the archive already.`);
  console.log(faults === 0 ? `The backup ${found} is whole.` : `The backup ${found} has ${faults} fault(s).`);
  if (faults > 0) process.exitCode = 1;
}

async function test(id: string | undefined, path: string | undefined): Promise<void> {
  await withFeatures(async (app, installation) => {
    const restored = app.get(TestRestore, { strict: false });
    const { manifest, rows, filesRead } = await untilInterrupted('interrupted', (signal) =>
      restored.execute(pathOf(path, installation), { signal, report: console.log }, id === undefined ? {} : { id }),
    );
    console.log(`The backup ${manifest.id} was restored for a test, and what was restored is removed again.`);
    console.log(`Rows: ${rows}; files: ${manifest.files.count}, ${filesRead} of them read by the product`);
  });
}

async function restore(id: string | undefined, path: string | undefined): Promise<void> {
  await withInstallation(async (installation) => {
    const folder = openFolder(path, installation);
    const found = await folder.find(id);
    const target = restoreTargetOf(installation, ['error', 'fatal']);
    const manifest = await untilInterrupted('interrupted; run the same command again to continue', (signal) =>
      restoreBackup(folder, found, target, { signal, report: console.log }),
    );
    console.log(`The backup ${found} is restored: ${manifest.files.count} files, ${manifest.tables.length} tables.`);
    if (manifest.files.missing > 0) console.log(`${manifest.files.missing} files are not in it.`);
  });
}

interface PruneOptions {
  folder?: string;
  daily: number;
  weekly: number;
  monthly: number;
  dryRun: boolean;
}

async function prune({ folder, dryRun, ...retention }: PruneOptions): Promise<void> {
  await withFeatures(async (app, installation) => {
    const services = { leases: app.get(Leases, { strict: false }), clock: app.get(Clock, { strict: false }) };
    const report = await untilInterrupted('interrupted; run the same command again to continue', (signal) =>
      underLease(services, signal, (within) =>
        pruneBackups(openFolder(folder, installation), retention, { isDryRun: dryRun, signal: within }),
      ),
    );
    for (const removed of report.removed) console.log(`${dryRun ? 'Would be removed' : 'Removed'}: ${removed}`);
    console.log(`Kept: ${report.kept.length}; files removed: ${report.files}`);
  });
}

function openFolder(path: string | undefined, installation: Installation): BackupFolder {
  return new BackupFolder(pathOf(path, installation), installation.authSecret);
}

/** For what needs only the folder and the secret: the database may be what was lost. */
function openFolderAlone(path: string | undefined): BackupFolder {
  const archive = archiveSecret(environment());
  return new BackupFolder(pathOf(path, archive), archive.authSecret);
}

function pathOf(path: string | undefined, { config }: Pick<Installation, 'config'>): string {
  const chosen = path ?? config(BackupConfig).folder;
  if (chosen !== undefined) return resolve(chosen);
  throw new BackupError('no folder of backups is named.\nRemedy: use --folder, or set BACKUP_FOLDER.');
}

function toCount(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
