import type { SearchText } from '@archivolt/plugin-kit';
import type pg from 'pg';
import { POSTGRES_POOL, UnitOfWork } from '#ground/database';
import { Counters } from '#ground/history';
import { createId } from '#ground/kernel';
import { SearchService } from '#capabilities/search';
import type { TestApp } from './app.js';

/** The database of the server, for changes that no route offers: backdating, counting. */
export function poolOf(app: TestApp): pg.Pool {
  return app.app.get<pg.Pool>(POSTGRES_POOL, { strict: false });
}

/** Makes the documents look as if they had been trashed days ago. */
export async function backdateTrash(app: TestApp, documentIds: readonly string[], days: number): Promise<void> {
  await poolOf(app).query(
    'update document set deleted_at = deleted_at - make_interval(secs => $2::float8 * 86400) where id = any($1)',
    [documentIds, days],
  );
}

/** Adds document rows directly, for tests where only their number matters. Returns their ids and storage keys. */
export async function addDocumentRows(
  app: TestApp,
  organizationId: string,
  count: number,
  { trashed = false, word = 'many', isIndexed = true }: { trashed?: boolean; word?: string; isIndexed?: boolean } = {},
): Promise<{ id: string; storageKey: string }[]> {
  const rows = Array.from({ length: count }, () => {
    const id = createId('doc');
    return { id, storageKey: `${organizationId}/originals/${id}.txt` };
  });
  const ids = rows.map(({ id }) => id);
  const keys = rows.map(({ storageKey }) => storageKey);
  const pool = poolOf(app);
  await pool.query(`insert into stored_file (storage_key, state) select unnest($1::text[]), 'committed'`, [keys]);
  await pool.query(
    `insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
       original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, extraction_status, deleted_at)
     select id, now(), now(), $3, $4, 10, id, key, $4, $4, 'text/plain', 'completed', case when $5 then now() end
     from unnest($1::text[], $2::text[]) as given(id, key)`,
    [ids, keys, organizationId, word, trashed],
  );
  await app.app.get(Counters, { strict: false }).mend(organizationId);
  if (isIndexed) await indexDocumentRows(app, organizationId);
  return rows;
}

/** Indexes the active documents of an organization, after rows were written directly. */
export async function indexDocumentRows(app: TestApp, organizationId: string): Promise<void> {
  const search = app.app.get(SearchService, { strict: false });
  await app.app.get(UnitOfWork, { strict: false }).run(async ({ sql }) => {
    const documents = await sql.query<SearchText>(
      `select id, sequence, organization_id as "organizationId", name, content, coalesce(notes, '') as notes
       from document where organization_id = $1 and deleted_at is null`,
      [organizationId],
    );
    await search.index(sql, documents);
  });
}

/** Adds a finished delivery of a webhook with one attempt. */
export async function addDelivery(
  app: TestApp,
  { organizationId, webhookId }: { organizationId: string; webhookId: string },
  { event = 'document:created', status = 'succeeded', responseStatus = 200 }: Partial<DeliveryFacts> = {},
): Promise<string> {
  const id = createId('wbh_dlv');
  const pool = poolOf(app);
  await pool.query(
    `insert into webhook_delivery (id, webhook_id, organization_id, subject, message_id, event_id, event_name,
       occurred_at, payload, status, attempts, finished_at)
     values ($1, $2, $3, $3, $4, $5, $6, now(), $7, $8, 1, case when $8 <> 'pending' then now() end)`,
    [id, webhookId, organizationId, createId('msg'), createId('evt'), event, { documentId: createId('doc') }, status],
  );
  await pool.query(
    `insert into webhook_attempt (delivery_id, number, started_at, duration_ms, response_status, response_body)
     values ($1, 1, now(), 12, $2, 'received')`,
    [id, responseStatus],
  );
  return id;
}

interface DeliveryFacts {
  event: string;
  status: 'cancelled' | 'failed' | 'pending' | 'succeeded';
  responseStatus: number | null;
}
