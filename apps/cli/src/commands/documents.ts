import { InvalidArgumentError, type Command } from 'commander';
import { ReprocessDocuments } from '#archive/documents';
import { EXTRACTION_OUTCOMES } from '#capabilities/extraction';
import { systemContext } from '#ground/kernel';
import { withFeatures } from '../with-features.js';

interface ReprocessOptions {
  all?: boolean;
  outcome?: string[];
  outdated?: boolean;
  organization?: string;
  query: string;
  dryRun?: boolean;
}

export function addDocumentsCommands(program: Command): void {
  program
    .command('documents')
    .description('documents of all organizations')
    .command('reprocess')
    .description('read files again, for instance after a plugin was installed; the server does it in the background')
    .option(
      '--outcome <outcomes>',
      `only those whose extraction ended so: ${EXTRACTION_OUTCOMES.join(', ')}`,
      outcomesOf,
    )
    .option('--outdated', 'only those that other versions of plugins have read, or that a plugin may read which is new')
    .option('--all', 'all documents, when neither is given')
    .option('--organization <id>', 'only documents of this organization')
    .option('--query <search>', 'only documents that this search finds', '')
    .option('--dry-run', 'only count the documents')
    .action(async (options: ReprocessOptions) => {
      for (const line of await reprocess(options)) console.log(line);
    });
}

async function reprocess(options: ReprocessOptions): Promise<string[]> {
  const { all, outcome, outdated, organization, query, dryRun } = options;
  const isChosen = outcome !== undefined || outdated === true || organization !== undefined || query !== '';
  if (!isChosen && all !== true)
    throw new Error('Name the documents: --outcome, --outdated, --organization or --query. Or add --all.');
  return withFeatures(async (app) => {
    const documents = app.get(ReprocessDocuments, { strict: false });
    const condition = { outcomes: outcome, onlyOutdated: outdated };
    const organizations = organization === undefined ? await documents.organizations(condition) : [organization];
    const lines: string[] = [];
    for (const id of organizations) {
      const ctx = systemContext(id, 'command');
      const filter = { query, ...condition };
      const count = await documents.count(ctx, filter);
      if (count === 0) continue;
      const what = `${count} ${count === 1 ? 'document' : 'documents'} of ${id}`;
      lines.push(dryRun === true ? what : `${what}: task ${await documents.request(ctx, filter)}`);
    }
    return lines.length > 0 ? lines : ['There is no such document.'];
  });
}

function outcomesOf(value: string): string[] {
  const outcomes = value.split(/[,|]/).map((each) => each.trim());
  const unknown = outcomes.filter((each) => !EXTRACTION_OUTCOMES.includes(each));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`unknown: ${unknown.join(', ')}. It is one of ${EXTRACTION_OUTCOMES.join(', ')}.`);
  return outcomes;
}
