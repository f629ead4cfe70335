import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CountDocumentsOfViews } from '#archive/finding';
import { DocumentsService } from '#archive/documents';
import { systemContext } from '#ground/kernel';
import { SearchUnavailable } from '#capabilities/search';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { addMember } from '../authorization/archive.js';

interface View {
  id: string;
  name: string;
  query: string;
  parentId: string | null;
  position: number;
  isShared: boolean;
}
interface ViewBody {
  documentView: View;
}
interface ErrorBody {
  error: { code: string; details?: { path: string | null }[] };
}

describe('saved views', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let views: string;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    views = `/api/organizations/${organizationId}/document-views`;
  });

  const create = async (name: string, fields: object = {}): Promise<View> =>
    (await api.post<ViewBody>(views, { name, query: 'tag:bill', ...fields })).body.documentView;
  const countsNow = async (): Promise<Record<string, number | null>> =>
    (await api.get<{ counts: Record<string, number | null> }>(`${views}/counts`)).body.counts;

  it('a saved view has the form of the contract, with empty values for additions that were not sent', async () => {
    const { status, body } = await api.post<ViewBody>(views, {
      name: '  Bills ',
      query: ' tag:bill ( ',
      description: ' x ',
    });
    expect(status).toBe(200);
    expect(body.documentView).toEqual({
      id: expect.stringMatching(/^dv_[a-z0-9]{24}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      organizationId,
      createdBy: expect.stringMatching(/^usr_/),
      name: 'Bills',
      query: ' tag:bill ( ',
      description: 'x',
      parentId: null,
      position: 0,
      isPinned: false,
      isShared: true,
      sortField: null,
      sortOrder: null,
      columns: null,
      layout: null,
    });
    const { id } = body.documentView;
    expect((await api.get(`${views}/${id}`)).body).toEqual(body);
    expect((await api.get(views)).body).toEqual({ documentViews: [body.documentView] });
    expect(await api.delete(`${views}/${id}`)).toMatchObject({ status: 204 });
    expect(await api.delete(`${views}/${id}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'document_views.not_found' } },
    });
  });

  it('saved views are listed newest first', async () => {
    for (const name of ['Old', 'Middle', 'New']) await create(name);
    const { body } = await api.get<{ documentViews: View[] }>(views);
    expect(body.documentViews.map(({ name }) => name)).toEqual(['New', 'Middle', 'Old']);
  });

  it('a view keeps its place, sort and columns when a client of the contract changes name and query', async () => {
    const parent = await create('Parent');
    const fields = { parentId: parent.id, isPinned: true, sortField: 'name', sortOrder: 'asc', columns: ['name'] };
    const view = await create('Bills', { ...fields, layout: 'cards', description: 'To pay' });
    const { status, body } = await api.put(`${views}/${view.id}`, { name: 'Invoices', query: 'tag:invoice' });
    expect(status).toBe(200);
    expect(body).toEqual({
      documentView: { ...view, name: 'Invoices', query: 'tag:invoice', updatedAt: expect.any(String) },
    });
  });

  it('a view with a taken name is rejected with 400, as in the contract', async () => {
    await create('Bills');
    const letters = await create('Letters');
    const refused = { status: 400, body: { error: { code: 'document_views.already_exists' } } };
    expect(await api.post(views, { name: 'Bills', query: '' })).toMatchObject(refused);
    expect(await api.put(`${views}/${letters.id}`, { name: 'Bills', query: '' })).toMatchObject(refused);
    expect(await api.post(views, { name: 'BILLS', query: '' })).toMatchObject({ status: 200 });
  });

  it.each<[string, object, string]>([
    ['a name of spaces', { name: '   ' }, 'name'],
    ['a name of 256 letters', { name: 'x'.repeat(256) }, 'name'],
    ['a query of 1025 letters', { query: 'x'.repeat(1025) }, 'query'],
    ['no query', { query: undefined }, 'query'],
    ['null as description', { description: null }, 'description'],
    ['a description of 257 letters', { description: 'x'.repeat(257) }, 'description'],
    ['a key that does not exist', { icon: 'x' }, 'icon'],
    ['a parent of another kind', { parentId: 'tag_0mc5t1k8a0q7w2e9r4t6y1u3' }, 'parentId'],
    ['a negative position', { position: -1 }, 'position'],
    ['an unknown sort field', { sortField: 'weight' }, 'sortField'],
    ['51 columns', { columns: Array.from({ length: 51 }, () => 'x') }, 'columns'],
    ['a column that is not a text', { columns: [1] }, 'columns'],
    ['an unknown layout', { layout: 'constructor' }, 'layout'],
    ['a text as isShared', { isShared: 'true' }, 'isShared'],
  ])('a view is rejected with %s', async (_, change, path) => {
    const { status, body } = await api.post<ErrorBody>(views, { name: 'Fine', query: 'x', ...change });
    expect([status, body.error.code, body.error.details?.[0]?.path]).toEqual([
      400,
      'server.invalid_request.body',
      path,
    ]);
  });

  it('a view is changed only in the revision that If-Match names', async () => {
    const { id } = await create('Bills');
    const etag = (await api.get(`${views}/${id}`)).headers.get('etag') ?? '';
    const change = { name: 'First', query: '' };
    expect(await api.send('PUT', `${views}/${id}`, change, { 'if-match': etag })).toMatchObject({ status: 200 });
    const late = await api.send('PUT', `${views}/${id}`, { ...change, name: 'Second' }, { 'if-match': etag });
    expect(late).toMatchObject({ status: 412, body: { error: { code: 'server.precondition_failed' } } });
  });

  it('a view is created once when the request is repeated with its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { name: 'Bills', query: 'tag:bill' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.post<ViewBody>(views, body, headers)));
    expect(new Set(answers.map(({ status, body: { documentView } }) => `${status} ${documentView.id}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  it('a view does not accept a parent of another organization, and does not reveal that it exists', async () => {
    const other = await app.anArchive('Elsewhere');
    const elsewhere = `/api/organizations/${other.organizationId}/document-views`;
    const foreign = await other.api.post<ViewBody>(elsewhere, { name: 'Foreign', query: '' });
    const refusals = await Promise.all(
      [foreign.body.documentView.id, 'dv_0mc5t1k8a0q7w2e9r4t6y1u3'].map((parentId) =>
        api.post<ErrorBody>(views, { name: 'Below', query: '', parentId }),
      ),
    );
    expect(refusals.map(({ status, body }) => [status, body.error.code])).toEqual([
      [400, 'document_views.parent_not_found'],
      [400, 'document_views.parent_not_found'],
    ]);
    expect(refusals[0]?.body.error).toEqual(refusals[1]?.body.error);
  });

  it('views are seen by other members unless they are private, in lists, counts and events', async () => {
    const colleague = await app.aUser();
    await addMember(app, organizationId, { userId: colleague.userId, role: 'member' });
    const shared = await create('Shared');
    const secret = await create('Secret', { isShared: false });
    const seen = await colleague.api.get<{ documentViews: View[] }>(views);
    expect(seen.body.documentViews.map(({ name }) => name)).toEqual(['Shared']);
    const counts = await colleague.api.get<{ counts: object }>(`${views}/counts`);
    expect(Object.keys(counts.body.counts)).toEqual([shared.id]);
    const events = await colleague.api.get(`/api/organizations/${organizationId}/events`);
    expect(JSON.stringify(events.body)).toContain(shared.id);
    expect(JSON.stringify(events.body)).not.toContain(secret.id);
    const there = `${views}/${secret.id}`;
    for (const refused of [
      await colleague.api.get(there),
      await colleague.api.put(there, { name: 'Found', query: '' }),
      await colleague.api.delete(there),
    ])
      expect(refused).toMatchObject({ status: 404, body: { error: { code: 'document_views.not_found' } } });
    expect(await colleague.api.put(`${views}/${shared.id}`, { name: 'Ours', query: '' })).toMatchObject({
      status: 200,
    });
  });

  it('a view counts the active documents that its query finds', async () => {
    for (const [name, content] of [
      ['one.txt', 'first invoice'],
      ['two.txt', 'second invoice'],
      ['three.txt', 'a letter'],
    ] as const)
      await api.upload(organizationId, { name, content });
    await app.drain();
    const [all, invoices, none, odd] = [
      await create('All', { query: ' ' }),
      await create('Invoices', { query: 'invoice' }),
      await create('None', { query: 'tag:unknown' }),
      await create('Odd', { query: ') ( OR' }),
    ];
    await create('Same as invoices', { query: 'invoice' });
    const counts = await countsNow();
    expect([all, invoices, none].map(({ id }) => counts[id])).toEqual([3, 2, 0]);
    const { body } = await api.get<{ documentsCount: number }>(
      `/api/organizations/${organizationId}/documents?searchQuery=${encodeURIComponent(odd.query)}`,
    );
    expect(counts[odd.id]).toBe(body.documentsCount);
    expect(Object.keys(counts)).toHaveLength(5);
  });
});

describe('counts of saved views', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  /** Counts with a search that each query controls; `running` is how many run at most at a time. */
  async function countsWith(
    queries: readonly string[],
    count: (query: string, signal: AbortSignal) => Promise<number>,
    limits: { perViewMs: number; totalMs: number },
  ): Promise<{ byQuery: Map<string, number | null>; searched: string[]; running: number }> {
    const { api, organizationId } = await app.anArchive();
    const views = `/api/organizations/${organizationId}/document-views`;
    const names = new Map<string, string>();
    for (const [index, query] of queries.entries()) {
      const { body } = await api.post<ViewBody>(views, { name: `view ${index}`, query });
      names.set(body.documentView.id, query);
    }
    const searched: string[] = [];
    let [now, most] = [0, 0];
    const documents = app.app.get(DocumentsService, { strict: false });
    const real = documents.count.bind(documents);
    documents.count = async (_, query, signal) => {
      searched.push(query);
      most = Math.max(most, (now += 1));
      return count(query, signal).finally(() => (now -= 1));
    };
    try {
      const counts = await app.app
        .get(CountDocumentsOfViews, { strict: false })
        .execute(systemContext(organizationId, 'command'), new AbortController().signal, limits);
      const byQuery = new Map([...counts].map(([id, found]) => [names.get(id) ?? id, found]));
      return { byQuery, searched, running: most };
    } finally {
      documents.count = real;
    }
  }

  /** Ends when it is aborted. */
  const endless = (signal: AbortSignal): Promise<number> =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));

  it('counts search each query once, two at a time', async () => {
    const queries = ['a', 'b', 'c', 'a', ' b ', 'd', 'e'];
    const { byQuery, searched, running } = await countsWith(
      queries,
      async (query) => {
        await new Promise((resolve) => setImmediate(resolve));
        return query.charCodeAt(0);
      },
      { perViewMs: 60_000, totalMs: 60_000 },
    );
    expect(searched.sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(running).toBe(2);
    expect(byQuery.get(' b ')).toBe(98);
  });

  it('the count is null for a query that is slow or refused, and right for the others', async () => {
    const { byQuery } = await countsWith(
      ['slow', 'busy', 'fine'],
      async (query, signal) => {
        if (query === 'slow') return endless(signal);
        if (query === 'busy') throw SearchUnavailable();
        return 7;
      },
      { perViewMs: 500, totalMs: 60_000 },
    );
    expect(byQuery).toEqual(
      new Map([
        ['slow', null],
        ['busy', null],
        ['fine', 7],
      ]),
    );
  });

  it('the count is null for a query whose turn does not come before the time limit of all', async () => {
    const { byQuery, searched } = await countsWith(['a', 'b', 'c', 'd'], (_, signal) => endless(signal), {
      perViewMs: 60_000,
      totalMs: 2_000, // the views have been read from the database by then, also on a busy machine
    });
    expect([...byQuery.values()]).toEqual([null, null, null, null]);
    expect(searched).toHaveLength(2);
  });
});
