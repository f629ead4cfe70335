import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JobStates, ScheduledTasks, Scheduler } from '#ground/jobs';
import { systemContext } from '#ground/kernel';
import { PurgeService } from '#archive/trash';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { addDocumentRows, backdateTrash, poolOf } from '../support/rows.js';
import { untilTrue } from '../support/until.js';

let app: TestApp;
let nextSlot = 0;

beforeAll(async () => {
  app = await startApp();
  await app.drain(); // the tasks requested on startup
});
afterAll(() => app.close());

const run = (name: string, signal: AbortSignal) => app.app.get(ScheduledTasks).run(name, signal);
const ask = (name: string, slot = `slot ${(nextSlot += 1)}`) =>
  app.app.get(Scheduler, { strict: false }).request(name, slot);

async function runTask(name: string): Promise<void> {
  await ask(name);
  await app.drain();
}

const filesOnDisk = async () =>
  (await readdir(join(app.dataDir, 'documents'), { recursive: true })).filter((name) => name.includes('doc_')).join();

async function count(text: string, ...values: unknown[]): Promise<number> {
  const { rows } = await poolOf(app).query<{ count: number }>(`select count(*)::int as count from ${text}`, values);
  return rows[0]?.count ?? -1;
}

async function upload(
  api: ApiClient,
  organizationId: string,
  content: string,
  trashedDaysAgo?: number,
): Promise<string> {
  const { body } = await api.upload(organizationId, { name: 'file.txt', content });
  const { id } = body.document;
  if (trashedDaysAgo === undefined) return id;
  await api.delete(`/api/organizations/${organizationId}/documents/${id}`);
  await backdateTrash(app, [id], trashedDaysAgo);
  return id;
}

