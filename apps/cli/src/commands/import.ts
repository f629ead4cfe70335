import { open } from 'node:fs/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { Option, type Command } from 'commander';
import { SafeHttp } from '#ground/safe-http';
import { BundleSource } from '#operation/bundles';
import {
  IMPORT_OUTCOMES,
  ImportArchive,
  ImportReport,
  openFolderTree,
  openMailbox,
  openPaperlessExport,
  openPapra,
  type ArchiveSource,
  type FolderOptions,
  type ImportLine,
  type ImportTarget,
} from '#operation/imports';
import { environment } from '#operation/installation';
import { untilInterrupted } from '../until-interrupted.js';
import { withFeatures } from '../with-features.js';

/** A product or form that archives are imported from. */
export interface KnownSource {
  /** The word of the command: `import <name> …`. */
  name: string;
  description: string;
  /** What the argument is: `<folder>`, `<file>`. */
  argument: string;
  /** Its own options. */
  options?: readonly Option[];
  /** The source may have a `close`, which is called at the end. */
  open(argument: string, opening: Opening): Promise<ArchiveSource & { close?(): Promise<void> }>;
}

interface Opening {
  app: INestApplicationContext;
  /** What was said with its own options. */
  words: SourceWords;
  signal: AbortSignal;
}

interface SourceWords extends Partial<FolderOptions> {
  from?: string;
}

/** What `import` knows; each is one line. */
const SOURCES: readonly KnownSource[] = [
  {
    name: 'bundle',
    description: 'what `export` has written',
    argument: '<folder>',
    open: (folder, { signal }) => BundleSource.open(folder, signal),
  },
  {
    name: 'paperless',
    description: 'a folder that `document_exporter` of Paperless-ngx has written',
    argument: '<folder>',
    open: (folder, { signal }) => openPaperlessExport(folder, signal),
  },
  {
    name: 'papra',
    description: 'an organization of a Papra server; PAPRA_API_KEY is a key for it',
    argument: '<url>',
    options: [new Option('--from <id>', 'the organization there, when the key has several')],
    open: (url, { app, words: { from }, signal }) => {
      const key = environment()['PAPRA_API_KEY'];
      if (key === undefined) throw new Error('Set PAPRA_API_KEY to a key of the Papra server.');
      const options = { url, key, ...(from === undefined ? {} : { organizationId: from }) };
      return openPapra(options, app.get(SafeHttp, { strict: false }).forSettings({ url }), signal);
    },
  },
  {
    name: 'folder',
    description: 'all files of a folder and the folders in it',
    argument: '<folder>',
    options: [
      new Option('--folders-as <what>', 'what becomes of the folders')
        .choices(['tags', 'property', 'none'])
        .default('tags'),
    ],
    open: (folder, { words: { foldersAs = 'tags' } }) => openFolderTree(folder, { foldersAs }),
  },
  {
    name: 'mails',
    description: 'a mailbox file (mbox), a Maildir, or a folder with such things and .eml files',
    argument: '<path>',
    open: (path) => openMailbox(path),
  },
];

interface ImportWords extends SourceWords {
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
  for (const source of sources) {
    const command = imports
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
    for (const option of source.options ?? []) command.addOption(option);
  }
}

async function run(known: KnownSource, argument: string, words: ImportWords): Promise<void> {
  const target = targetOf(words);
  await using lines = await reportFile(words.report);
  const report = new ImportReport((line) => lines.write(line));
  let records = 0;
  const onProgress = () => {
    records += 1;
    if (records % PROGRESS_EVERY === 0) console.log(`${records} read …`);
  };
  const id = await withFeatures((app) =>
    untilInterrupted(INTERRUPTED, async (signal) => {
      const source = await known.open(argument, { app, words, signal });
      try {
        return await app
          .get(ImportArchive, { strict: false })
          .execute(source, target, { signal, report, isDryRun: words.dryRun, onProgress });
      } finally {
        await source.close?.();
        for (const line of summary(source, report)) console.log(line);
      }
    }),
  );
  if (words.dryRun) console.log('This was a dry run: nothing was changed.');
  else if (id !== undefined) console.log(`Organization ${id}`);
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
  const file =
    path === undefined
      ? undefined
      : await open(path, 'wx').catch((error: unknown) => {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
          throw new Error(`There is a file ${path} already. Name a new file for the report.`);
        });
  return {
    write: async (line: ImportLine) => {
      await file?.appendFile(`${JSON.stringify(line)}\n`);
    },
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
