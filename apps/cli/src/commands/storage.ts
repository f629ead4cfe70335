import type { Command } from 'commander';
import {
  MoveFiles,
  StorageDrivers,
  StorageMarkers,
  VerifyStorage,
  type MoveReport,
  type StorageFinding,
} from '#capabilities/storage';
import { untilInterrupted } from '../until-interrupted.js';
import { withFeatures } from '../with-features.js';
import { describeFinding, describeStorage, RepairReport } from './repair-report.js';

const FAILURES_SHOWN = 20;

interface VerifyOptions {
  plugin?: string;
  hashes?: boolean;
  repairReport?: string;
}

export function addStorageCommands(program: Command): void {
  const storage = program.command('storage').description('the files of documents');
  storage
    .command('accept')
    .description('take a storage for that of this archive, after its files were restored or copied without its marker')
    .requiredOption('--plugin <plugin>', 'id of the plugin, such as storage-local')
    .action(async ({ plugin }: { plugin: string }) => {
      await withFeatures(async (app) => {
        const driver = await app.get(StorageDrivers, { strict: false }).named(plugin);
        const { there, looked } = await app.get(StorageMarkers, { strict: false }).accept(plugin, driver);
        console.log(`The storage of ${plugin} is that of this archive. Files looked for: ${looked}; found: ${there}.`);
      });
    });
  storage
    .command('verify')
    .description('compare the files in the storages with what the archive says; nothing is deleted or changed')
    .option('--plugin <plugin>', 'id of one storage plugin; otherwise all that have files')
    .option('--hashes', 'read all files and compare their checksums, not only their sizes')
    .option('--repair-report <file>', 'write what is wrong, and what can be restored from where, as lines of JSON')
    .action(async (options: VerifyOptions) => verify(options));
  storage
    .command('move')
    .description('move files from one storage plugin to another; the server may run, and a second run continues')
    .requiredOption('--from <plugin>', 'id of the plugin that has the files, such as storage-local')
    .requiredOption('--to <plugin>', 'id of the plugin that gets them')
    .option('--dry-run', 'say how much would be moved, and move nothing')
    .action(async ({ from, to, dryRun = false }: { from: string; to: string; dryRun?: boolean }) => {
      const move = { from, to };
      await withFeatures(async (app) => {
        const files = app.get(MoveFiles, { strict: false });
        const total = await files.measure(move);
        console.log(`${from} has ${count(total.files)}, ${megabytes(total.bytes)}.`);
        if (dryRun) return;
        const onProgress = (moved: number) => console.log(`${moved} of ${total.files} moved`);
        const report = await untilInterrupted('interrupted; run the same command again to continue', (signal) =>
          files.execute(move, { signal, onProgress }),
        );
        printReport(report, move);
      });
    });
}

async function verify({ plugin, hashes = false, repairReport }: VerifyOptions): Promise<void> {
  await using report = await RepairReport.open(repairReport);
  await withFeatures(async (app) => {
    const storages = app.get(VerifyStorage, { strict: false });
    const drivers = plugin === undefined ? await storages.driversInUse() : [plugin];
    let found = 0;
    const onFinding = (finding: StorageFinding): void => {
      report.add(finding);
      if ((found += 1) <= FAILURES_SHOWN) console.log(describeFinding(finding));
    };
    const results = await untilInterrupted('interrupted', (signal) =>
      storages.execute({ drivers, readsAll: hashes, signal, onFinding }),
    );
    if (found > FAILURES_SHOWN) console.log(`… and ${found - FAILURES_SHOWN} more`);
    for (const result of results) console.log(describeStorage(result));
    if (!hashes) console.log('Only sizes were compared; --hashes reads the files.');
    if (found > 0) process.exitCode = 1;
  });
}

function printReport({ moved, bytes, failures, left }: MoveReport, { from, to }: { from: string; to: string }): void {
  console.log(`Moved ${count(moved)}, ${megabytes(bytes)}, to ${to}. The server removes the old copies.`);
  for (const { storageKey, reason } of failures.slice(0, FAILURES_SHOWN)) console.error(`${storageKey}: ${reason}`);
  if (failures.length > FAILURES_SHOWN) console.error(`… and ${failures.length - FAILURES_SHOWN} more`);
  if (left > 0)
    console.log(
      `${from} still has ${count(left)}: run the command again after correcting what failed. ` +
        `New files are written there as long as STORAGE_PLUGIN says so.`,
    );
  if (failures.length > 0) process.exitCode = 1;
}

function count(files: number): string {
  return `${files} ${files === 1 ? 'file' : 'files'}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
