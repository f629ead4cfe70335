import type { Command } from 'commander';
import type { SearchDocument } from '@archivolt/plugin-kit';
import { UnitOfWork } from '#libs/database';
import { SearchService } from '#libs/search';
import { withFeatures } from '../with-features.js';

const DOCUMENTS_AT_A_TIME = 100;
/** Of texts held at a time; a single longer one goes by itself. */
const BYTES_AT_A_TIME = 8_000_000;

export function addSearchCommands(program: Command): void {
  program
    .command('search')
    .description('the search index')
    .command('reindex')
    .description('write all active documents into the search index again; safe to run at any time')
    .action(async () => {
      const count = await withFeatures((app) => reindex(app.get(UnitOfWork), app.get(SearchService)));
      console.log(`Indexed ${count} ${count === 1 ? 'document' : 'documents'}.`);
    });
}

async function reindex(unitOfWork: UnitOfWork, search: SearchService): Promise<number> {
  let count = 0;
  let after = '';
  for (;;) {
    const documents = await unitOfWork.run(async (tx) => {
      // The lock keeps an edit from being indexed first and overwritten by its older text.
      const rows = await tx.sql.query<SearchDocument>(
        `select id, sequence::text, organization_id as "organizationId", name, content from document
         where id in (
           select id from (
             select id, sum(octet_length(content)) over (order by id) - octet_length(content) as bytes_before
             from (select id, content from document where deleted_at is null and id > $1 order by id limit $2) next
           ) measured where bytes_before < $3)
         order by id for share`,
        [after, DOCUMENTS_AT_A_TIME, BYTES_AT_A_TIME],
      );
      await search.index(tx.sql, rows);
      return rows;
    });
    if (documents.length === 0) return count;
    count += documents.length;
    after = documents.at(-1)?.id ?? after;
  }
}
