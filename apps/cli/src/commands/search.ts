import type { Command } from 'commander';
import { ReindexDocuments } from '#libs/search';
import { withFeatures } from '../with-features.js';

export function addSearchCommands(program: Command): void {
  program
    .command('search')
    .description('the search index')
    .command('reindex')
    .description('write all active documents into the search index again; safe to run at any time')
    .action(async () => {
      const { signal } = new AbortController();
      const count = await withFeatures((app) => app.get(ReindexDocuments, { strict: false }).execute(signal));
      console.log(`Indexed ${count} ${count === 1 ? 'document' : 'documents'}.`);
    });
}
