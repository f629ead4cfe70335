import type { Sql } from '../../src/host-services.js';
import type { TransactionalSearchBackend } from '../../src/search/search-backend.js';
import { writeCoreRows } from './core-rows.js';
import type { SeededDocument } from './seeded-document.js';

/** Does what the core does after a change of these documents: writes its rows and calls the backend, in one transaction. */
export async function seedDocuments(
  documents: readonly SeededDocument[],
  backend: Pick<TransactionalSearchBackend, 'index' | 'remove'>,
  sql: Sql,
): Promise<void> {
  await sql.transaction(async (transaction) => {
    await writeCoreRows(documents, transaction);
    await backend.index(
      documents.filter(({ trashed }) => !trashed),
      transaction,
    );
    await backend.remove(
      documents.filter(({ trashed }) => trashed).map(({ id }) => id),
      transaction,
    );
  });
}