describe('the purge of documents', () => {
  it('purges documents trashed more than thirty days ago with their files, and no others', async () => {
    const [one, other] = [await app.anArchive(), await app.anArchive()];
    const old = [
      await upload(one.api, one.organizationId, 'old', 30.1),
      await upload(other.api, other.organizationId, 'old of the other', 400),
    ];
    const recent = await upload(one.api, one.organizationId, 'recent', 29.9);
    const active = await upload(one.api, one.organizationId, 'active');
    await app.drain();
    await runTask('purge-documents');
    const files = await filesOnDisk();
    expect([...old, recent, active].map((id) => files.includes(id))).toEqual([false, false, true, true]);
    expect(await count('document where id = any($1)', [...old, recent, active])).toBe(2);
    expect(await count('stored_file where state <> $1', 'committed')).toBe(0);
    const documents = `/api/organizations/${one.organizationId}/documents`;
    expect((await one.api.get(`${documents}/${active}/file`)).body).toBe('active');
    expect((await one.api.get(`${documents}/${recent}/file`)).body).toBe('recent');
    expect((await one.api.post(`${documents}/${recent}/restore`)).status).toBe(204);
  });

  it('finishes a purge that stopped between two chunks', async () => {
    const { api, organizationId } = await app.anArchive();
    const rows = await addDocumentRows(app, organizationId, 1_300, { trashed: true });
    await backdateTrash(
      app,
      rows.map(({ id }) => id),
      31,
    );
    const active = await upload(api, organizationId, 'still here');
    // One chunk is committed; the process stops before the next chunk and before the files are removed.
    expect(await app.app.get(PurgeService, { strict: false }).purgeTrashedFor(30)).toBe(500);
    expect(await count(`stored_file where state = 'deleting' and storage_key like $1`, `${organizationId}/%`)).toBe(
      500,
    );
    await runTask('purge-documents');
    expect(await count('document where organization_id = $1', organizationId)).toBe(1);
    expect(await count('stored_file where storage_key like $1', `${organizationId}/%`)).toBe(1);
    expect((await api.get(`/api/organizations/${organizationId}/documents/${active}`)).status).toBe(200);
  });

  it('purges each document once when two purges run at the same time', async () => {
    const { organizationId } = await app.anArchive();
    const rows = await addDocumentRows(app, organizationId, 1_100, { trashed: true });
    await backdateTrash(
      app,
      rows.map(({ id }) => id),
      31,
    );
    const { signal } = new AbortController();
    const [one, two] = await Promise.all([run('purge-documents', signal), run('purge-documents', signal)]);
    const removed = [one, two].map((sentence) => Number(/^\d+/.exec(sentence ?? '')?.[0]));
    expect((removed[0] ?? 0) + (removed[1] ?? 0)).toBe(1_100);
    expect(await count(`event where organization_id = $1 and name = 'document:purged'`, organizationId)).toBe(1_100);
    await app.drain();
  });

  it('keeps a document that is restored while the purge waits for its lock', async () => {
    const { api, organizationId } = await app.anArchive();
    const id = await upload(api, organizationId, 'saved at the last moment', 31);
    const pool = poolOf(app);
    const restoring = await pool.connect();
    await restoring.query('begin');
    await restoring.query('update document set deleted_at = null where id = $1', [id]);
    const purged = app.app.get(PurgeService, { strict: false }).purgeTrashedFor(30);
    const isWaiting = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await untilTrue('a wait for a lock', async () => (await count(isWaiting)) > 0);
    await restoring.query('commit');
    restoring.release();
    expect(await purged).toBe(0);
    expect((await api.get(`/api/organizations/${organizationId}/documents/${id}/file`)).status).toBe(200);
  });

  it('stops the purge when the process shuts down', async () => {
    await expect(run('purge-documents', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the purge of organizations', () => {
  async function anEndedOrganization(
    secondsOverdue: number,
  ): Promise<{ api: ApiClient; organizationId: string; ids: string[] }> {
    const { api, organizationId } = await app.anArchive();
    const ids = [
      await upload(api, organizationId, `active of ${organizationId}`),
      await upload(api, organizationId, `trashed of ${organizationId}`, 1),
    ];
    const tag = await api.post<{ tag: { id: string } }>(`/api/organizations/${organizationId}/tags`, {
      name: 'Tag',
      color: '#aabbcc',
    });
    await api.post(`/api/organizations/${organizationId}/documents/${ids[0] ?? ''}/tags`, { tagId: tag.body.tag.id });
    await api.patch(`/api/organizations/${organizationId}/settings`, { ai: { autoTagging: { maxTags: 3 } } });
    await app.drain();
    await api.delete(`/api/organizations/${organizationId}`);
    await poolOf(app).query(
      'update organization set scheduled_purge_at = now() - make_interval(secs => $2) where id = $1',
      [organizationId, secondsOverdue],
    );
    return { api, organizationId, ids };
  }

  /** Counts the rows of every table that has an organization_id, but those of the audit log, which outlives it. */
  async function rowsOf(organizationId: string): Promise<Record<string, number>> {
    const { rows: tables } = await poolOf(app).query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where column_name = 'organization_id' and table_schema = 'public' and table_name not like 'audit%'`,
    );
    const found: Record<string, number> = {};
    for (const { name } of tables) {
      const rows = await count(`"${name}" where organization_id = $1`, organizationId);
      if (rows > 0) found[name] = rows;
    }
    return found;
  }

  it('purges everything of an organization whose restore period has expired, and keeps the others', async () => {
    const ended = await anEndedOrganization(1);
    const waiting = await anEndedOrganization(-3_600);
    expect(Object.keys(await rowsOf(ended.organizationId))).toEqual(
      expect.arrayContaining(['document', 'event', 'organization_member', 'organization_settings', 'tag']),
    );
    await runTask('purge-organizations');
    expect(await rowsOf(ended.organizationId)).toEqual({});
    expect(await count('organization where id = $1', ended.organizationId)).toBe(0);
    expect(await count('search_segments_text where document_id = any($1)', ended.ids)).toBe(0);
    expect(await count('stored_file where storage_key like $1', `${ended.organizationId}/%`)).toBe(0);
    const files = await filesOnDisk();
    expect([...ended.ids, ...waiting.ids].map((id) => files.includes(id))).toEqual([false, false, true, true]);
    expect(await count('search_segments_text where document_id = any($1)', waiting.ids)).toBe(1);
    expect(await count('organization where id = $1', waiting.organizationId)).toBe(1);
  });

  it('nothing of a purged organization is left in the search index, without waiting for the maintenance', async () => {
    const { organizationId } = await anEndedOrganization(1);
    await addDocumentRows(app, organizationId, 700);
    await runTask('maintain-search');
    await addDocumentRows(app, organizationId, 100);
    const { rows: segments } = await poolOf(app).query<{ id: string }>(
      'select id from search_segments_segment where organization_id = $1',
      [organizationId],
    );
    const ids = segments.map(({ id }) => id);
    const blocks = () => count('search_segments_block where segment_id = any($1::bigint[])', ids);
    expect(await blocks()).toBeGreaterThan(0);
    expect(await rowsOf(organizationId)).toHaveProperty('search_segments_tail');
    await runTask('purge-organizations');
    expect([await rowsOf(organizationId), await blocks()]).toEqual([{}, 0]);
    await runTask('maintain-search');
    expect(await rowsOf(organizationId)).toEqual({});
    expect(await count('search_segments_block where segment_id not in (select id from search_segments_segment)')).toBe(
      0,
    );
  });

  it('a purge of an organization that stopped half-way is finished', async () => {
    const { organizationId } = await anEndedOrganization(1);
    await addDocumentRows(app, organizationId, 700);
    const purge = app.app.get(PurgeService, { strict: false });
    expect(await purge.purgeDeletedOrganization(systemContext(organizationId, 'retention'))).toBe(500);
    await runTask('purge-organizations');
    expect([await rowsOf(organizationId), await count('organization where id = $1', organizationId)]).toEqual([{}, 0]);
    expect(await count('stored_file where storage_key like $1', `${organizationId}/%`)).toBe(0);
  });

  it('never purges documents of an organization that is not deleted', async () => {
    const { api, organizationId } = await app.anArchive();
    const id = await upload(api, organizationId, 'alive and well');
    const purge = app.app.get(PurgeService, { strict: false });
    expect(await purge.purgeDeletedOrganization(systemContext(organizationId, 'retention'))).toBe(0);
    expect((await api.get(`/api/organizations/${organizationId}/documents/${id}`)).status).toBe(200);
  });
});

describe('scheduled tasks', () => {
  const waiting = async (of: TestApp) =>
    (await of.app.get(JobStates).counts()).find(({ name }) => name === 'schedule.run')?.waiting;

  it('scheduled tasks enqueue one job per slot, however many processes request it and even after its completion', async () => {
    await app.drain();
    await Promise.all(Array.from({ length: 10 }, () => ask('purge-documents', 'the same night')));
    expect(await waiting(app)).toBe(1);
    await app.drain();
    await ask('purge-documents', 'the same night');
    expect(await waiting(app)).toBe(0);
    await ask('purge-documents', 'the next night');
    await ask('purge-organizations', 'the next night');
    expect(await waiting(app)).toBe(2);
    await app.drain();
  });

  it('a scheduled task writes its own row only when it runs', async () => {
    const others = async () => {
      const text = `select name, xmin::text from scheduled_task where name <> 'purge-documents' order by name`;
      return (await poolOf(app).query<{ name: string; xmin: string }>(text)).rows;
    };
    const before = await others();
    await run('purge-documents', new AbortController().signal);
    expect(before.length).toBeGreaterThan(3);
    expect(await others()).toEqual(before);
  });

  it('scheduled tasks run once on startup unless switched off', async () => {
    const eager = await startApp();
    const calm = await startApp({
      RUN_SCHEDULED_TASKS_ON_STARTUP_DEFAULT: 'false',
      ORGANIZATIONS_PURGE_EXPIRED_ORGANIZATIONS_RUN_ON_STARTUP: 'true',
    });
    // Two purges, and the expiry of invitations.
    expect([await waiting(eager), await waiting(calm)]).toEqual([3, 1]);
    await Promise.all([eager.close(), calm.close()]);
  });
});
