import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Diagnostics } from '#ground/features';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { runCli } from '../support/run-cli.js';

const PLUGIN = new URL('../../plugins/extraction-plain-text/package.json', import.meta.url);
const { version: presentVersion } = JSON.parse(await readFile(PLUGIN, 'utf8')) as { version: string };

describe('documents that installed plugins may read better', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await query('delete from document');
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });

  const query = (sql: string, values: unknown[] = []) => poolOf(app).query(sql, values);
  const aDocument = async (name: string, content: string | Uint8Array): Promise<string> => {
    const { body } = await api.upload(organizationId, { name, content });
    await app.drain();
    return body.document.id;
  };
  /** Makes the next reading visible. */
  const typeIn = (id: string) => api.patch(`${base}/documents/${id}`, { content: 'typed' });
  const contentOf = async (id: string) =>
    (await api.get<{ document: { content: string } }>(`${base}/documents/${id}`)).body.document.content;
  const unread = (id: string, readers?: string) =>
    query(
      `update document set extraction_outcome = 'unsupported', extraction_provider = null,
         extraction_steps = case when $2::text is null then null
           else jsonb_build_object('unread', jsonb_build_object('type', mime_type, 'readers', $2::text)) end
       where id = $1`,
      [id, readers],
    );
  const readBy = (id: string, engine: string) =>
    query(
      `update document set extraction_steps = jsonb_build_object('text', jsonb_build_object('engine', $2::text)) where id = $1`,
      [id, engine],
    );
  const reprocess = async (body: object) => {
    const { status } = await api.post(`${base}/documents/batch/reprocess`, body);
    await app.drain();
    return status;
  };
  const check = async () => {
    for await (const report of app.app.get(Diagnostics, { strict: false }).run(new AbortController().signal))
      if (report.name === 'unread documents') return report;
    throw new Error('there is no such check');
  };

  it('documents read by another version of their plugin are read again on request, and others are not', async () => {
    const [old, current, foreign] = [
      await aDocument('old.txt', 'old'),
      await aDocument('current.txt', 'current'),
      await aDocument('foreign.txt', 'foreign'),
    ];
    await readBy(old, 'extraction-plain-text 0.9.0 (a model)');
    await readBy(foreign, 'removed-plugin 1.0.0');
    await query(`update document set extraction_provider = 'removed-plugin' where id = $1`, [foreign]);
    for (const id of [old, current, foreign]) await typeIn(id);
    expect(await reprocess({ filter: { query: '' }, onlyOutdated: true })).toBe(202);
    expect([await contentOf(old), await contentOf(current), await contentOf(foreign)]).toEqual([
      'old',
      'typed',
      'typed',
    ]);
    await typeIn(old);
    await reprocess({ filter: { query: '' }, onlyOutdated: true });
    expect(await contentOf(old)).toBe('typed');
    expect(await reprocess({ filter: { query: '' }, onlyOutdated: 'yes' })).toBe(400);
  });

  it('doctor names documents that nothing could read, until a command has had them read again', async () => {
    const noPlugin = await aDocument('later.txt', 'a plugin came later');
    const version = await aDocument('version.txt', 'another version came');
    const tried = await aDocument('tried.txt', 'tried with this version');
    const strange = await aDocument(
      'strange.xyz',
      Uint8Array.from({ length: 300 }, (_, at) => (at * 7) % 256),
    );
    await unread(noPlugin);
    await unread(version, 'extraction-plain-text 0.9.0');
    await unread(tried, `extraction-plain-text ${presentVersion}`);
    expect(await check()).toMatchObject({
      status: 'warning',
      message: '2 documents without text may be read by plugins that are newer',
      remedy: expect.stringContaining('documents reprocess --outdated --outcome') as unknown,
    });
    for (const id of [noPlugin, version, tried]) await typeIn(id);
    const settings = { NODE_ENV: 'test', DATA_DIR: app.dataDir, DATABASE_URL: app.installation.databaseUrl };
    const command = (...words: string[]) => runCli(['documents', 'reprocess', ...words], settings);
    const words = ['--outdated', '--outcome', 'unsupported,failed'];
    expect(await command(...words, '--dry-run')).toMatchObject({ output: `2 documents of ${organizationId}\n` });
    expect(await command(...words)).toMatchObject({ code: 0 });
    await app.drain();
    expect(await contentOf(noPlugin)).toBe('a plugin came later');
    expect(await contentOf(version)).toBe('another version came');
    expect(await contentOf(tried)).toBe('typed');
    expect(await contentOf(strange)).toBe('');
    expect(await check()).toMatchObject({ status: 'ok' });
  });

  it('doctor does not name documents again that the newer plugin cannot read either', async () => {
    const id = await aDocument('broken.docx', Buffer.from('PK\u0003\u0004 and no more of it than this'));
    const { rows } = await query(
      'select extraction_outcome as outcome, extraction_steps as steps from document where id = $1',
      [id],
    );
    const { outcome } = rows[0] as { outcome: string };
    expect(outcome).not.toBe('text');
    expect(await check()).toMatchObject({ status: 'ok' });
    await query(`update document set extraction_steps = null where id = $1`, [id]);
    expect(await check()).toMatchObject({ status: 'warning' });
    await reprocess({ filter: { query: '' }, onlyOutdated: true });
    expect(await check()).toMatchObject({ status: 'ok' });
  });

  it('a command can have all documents read again, but only on request', async () => {
    const id = await aDocument('any.txt', 'any');
    await typeIn(id);
    const settings = { NODE_ENV: 'test', DATA_DIR: app.dataDir, DATABASE_URL: app.installation.databaseUrl };
    const command = (...words: string[]) => runCli(['documents', 'reprocess', ...words], settings);
    expect(await command()).toMatchObject({ code: 1, errors: expect.stringContaining('add --all') as unknown });
    expect(await command('--all')).toMatchObject({ code: 0 });
    await app.drain();
    expect(await contentOf(id)).toBe('any');
  });
});
