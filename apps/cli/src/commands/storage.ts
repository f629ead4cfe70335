import type { Command } from 'commander';
import { MoveFiles, StorageDrivers, StorageMarkers, type MoveReport } from '#capabilities/storage';
import { withFeatures } from '../with-features.js';

const FAILURES_SHOWN = 20;

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
        const report = await files.execute(move, {
          signal: untilInterrupted(),
          onProgress: (moved) => console.log(`${moved} of ${total.files} moved`),
        });
        printReport(report, move);
      });
    });
}

/** The first Ctrl-C ends the move after the files that are being copied, the second one ends the process. */
function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('interrupted; run the same command again to continue')));
  return interrupted.signal;
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
