import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FileStore } from '#capabilities/storage';
import type { ApiClient } from '../../../../../test/support/api-client.js';
import { startApp, type TestApp } from '../../../../../test/support/app.js';
import { poolOf } from '../../../../../test/support/rows.js';

interface Saved {
  content: string;
  type: string;
  status: string;
  outcome: string | null;
  provider: string | null;
  reason: string | null;
  pages: number;
  preview: string | null;
}

describe('ProcessDocuments with short texts', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;

  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
  });
  afterEach(() => app.drain());
  afterAll(() => app.close());

  const upload = async (name: string, content: string | Uint8Array, type = 'text/plain'): Promise<string> => {
    const { status, body } = await api.upload(organizationId, { name, content, type });
    expect(status).toBe(200);
    return body.document.id;
  };
  const saved = async (): Promise<Record<string, Saved>> => {
    const { rows } = await poolOf(app).query<Saved & { name: string }>(
      `select name, content, mime_type as type, extraction_status as status, extraction_outcome as outcome,
         extraction_provider as provider, extraction_reason as reason,
         (select count(*)::int from document_page p where p.document_id = d.id) as pages,
         (select w.status from document_preview w where w.document_id = d.id) as preview
       from document d where organization_id = $1 order by name`,
      [organizationId],
    );
    return Object.fromEntries(rows.map(({ name, ...row }) => [name, row]));
  };
  /** Of the jobs that read documents of the organization, by how they were made. */
  const jobs = async (): Promise<{ isShortText: boolean; state: string; attempts: number }[]> => {
    const { rows } = await poolOf(app).query<{ isShortText: boolean; state: string; attempts: number }>(
      `select coalesce((data ->> 'isShortText')::boolean, false) as "isShortText", state::text,
         retry_count + 1 as attempts
       from job.job where name = 'document.process' and data ->> 'organizationId' = $1 order by 1, 2`,
      [organizationId],
    );
    return rows;
  };
  const eventsOf = async (documentId: string): Promise<string[]> => {
    const { rows } = await poolOf(app).query<{ name: string }>(
      `select name from event where organization_id = $1 and payload ->> 'documentId' = $2 order by position`,
      [organizationId, documentId],
    );
    return rows.map(({ name }) => name);
  };
  const found = async (word: string): Promise<number> =>
    (await api.get<{ documentsCount: number }>(`/api/organizations/${organizationId}/documents?searchQuery=${word}`))
      .body.documentsCount;

  it('saves texts that wait together, with one event each, and makes them findable', async () => {
    const ids = [];
    for (const word of ['amber', 'birch', 'cedar']) ids.push(await upload(`${word}.txt`, `a text about ${word}`));
    await app.drain();
    for (const word of ['amber', 'birch', 'cedar']) expect(await found(word)).toBe(1);
    for (const id of ids)
      expect(await eventsOf(id)).toEqual(['document:created', 'document:updated', 'document:content:extracted']);
    expect(await jobs()).toEqual(ids.map(() => ({ isShortText: true, state: 'completed', attempts: 1 })));
    const { rows } = await poolOf(app).query<{ transactions: number }>(
      `select count(distinct d.xmin::text)::int as transactions from document d where organization_id = $1`,
      [organizationId],
    );
    expect(rows).toEqual([{ transactions: 1 }]);
  });

  it('reads short texts in the same way as the sandbox', async () => {
    await upload('plain.txt', 'Grüße, 日本語 🎉 e\u0301 \r\n\tsecond line\f after a feed  \n\n');
    await upload('marked.txt', '\ufeffmarked');
    await upload('rows.csv', 'name;value\n"a";1\n', 'text/csv');
    await upload('data.json', '{"name": "value"}', 'application/json');
    await upload('notes.md', '# Title\n\n- one', 'text/markdown');
    await upload('unknown.log', 'a line of a log', 'application/octet-stream');
    await upload('blank.txt', ' \n\t\n');
    await upload('latin.txt', Buffer.from('Die Straße ist für Fußgänger gesperrt', 'latin1'));
    await upload('wide.txt', Buffer.from('\ufeffwide text', 'utf16le'));
    await upload('page.html', '<p>one<script>two</script>', 'text/html');
    await upload('binary.txt', Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 65, 66]));
    await app.drain();
    const short = await saved();
    expect(Object.values(short).map(({ status }) => status)).toEqual(Array(11).fill('completed'));
    expect(short['plain.txt']?.content).toContain('日本語');
    await poolOf(app).query(
      `update document set content = '', extraction_outcome = null, extraction_provider = null where organization_id = $1`,
      [organizationId],
    );
    await poolOf(app).query(
      `update job.job set state = 'created', completed_on = null, data = data - 'isShortText'
       where name = 'document.process' and data ->> 'organizationId' = $1`,
      [organizationId],
    );
    await app.drain();
    expect(await saved()).toEqual(short);
  });

  it('gives files that need the sandbox a job of their own', async () => {
    await upload('plain.txt', 'plain words');
    await upload('page.html', '<p>words of a page', 'text/html');
    await app.drain();
    expect(await jobs()).toEqual([
      { isShortText: false, state: 'completed', attempts: 1 },
      { isShortText: true, state: 'completed', attempts: 1 },
      { isShortText: true, state: 'completed', attempts: 1 },
    ]);
    expect((await saved())['page.html']?.content).toBe('words of a page');
  });

  it('saves the other texts when the database refuses one of them', async () => {
    const bad = await upload('bad.txt', 'the bad one');
    const good = await upload('good.txt', 'the good one');
    const pool = poolOf(app);
    await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`);
    await pool.query(
      `create trigger refuse before update on document for each row
       when (new.id = '${bad}' and new.content <> '') execute function refuse()`,
    );
    try {
      await app.drain();
    } finally {
      await pool.query('drop trigger refuse on document');
      await pool.query('drop function refuse');
    }
    expect(await saved()).toMatchObject({
      'bad.txt': { content: '', status: 'running' },
      'good.txt': { content: 'the good one', status: 'completed', outcome: 'text' },
    });
    expect(await eventsOf(good)).toEqual(['document:created', 'document:updated', 'document:content:extracted']);
  });

  it('reads the other texts when the file of one is missing, and reports that one', async () => {
    const lost = await upload('lost.txt', 'the lost one');
    await upload('kept.txt', 'the kept one');
    const key = `${organizationId}/originals/${lost}.txt`;
    await app.app.get(FileStore, { strict: false }).readNew(key); // its bytes are kept for one reading
    await rm(join(app.dataDir, 'documents', key));
    await app.drain();
    expect(await saved()).toMatchObject({
      'kept.txt': { content: 'the kept one', outcome: 'text' },
      'lost.txt': { status: 'completed', outcome: 'failed' },
    });
  });

  it('skips a document that was purged before it was read', async () => {
    const gone = await upload('gone.txt', 'the gone one');
    await upload('there.txt', 'the one that is there');
    await poolOf(app).query('delete from document where id = $1', [gone]);
    await app.drain();
    expect(Object.keys(await saved())).toEqual(['there.txt']);
    expect((await jobs()).map(({ state }) => state)).toEqual(['completed', 'completed']);
  });

  it('applies the tagging rules to each of the texts', async () => {
    const { body } = await api.post<{ tag: { id: string } }>(`/api/organizations/${organizationId}/tags`, {
      name: 'Invoice',
      color: '#00ff00',
    });
    await api.post(`/api/organizations/${organizationId}/tagging-rules`, {
      name: 'Invoices',
      conditions: [{ field: 'content', operator: 'contains', value: 'invoice' }],
      tagIds: [body.tag.id],
    });
    await upload('one.txt', 'an invoice');
    await upload('two.txt', 'a letter');
    await upload('three.txt', 'another invoice');
    await app.drain();
    const { rows } = await poolOf(app).query<{ name: string }>(
      `select d.name from document d join document_tag t on t.document_id = d.id where organization_id = $1 order by 1`,
      [organizationId],
    );
    expect(rows.map(({ name }) => name)).toEqual(['one.txt', 'three.txt']);
  });
});
