import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '#ground/database';
import { DocumentContent } from '#archive/documents';
import { makeExtraction } from '#capabilities/extraction';
import { systemContext } from '#ground/kernel';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { addDocumentRows, poolOf } from '../support/rows.js';
import { shortPause } from '../support/until.js';

interface TrashBody {
  documents: { id: string; name: string; content: string; isDeleted: boolean; deletedBy: string | null }[];
  documentsCount: number;
}

describe('the trash', () => {
  let app: TestApp;
  let api: ApiClient;
  let userId: string;
  let organizationId: string;
  let documents: string;
  let nextFile = 0;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  async function anEmptyArchive(): Promise<void> {
    ({ api, userId, organizationId } = await app.anArchive());
    documents = `/api/organizations/${organizationId}/documents`;
  }

  async function upload(name: string, content = `content number ${(nextFile += 1)}`): Promise<string> {
    const { status, body } = await api.upload(organizationId, { name, content });
    expect(status).toBe(200);
    return body.document.id;
  }

  const trash = async (id: string) => expect((await api.delete(`${documents}/${id}`)).status).toBe(204);
  const listTrash = async (query = '') => (await api.get<TrashBody>(`${documents}/deleted${query}`)).body;
  const find = async (query: string) =>
    (await api.get<TrashBody>(`${documents}?searchQuery=${encodeURIComponent(query)}`)).body.documents.map(
      ({ id }) => id,
    );
  const events = async (id: string) =>
    (await api.get<{ activities: { event: string }[] }>(`${documents}/${id}/activity`)).body.activities.map(
      ({ event }) => event,
    );
  const storedFiles = async () =>
    (await readdir(join(app.dataDir, 'documents'), { recursive: true })).filter((name) => name.includes('doc_'));

  /** Waits until another connection waits for the lock that the test holds. */
  async function untilLockWait(): Promise<void> {
    for (let waiting = 0; waiting === 0;) {
      await shortPause();
      const { rows } = await poolOf(app).query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      waiting = rows[0]?.count ?? 0;
    }
  }

  it('lists trashed documents in pages, the latest first', async () => {
    await anEmptyArchive();
    const [first, second, third] = [
      await upload('1.txt'),
      await upload('2.txt'),
      await upload('3.txt', 'a trashed text'),
    ];
    await app.drain();
    for (const id of [first, third, second]) await trash(id);
    const all = await listTrash();
    expect(all.documents.map(({ id }) => id)).toEqual([second, third, first]);
    expect(all.documentsCount).toBe(3);
    expect(all.documents[1]).toMatchObject({ content: 'a trashed text', isDeleted: true, deletedBy: userId });
    const page = await listTrash('?pageIndex=1&pageSize=2');
    expect([page.documents.map(({ id }) => id), page.documentsCount]).toEqual([[first], 3]);
    expect(await listTrash('?pageIndex=9')).toEqual({ documents: [], documentsCount: 3 });
    expect((await api.get(`${documents}/deleted?sortField=constructor`)).status).toBe(400);
    expect((await api.get(`${documents}/deleted?pageSize=101`)).status).toBe(400);
  });

  it('sorts trashed documents, and lists only those with a text in their name', async () => {
    await anEmptyArchive();
    for (const name of ['b_1.txt', 'A 100%.txt', 'ä 200%.txt', 'c.txt']) await trash(await upload(name));
    const names = async (query: string) => {
      const { documents: shown, documentsCount } = await listTrash(query);
      return [documentsCount, ...shown.map(({ name }) => name)];
    };
    expect(await names('?sortField=name&sortOrder=asc')).toEqual([4, 'A 100%.txt', 'ä 200%.txt', 'b_1.txt', 'c.txt']);
    expect(await names('?sortField=deletedAt&sortOrder=asc&pageSize=1')).toEqual([4, 'b_1.txt']);
    expect(await names(`?name=${encodeURIComponent('00%')}`)).toEqual([2, 'ä 200%.txt', 'A 100%.txt']);
    expect(await names('?name=B_1&sortField=size')).toEqual([1, 'b_1.txt']);
    expect(await names('?name=_&sortField=createdAt&pageIndex=1')).toEqual([1]);
    expect((await api.get(`${documents}/deleted?name=${'x'.repeat(256)}`)).status).toBe(400);
  });

  it('deletes several documents permanently and leaves alone those that are not in the trash', async () => {
    await anEmptyArchive();
    const [gone, active] = [await upload('gone.txt'), await upload('active.txt')];
    await app.drain();
    await trash(gone);
    const other = await app.anArchive();
    const [foreign] = await addDocumentRows(app, other.organizationId, 1, { trashed: true });
    expect(await api.post(`${documents}/trash/purge`, { documentIds: [gone, foreign?.id] })).toMatchObject({
      status: 400,
      body: { error: { code: 'documents.batch.documents_not_from_organization' } },
    });
    expect((await listTrash()).documentsCount).toBe(1);
    const { status, body } = await api.post(`${documents}/trash/purge`, { documentIds: [gone, active, gone] });
    expect([status, body]).toEqual([200, { purgedDocumentIds: [gone], purgedCount: 1 }]);
    await app.drain();
    expect((await storedFiles()).join()).not.toContain(gone);
    expect((await api.get(`${documents}/${gone}`)).status).toBe(404);
    expect((await api.get(`${documents}/${active}`)).status).toBe(200);
    expect((await api.post(`${documents}/trash/purge`, { documentIds: [active] })).body).toMatchObject({
      purgedCount: 0,
    });
    expect((await api.post(`${documents}/trash/purge`, { documentIds: [] })).status).toBe(400);
  });

  it('the trash list omits content once the response would become too long', async () => {
    await anEmptyArchive();
    const ids = [await upload('old.txt'), await upload('book.txt'), await upload('new.txt', 'a short text')];
    await app.drain();
    await poolOf(app).query(`update document set content = repeat('long ', 1700000) where id = $1`, [ids[1]]);
    for (const id of ids) await trash(id);
    const texts = (await listTrash()).documents.map((document) => [document.name, document.content]);
    expect(texts).toEqual([
      ['new.txt', 'a short text'],
      ['book.txt', undefined],
      ['old.txt', undefined],
    ]);
  });

  it('restores a document unchanged and finds it in search at once', async () => {
    await anEmptyArchive();
    const id = await upload('letter.txt', 'about marzipan');
    await app.drain();
    const { body: tag } = await api.post<{ tag: { id: string } }>(`/api/organizations/${organizationId}/tags`, {
      name: 'Sweets',
      color: '#aabbcc',
    });
    await api.post(`${documents}/${id}/tags`, { tagId: tag.tag.id });
    await trash(id);
    expect([await find('marzipan'), await find('tag:sweets'), await find('letter')]).toEqual([[], [], []]);
    expect((await api.post(`${documents}/${id}/restore`)).status).toBe(204);
    expect([await find('marzipan'), await find('tag:sweets'), await find('letter')]).toEqual([[id], [id], [id]]);
    expect((await api.get(`${documents}/${id}`)).body).toMatchObject({
      document: { name: 'letter.txt', isDeleted: false, deletedAt: null, deletedBy: null, tags: [{ name: 'Sweets' }] },
    });
    expect((await events(id)).slice(0, 2)).toEqual(['restored', 'deleted']);
    expect(await listTrash()).toEqual({ documents: [], documentsCount: 0 });
    expect(await api.post(`${documents}/${id}/restore`)).toMatchObject({
      status: 400,
      body: { error: { code: 'document.not_deleted' } },
    });
    expect(await api.post(`${documents}/doc_000000000000000000000000/restore`)).toMatchObject({
      status: 404,
      body: { error: { code: 'document.not_found' } },
    });
  });

  it('deletes a document permanently with its row, file and activity, and stores the same file as a new document', async () => {
    await anEmptyArchive();
    const id = await upload('gone.txt', 'gone permanently');
    await app.drain();
    expect(await api.delete(`${documents}/trash/${id}`)).toMatchObject({
      status: 400,
      body: { error: { code: 'document.not_deleted' } },
    });
    await trash(id);
    expect((await storedFiles()).join()).toContain(id);
    expect((await api.delete(`${documents}/trash/${id}`)).status).toBe(204);
    await app.drain();
    expect((await storedFiles()).join()).not.toContain(id);
    for (const path of [`${documents}/${id}`, `${documents}/${id}/file`, `${documents}/${id}/activity`]) {
      expect(await api.get(path)).toMatchObject({ status: 404, body: { error: { code: 'document.not_found' } } });
    }
    expect((await api.delete(`${documents}/trash/${id}`)).status).toBe(404);
    expect(await upload('again.txt', 'gone permanently')).not.toBe(id);
  });

  it('empties the trash without touching active documents or other organizations', async () => {
    await anEmptyArchive();
    const other = await app.anArchive('Another archive');
    const foreign = (await other.api.upload(other.organizationId, { name: 'theirs.txt', content: 'theirs' })).body;
    await other.api.delete(`/api/organizations/${other.organizationId}/documents/${foreign.document.id}`);
    const kept = await upload('kept.txt');
    const thrown = [await upload('a.txt'), await upload('b.txt')];
    for (const id of thrown) await trash(id);
    expect((await api.delete(`${documents}/trash`)).status).toBe(204);
    expect((await listTrash()).documentsCount).toBe(0);
    await app.drain();
    const files = (await storedFiles()).join();
    expect([kept, foreign.document.id, ...thrown].map((id) => files.includes(id))).toEqual([true, true, false, false]);
    expect((await api.get(`${documents}/${kept}`)).status).toBe(200);
    const theirs = `/api/organizations/${other.organizationId}/documents/deleted`;
    expect((await other.api.get<TrashBody>(theirs)).body.documentsCount).toBe(1);
    expect((await api.delete(`${documents}/trash`)).status).toBe(204);
  });

  it('empties a large trash after the response, and only of the documents it held at the request', async () => {
    await anEmptyArchive();
    await addDocumentRows(app, organizationId, 1_200, { trashed: true });
    const active = await upload('later.txt');
    expect((await api.delete(`${documents}/trash`)).status).toBe(204);
    expect((await listTrash()).documentsCount).toBeGreaterThan(0);
    await trash(active);
    await app.drain();
    expect((await listTrash()).documents.map(({ id }) => id)).toEqual([active]);
    const { rows } = await poolOf(app).query('select from stored_file where storage_key like $1', [
      `${organizationId}/%`,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('counts trashed documents separately in the statistics', async () => {
    await anEmptyArchive();
    const statistics = async () => (await api.get(`${documents}/statistics`)).body;
    const zero = { documentsCount: 0, documentsSize: 0, deletedDocumentsCount: 0, deletedDocumentsSize: 0 };
    expect(await statistics()).toEqual({
      organizationStats: { ...zero, totalDocumentsCount: 0, totalDocumentsSize: 0 },
    });
    await upload('seven.txt', '7 bytes');
    await trash(await upload('three.txt', '3 b'));
    expect(await statistics()).toEqual({
      organizationStats: {
        documentsCount: 1,
        documentsSize: 7,
        deletedDocumentsCount: 1,
        deletedDocumentsSize: 3,
        totalDocumentsCount: 2,
        totalDocumentsSize: 10,
      },
    });
  });

  it('requires documents:delete to restore, purge, empty the trash or trash in batches', async () => {
    await anEmptyArchive();
    const id = await upload('mine.txt');
    await trash(id);
    const { api: reader, userId: readerId } = await app.aUser({ permissions: ['documents:read', 'documents:update'] });
    await poolOf(app).query(
      `insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
       values ('org_mem_' || substr(md5(random()::text), 1, 24), now(), now(), $1, $2, 'member')`,
      [organizationId, readerId],
    );
    expect((await reader.get(`${documents}/deleted`)).status).toBe(200);
    for (const [method, path] of [
      ['POST', `${documents}/${id}/restore`],
      ['DELETE', `${documents}/trash/${id}`],
      ['DELETE', `${documents}/trash`],
      ['POST', `${documents}/batch/trash`],
    ] as const) {
      const answer = await reader.send<{ error: { code: string; message: string } }>(method, path, undefined);
      expect([answer.status, answer.body.error.code]).toEqual([403, 'auth.forbidden']);
      expect(answer.body.error.message).toContain('documents:delete');
    }
  });

  it('removes a document from search when it is trashed while its text is being saved', async () => {
    await anEmptyArchive();
    const id = await upload('race.txt');
    await app.drain();
    const pool = poolOf(app);
    const other = await pool.connect();
    await other.query('begin');
    await other.query('update document set deleted_at = now() where id = $1', [id]);
    await other.query('delete from search_segments_text where document_id = $1', [id]);
    await other.query('delete from search_segments_tail where document_id = $1', [id]);
    const text = 'read too late';
    const saved = app.app.get(UnitOfWork).run((tx) =>
      app.app.get(DocumentContent, { strict: false }).save(tx, systemContext(organizationId, 'extraction'), [
        {
          documentId: id,
          extraction: makeExtraction('text', { text, provider: 'test' }),
          prepared: { content: text, isWhole: true },
          replace: true,
        },
      ]),
    );
    await untilLockWait();
    await other.query('commit');
    other.release();
    expect(await saved).toEqual(new Set([id]));
    expect(await find('late')).toEqual([]);
    expect((await pool.query('select from search_segments_text where document_id = $1', [id])).rows).toEqual([]);
    expect((await api.post(`${documents}/${id}/restore`)).status).toBe(204);
    expect(await find('late')).toEqual([id]);
  });

  it('a document is either restored or purged when both are requested at once', async () => {
    await anEmptyArchive();
    for (let round = 0; round < 5; round += 1) {
      const id = await upload(`round${round}.txt`);
      await app.drain();
      await trash(id);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          index % 2 === 0 ? api.delete(`${documents}/trash/${id}`) : api.post(`${documents}/${id}/restore`),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 204)).toHaveLength(1);
      expect(statuses.every((status) => [204, 400, 404].includes(status))).toBe(true);
      await app.drain();
      const isRestored = statuses.indexOf(204) % 2 === 1;
      expect((await api.get(`${documents}/${id}/file`)).status).toBe(isRestored ? 200 : 404);
      expect((await storedFiles()).join().includes(id)).toBe(isRestored);
      expect(await find(`round${round}`)).toEqual(isRestored ? [id] : []);
    }
  });

  it('a file is stored as a new document when its trashed document is purged during the upload', async () => {
    await anEmptyArchive();
    const id = await upload('old.txt', 'the same bytes');
    await app.drain();
    await trash(id);
    const purge = await poolOf(app).connect();
    await purge.query('begin');
    await purge.query('delete from document where id = $1', [id]);
    const uploaded = api.upload(organizationId, { name: 'new.txt', content: 'the same bytes' });
    await untilLockWait();
    await purge.query('commit');
    purge.release();
    const { status, body } = await uploaded;
    expect([status, body.document.name, body.document.id === id]).toEqual([200, 'new.txt', false]);
    expect((await api.get(`${documents}/${body.document.id}/file`)).body).toBe('the same bytes');
  });

  it('keeps search consistent when fifty requests trash and restore one document at once', async () => {
    await anEmptyArchive();
    const id = await upload('wanted.txt', 'tug of war');
    await app.drain();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? api.delete(`${documents}/${id}`) : api.post(`${documents}/${id}/restore`),
      ),
    );
    expect(answers.every(({ status }) => status === 204 || status === 400)).toBe(true);
    const { body } = await api.get<{ document: { isDeleted: boolean } }>(`${documents}/${id}`);
    expect(await find('tug')).toEqual(body.document.isDeleted ? [] : [id]);
    expect((await listTrash()).documentsCount).toBe(body.document.isDeleted ? 1 : 0);
    const log = (await events(id)).filter((event) => event === 'deleted' || event === 'restored').reverse();
    expect(log).toEqual(log.map((_, index) => (index % 2 === 0 ? 'deleted' : 'restored')));
    expect(log.at(-1)).toBe(body.document.isDeleted ? 'deleted' : 'restored');
  });
});
