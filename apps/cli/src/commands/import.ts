import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  IMPORT_OUTCOMES,
  ImportArchive,
  ImportReport,
  type ArchiveSource,
  type ImportLine,
  type ImportTarget,
} from '#operation/imports';
import { untilInterrupted } from '../until-interrupted.js';
import { withFeatures } from '../with-features.js';

/** A product or form that archives are imported from. */
export interface KnownSource {
  /** The word of the command: `import <name> …`. */
  name: string;
  description: string;
  /** What the argument is: `<folder>`, `<file>`. */
  argument: string;
  /** The source may have a `close`, which is called at the end. */
  open(argument: string): Promise<ArchiveSource & { close?(): Promise<void> }>;
}

/** What `import` knows; each is one line. */
const SOURCES: readonly KnownSource[] = [];

interface ImportWords {
  organization?: string;
  newOrganization?: boolean;
  owner?: string;
  as?: string;
  dryRun: boolean;
  report?: string;
}

/** A line about the progress after so many records. */
const PROGRESS_EVERY = 100;
const INTERRUPTED = 'interrupted; the same command goes on where it ended';

export function addImportCommands(program: Command, sources: readonly KnownSource[] = SOURCES): void {
  const imports = program.command('import').description('bring documents of other archives into an organization');
  for (const source of sources)
    imports
      .command(source.name)
      .description(source.description)
      .argument(source.argument)
      .option('--organization <id>', 'the organization that gets them')
      .option('--new-organization', 'make an organization for them; a second run goes on with the same one')
      .option('--owner <email>', 'the owner of the new organization')
      .option('--as <email>', 'in whose name they are added: an owner or admin of the organization')
      .option('--dry-run', 'read and check everything, change nothing', false)
      .option('--report <file>', 'write what did not come, or not as it was, to a new file: JSON, one thing a line')
      .action((argument: string, words: ImportWords) => run(source, argument, words));
}

async function run(known: KnownSource, argument: string, words: ImportWords): Promise<void> {
  const target = targetOf(words);
  await using lines = await reportFile(words.report);
  const report = new ImportReport((line) => lines.write(line));
  const source = await known.open(argument);
  let records = 0;
  const onProgress = () => {
    records += 1;
    if (records % PROGRESS_EVERY === 0) console.log(`${records} read …`);
  };
  try {
    const id = await withFeatures((app) =>
      untilInterrupted(INTERRUPTED, (signal) =>
        app
          .get(ImportArchive, { strict: false })
          .execute(source, target, { signal, report, isDryRun: words.dryRun, onProgress }),
      ),
    );
    if (words.dryRun) console.log('This was a dry run: nothing was changed.');
    else if (id !== undefined) console.log(`Organization ${id}`);
  } finally {
    await source.close?.();
    for (const line of summary(source, report)) console.log(line);
  }
  if (!report.isComplete) process.exitCode = 1;
}

function targetOf({ organization, newOrganization = false, owner, as }: ImportWords): ImportTarget {
  if (newOrganization === (organization !== undefined))
    throw new Error('Say where it goes: --organization <id>, or --new-organization --owner <email>.');
  if (organization === undefined) {
    if (owner === undefined) throw new Error('A new organization needs --owner <email>.');
    if (as !== undefined && as !== owner) throw new Error('A new organization is filled in the name of its owner.');
    return { newOrganizationOf: owner };
  }
  if (as === undefined) throw new Error('Say in whose name: --as <email> of an owner or admin of the organization.');
  if (owner !== undefined) throw new Error('--owner is for --new-organization only.');
  return { organizationId: organization, as };
}

/** Never replaces a file. */
async function reportFile(path: string | undefined) {
  const file = path === undefined ? undefined : await open(path, 'wx');
  return {
    write: async (line: ImportLine) => void (await file?.appendFile(`${JSON.stringify(line)}\n`)),
    [Symbol.asyncDispose]: async () => file?.close(),
  };
}

function summary({ name }: ArchiveSource, { counts }: ImportReport): string[] {
  const rows = [...counts].map(([kind, of]) => [
    kind,
    String(of.read),
    ...IMPORT_OUTCOMES.map((outcome) => String(of[outcome])),
  ]);
  const table = [['', 'read', ...IMPORT_OUTCOMES], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = table.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  return [`Of ${name}:`, ...lines];
}
