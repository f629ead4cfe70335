import { InvalidArgumentError, type Command } from 'commander';
import { ReprocessDocuments } from '#libs/documents';
import { EXTRACTION_OUTCOMES } from '#libs/extraction';
import { systemContext } from '#libs/kernel';
import { withFeatures } from '../with-features.js';

interface ReprocessOptions {
  outcome: string[];
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
    .requiredOption('--outcome <outcomes>', `how the extraction ended: ${EXTRACTION_OUTCOMES.join(', ')}`, outcomesOf)
    .option('--organization <id>', 'only documents of this organization')
    .option('--query <search>', 'only documents that this search finds', '')
    .option('--dry-run', 'only count the documents')
    .action(async (options: ReprocessOptions) => {
      for (const line of await reprocess(options)) console.log(line);
    });
}

function reprocess({ outcome, organization, query, dryRun }: ReprocessOptions): Promise<string[]> {
  return withFeatures(async (app) => {
    const documents = app.get(ReprocessDocuments, { strict: false });
    const organizations = organization === undefined ? await documents.organizations(outcome) : [organization];
    const lines: string[] = [];
    for (const id of organizations) {
      const ctx = systemContext(id, 'command');
      const filter = { query, outcomes: outcome };
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
