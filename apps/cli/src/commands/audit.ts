import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import type { Command } from 'commander';
import {
  chainOf,
  checkExport,
  EXPORT_FORMATS,
  ExportEntries,
  SealEntries,
  VerifyChains,
  type ExportFormat,
} from '#ground/audit';
import { withFeatures } from '../with-features.js';

interface VerifyOptions {
  organization?: string;
  fromExport?: string;
}

interface ExportOptions {
  organization?: string;
  format: string;
  from?: string;
  to?: string;
}

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('the audit log: who did what, when and from where');
  audit
    .command('verify')
    .description('check every entry, of all logs or of one; the exit code is 1 when a log is broken')
    .option('--organization <id>', 'only the log of this organization')
    .option('--from-export <file>', 'check an export with format=jsonl instead, without the database')
    .action(async ({ organization, fromExport }: VerifyOptions) => {
      if (fromExport !== undefined) return verifyExport(fromExport);
      await withFeatures(async (app) => {
        const verify = app.get(VerifyChains);
        const { signal } = new AbortController();
        if (organization === undefined) {
          const { chains, entries, problems } = await verify.executeAll(signal);
          report(`${entries} entries of ${chains} logs were checked.`, problems);
          return;
        }
        const { checkedEntries, headHash, lastSequence, problem } = await verify.execute(organization, signal);
        report(
          `${checkedEntries} entries were checked; the last one is ${lastSequence} with the hash ${headHash}.`,
          problem ? [problem] : [],
        );
      });
    });
  audit
    .command('export')
    .description('write the entries of one log to standard output, oldest first')
    .option('--organization <id>', 'the log of this organization instead of that of the installation')
    .option('--format <format>', EXPORT_FORMATS.join(' or '), 'jsonl')
    .option('--from <time>', 'only entries from this time on, ISO 8601')
    .option('--to <time>', 'only entries up to this time, ISO 8601')
    .action(async ({ organization, format, from, to }: ExportOptions) => {
      const selection = { format: formatOf(format), from: timeOf(from), to: timeOf(to) };
      await withFeatures(async (app) => {
        const chainId = chainOf(organization ?? null);
        await app.get(SealEntries).execute(chainId);
        for await (const piece of app.get(ExportEntries).execute({ chainId, ...selection }))
          if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
      });
    });
}

async function verifyExport(file: string): Promise<void> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  const { entries, chainId, last, problem } = await checkExport(lines);
  report(
    `${entries} entries of ${chainId ?? 'no log'} are in order${last ? `; the last one is ${last.sequence} with the hash ${last.hash}` : ''}.`,
    problem ? [problem] : [],
  );
}

function report(summary: string, problems: readonly { message: string }[]): void {
  console.log(summary);
  for (const { message } of problems) console.error(`Broken: ${message}`);
  if (problems.length > 0) process.exitCode = 1;
}

function formatOf(format: string): ExportFormat {
  const known = EXPORT_FORMATS.find((each) => each === format);
  if (!known) throw new Error(`${format} is no format of an export. Remedy: use ${EXPORT_FORMATS.join(' or ')}.`);
  return known;
}

function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new Error(`${text} is no time. Remedy: write it as 2026-11-23T09:00:00Z.`);
  return time;
}
