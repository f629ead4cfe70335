import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Diagnostics, type CheckReport } from '#ground/features';
import { ReindexDocuments } from '#capabilities/search';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { addDocumentRows, poolOf } from '../support/rows.js';

const MEGABYTE = 1_000_000;

describe('diagnostics in a running server', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  const { signal } = new AbortController();

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
  });
  afterAll(() => app.close());

  async function reports(): Promise<CheckReport[]> {
    const found: CheckReport[] = [];
    for await (const report of app.app.get(Diagnostics, { strict: false }).run(signal)) found.push(report);
    return found;
  }

  const countOf = async (searchQuery: string) => {
    const path = `/api/organizations/${organizationId}/documents?searchQuery=${encodeURIComponent(searchQuery)}`;
    return (await api.get<{ documentsCount: number }>(path)).body.documentsCount;
  };

  it('diagnostics run the checks of audit log, backup, counters, document passwords, file types, free space, jobs, mails, plugins, queues, search, storage, tag counts, twin tags, unread documents, verification, webhooks and workers', async () => {
    expect((await reports()).map(({ name, status }) => `${name} ${status}`)).toEqual([
      'audit log ok',
      'backup skipped',
      'counters ok',
      'document passwords ok',
      'file types ok',
      'free space ok',
      'jobs ok',
      'mails warning',
      'plugins ok',
      'queues ok',
      'search ok',
      'storage ok',
      'tag counts ok',
      'twin tags ok',
      'unread documents ok',
      'verification ok',
      'webhooks ok',
      'workers ok',
    ]);
  });

  it('diagnostics report documents that search has lost and stored files that are missing, each with a remedy', async () => {
    await addDocumentRows(app, organizationId, 1, { word: 'unfindable', isIndexed: false });
    const byName = new Map((await reports()).map((report) => [report.name, report]));
    expect(byName.get('search')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('1 of 1 documents looked for are not found'),
      remedy: expect.stringContaining('search reindex'),
    });
    expect(byName.get('storage')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('1 of 1 files looked at are missing'),
      remedy: expect.stringContaining('restore them from a backup'),
    });
  });

  it('diagnostics reindex every active document, even for more and longer documents than one batch holds', async () => {
    await addDocumentRows(app, organizationId, 205, { word: 'reindexed', isIndexed: false });
    const long = await addDocumentRows(app, organizationId, 3, { word: 'reindexed long', isIndexed: false });
    await addDocumentRows(app, organizationId, 2, { word: 'reindexed', trashed: true, isIndexed: false });
    await poolOf(app).query('update document set content = repeat($2, $3) where id = any($1)', [
      long.map(({ id }) => id),
      'marzipan ',
      MEGABYTE, // 9 MB each
    ]);
    expect(await countOf('reindexed')).toBe(0);
    const reindex = app.app.get(ReindexDocuments, { strict: false });
    expect(await reindex.execute(signal)).toBe(209);
    expect(await countOf('name:reindexed')).toBe(208);
    expect(await countOf('content:marzipan')).toBe(3);
  });

  it('diagnostics stop reindexing when they are aborted', async () => {
    const reindex = app.app.get(ReindexDocuments, { strict: false });
    await expect(reindex.execute(AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  });
});
