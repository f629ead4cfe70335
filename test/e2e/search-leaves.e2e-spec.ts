import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sqlOver, UnitOfWork } from '#ground/database';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { refuseUnrecordedChanges } from '../support/recorded-changes.js';

let app: TestApp;
let api: ApiClient;
let organizationId: string;
let base: string;

beforeAll(async () => {
  app = await startApp({ SEARCH_PLUGIN: 'search-segments' });
  await refuseUnrecordedChanges(sqlOver(app.app.get(UnitOfWork, { strict: false }).db));
  ({ api, organizationId } = await app.anArchive());
  base = `/api/organizations/${organizationId}`;
});
afterAll(() => app.close());

async function ok<Body>(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer;
  expect({ body, isOk: status < 300 }).toMatchObject({ isOk: true });
  return body;
}

async function found(query: string): Promise<string> {
  const path = `${base}/documents?searchQuery=${encodeURIComponent(query)}`;
  const { documents } = await ok(api.get<{ documents: { name: string }[] }>(path));
  return documents
    .map(({ name }) => name.slice(0, 1))
    .sort()
    .join('');
}

/** Each asked before and after every change, so that all answers come from what is remembered and brought up to date. */
const QUERIES = ['tag:One', 'has:tags', 'has:date', 'date:>=2026-01-01', 'amount:>5', 'kind:high', 'has:amount'];
const answers = async (): Promise<string> => (await Promise.all(QUERIES.map(found))).join(' ');

/** One change, and what the queries find then; a dot stands for nothing. */
async function after(change: () => Promise<unknown>): Promise<string> {
  await answers();
  await change();
  await app.drain();
  return (await answers())
    .split(' ')
    .map((names) => names || '.')
    .join(' ');
}

const batch = (route: string, ids: readonly string[], body: object = {}) =>
  ok(api.post<{ taskId?: string }>(`${base}/documents/batch/${route}`, { filter: { documentIds: ids }, ...body }));

it('finds documents by tags, dates and properties as they are after each kind of change, and each change is recorded', async () => {
  const upload = async (name: string): Promise<string> =>
    (await ok(api.upload(organizationId, { name, content: `content of ${name}` }))).document.id;
  const property = async (body: object) =>
    (
      await ok(
        api.post<{ propertyDefinition: { id: string; name: string; options: { id: string; name: string }[] } }>(
          `${base}/custom-properties`,
          body,
        ),
      )
    ).propertyDefinition;
  const ids: string[] = [];
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) ids.push(await upload(name));
  const [a = '', b = '', c = '', d = ''] = ids;
  await app.drain();
  const tag = async (name: string) =>
    (await ok(api.post<{ tag: { id: string } }>(`${base}/tags`, { name, color: '#112233' }))).tag.id;
  const [one, two] = [await tag('One'), await tag('Two')];
  const amount = await property({ type: 'number', name: 'Amount' });
  const kind = await property({ type: 'select', name: 'Kind', options: [{ name: 'High' }, { name: 'Low' }] });
  const setTo = (id: string, { id: propertyId }: { id: string }, value: unknown) =>
    ok(api.put(`${base}/documents/${id}/custom-properties/${propertyId}`, { value }));
  const patch = (id: string, body: object) => ok(api.patch(`${base}/documents/${id}`, body));

  expect(await after(() => ok(api.post(`${base}/documents/${a}/tags`, { tagId: one })))).toBe('a a . . . . .');
  expect(await after(() => ok(api.post(`${base}/documents/${b}/tags`, { tagId: two })))).toBe('a ab . . . . .');
  expect(await after(() => batch('tags', [b, c], { addTagIds: [one], removeTagIds: [two] }))).toBe('abc abc . . . . .');
  expect(await after(() => patch(a, { documentDate: '2026-02-01' }))).toBe('abc abc a a . . .');
  expect(await after(() => batch('date', [b, c], { documentDate: '2020-01-01' }))).toBe('abc abc abc a . . .');
  expect(await after(() => patch(b, { documentDate: null }))).toBe('abc abc ac a . . .');
  expect(await after(() => setTo(a, amount, 7))).toBe('abc abc ac a a . a');
  expect(await after(() => setTo(d, kind, kind.options[0]?.id))).toBe('abc abc ac a a d a');
  const set = [{ propertyDefinitionId: amount.id, value: 3 }];
  expect(await after(() => batch('properties', [c, d], { set, clear: [kind.id] }))).toBe('abc abc ac a a . acd');
  expect(await after(() => setTo(d, kind, kind.options[0]?.id))).toBe('abc abc ac a a d acd');
  expect(await after(() => ok(api.delete(`${base}/documents/${a}`)))).toBe('bc bc c . . d cd');
  expect(await after(() => ok(api.post(`${base}/documents/${a}/restore`, {})))).toBe('abc abc ac a a d acd');
  expect(await after(() => batch('trash', [a, c]))).toBe('b b . . . d d');
  expect(await after(() => batch('restore', [a]))).toBe('ab ab a a a d ad');
  expect(await after(() => ok(api.post(`${base}/documents/trash/purge`, { documentIds: [c] })))).toBe(
    'ab ab a a a d ad',
  );
  expect(await after(() => ok(api.delete(`${base}/documents/${a}/tags/${one}`)))).toBe('b b a a a d ad');
  expect(
    await after(() => upload('e.txt').then((e) => ok(api.post(`${base}/documents/${e}/tags`, { tagId: two })))),
  ).toBe('b be a a a d ad');
  const rule = await ok(
    api.post<{ taggingRule: { id: string } }>(`${base}/tagging-rules`, { name: 'All', conditions: [], tagIds: [one] }),
  );
  expect(await after(() => ok(api.post(`${base}/tagging-rules/${rule.taggingRule.id}/apply`)))).toBe(
    'abde abde a a a d ad',
  );
  await ok(api.delete(`${base}/tagging-rules/${rule.taggingRule.id}`));
  expect(await after(() => ok(api.delete(`${base}/tags/${one}`)))).toBe('. e a a a d ad');
  const options = kind.options.slice(1).map(({ id, name: label }) => ({ id, name: label }));
  const { name } = kind;
  expect(await after(() => ok(api.put(`${base}/custom-properties/${kind.id}`, { name, options })))).toBe(
    '. e a a a . ad',
  );
  expect(await after(() => ok(api.delete(`${base}/custom-properties/${amount.id}`)))).toBe('. e a a . . .');
});
