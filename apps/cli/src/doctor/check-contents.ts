import type { INestApplicationContext } from '@nestjs/common';
import { foldWords, type SearchBackend, type Sql, type StorageDriver } from '@archivolt/plugin-kit';
import { JobQueue } from '#libs/jobs';
import { doubtful, fine, wrong, type Finding } from './finding.js';

/** Documents looked at, spread over all of them: enough to notice a loss, quick in a large archive. */
const SAMPLE = 100;
const sampled = (columns: string, condition: string) =>
  `select ${columns} from document where ${condition} and sequence % greatest(1, (select count(*) from document) / ${SAMPLE}) = 0
   order by sequence desc limit ${SAMPLE}`;

/** Can files be written, and are those of the documents there? */
export async function checkStorage(id: string, driver: StorageDriver, sql: Sql): Promise<Finding> {
  await driver.check();
  const rows = await sql.query<{ key: string }>(sampled('original_storage_key as key', 'true'));
  const missing: string[] = [];
  for (const { key } of rows) if ((await driver.stat(key)) === undefined) missing.push(key);
  if (missing.length === 0) return fine('storage', `${id} can be written; ${rows.length} files looked at, all there`);
  return wrong(
    'storage',
    `${missing.length} of ${rows.length} files looked at are missing, for instance ${missing[0]}`,
    'check that the settings of the storage plugin name the place where the files are, or restore them from a backup.',
  );
}

/** Is each document found by a word of its name? */
export async function checkSearch(id: string, backend: SearchBackend, sql: Sql): Promise<Finding> {
  const rows = await sql.query<{ id: string; organizationId: string; name: string; createdAt: Date }>(
    sampled('id, organization_id as "organizationId", name, created_at as "createdAt"', 'deleted_at is null'),
  );
  const lost: string[] = [];
  let asked = 0;
  for (const { id: documentId, organizationId, name, createdAt } of rows) {
    const [word] = foldWords(name);
    if (word === undefined) continue;
    asked += 1;
    const before = new Date(createdAt.getTime() + 1);
    const { ids } = await backend.search({
      organizationId,
      tree: {
        kind: 'and',
        children: [
          { kind: 'text', words: [word], fields: ['name'] },
          { kind: 'date', field: 'createdAt', from: createdAt, before },
        ],
      },
      sort: { field: 'createdAt', order: 'desc' },
      pageIndex: 0,
      pageSize: SAMPLE,
    });
    if (!ids.includes(documentId)) lost.push(documentId);
  }
  if (lost.length === 0) return fine('search', `${id}; ${asked} documents looked for, all found`);
  return wrong(
    'search',
    `${lost.length} of ${asked} documents looked for are not found by their names, for instance ${lost[0]}`,
    'run `npm run cli -- search reindex`; it works beside the running server.',
  );
}

export async function* checkJobs(app: INestApplicationContext): AsyncGenerator<Finding, void> {
  const counts = await app.get(JobQueue).counts();
  const sum = (field: 'active' | 'waiting') => counts.reduce((total, count) => total + count[field], 0);
  const failed = counts.filter((count) => count.failed > 0);
  yield fine('jobs', `${sum('waiting')} waiting, ${sum('active')} under way`);
  if (failed.length === 0) return;
  yield doubtful(
    'jobs',
    `given up after the last attempt: ${failed.map(({ name, failed: number }) => `${number} ${name}`).join(', ')}`,
    'see `npm run cli -- jobs list`, and the log of the server for the reasons.',
  );
}
