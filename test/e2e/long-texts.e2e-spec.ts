import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

interface Document {
  id: string;
  name: string;
  content: string;
  isContentFullyIndexed: boolean;
}

const manyWords = (count: number): string => Array.from({ length: count }, (_, index) => `w${index}x`).join(' ');

describe('long texts', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}/documents`;
  });
  afterAll(() => app.close());

  const upload = async (name: string, content: string): Promise<Document> => {
    const { body } = await api.upload(organizationId, { name, content });
    await app.drain();
    return document(body.document.id);
  };
  const document = async (id: string): Promise<Document> =>
    (await api.get<{ document: Document }>(`${base}/${id}`)).body.document;
  const change = async (id: string, changes: object): Promise<Document> => {
    const { status, body } = await api.patch<{ document: Document }>(`${base}/${id}`, changes);
    expect(status).toBe(200);
    return body.document;
  };
  const found = async (query: string): Promise<string[]> => {
    const { body } = await api.get<{ documents: Document[] }>(`${base}?searchQuery=${encodeURIComponent(query)}`);
    return body.documents.map(({ id }) => id);
  };

  it('indexes the first words of a text beyond the index limit and reports that it is not fully indexed', async () => {
    const whole = await upload('whole.txt', manyWords(20_000));
    expect(whole.isContentFullyIndexed).toBe(true);
    const large = await upload('large.txt', `first ${manyWords(300_000)} last`);
    expect(large).toMatchObject({ isContentFullyIndexed: false });
    expect(large.content).toMatch(/ last$/);
    expect(await found('first')).toEqual([large.id]);
    expect(await found('w19999x')).toEqual(expect.arrayContaining([whole.id, large.id]));
    expect(await found('last')).toEqual([]);
    expect(await change(large.id, { content: 'last' })).toMatchObject({ content: 'last', isContentFullyIndexed: true });
    expect(await found('last')).toEqual([large.id]);
    expect(await found('first')).toEqual([]);
    expect(await change(large.id, { content: `${manyWords(300_000)} end` })).toMatchObject({
      isContentFullyIndexed: false,
    });
    expect((await document(large.id)).isContentFullyIndexed).toBe(false);
  });

  it('keeps a long text findable when its document is renamed, trashed and restored', async () => {
    const { id } = await upload('before.txt', `${'filler '.repeat(5_000)} treasure`);
    expect(await change(id, { name: 'after.txt' })).toMatchObject({ name: 'after.txt' });
    expect(await found('name:after treasure')).toEqual([id]);
    expect(await found('name:before')).toEqual([]);
    await api.delete(`${base}/${id}`);
    expect(await found('treasure')).toEqual([]);
    expect((await api.post(`${base}/${id}/restore`)).status).toBe(204);
    expect(await found('name:after "filler treasure"')).toEqual([id]);
  });

  it.each([
    ['a run of marks that hides another', `ก${'\u0e48'.repeat(40_000)}\u200c${'\u0e38'.repeat(40_000)}`],
    ['two kinds of marks', `a${'\u0301'.repeat(20_000)}${'\u0323'.repeat(20_000)}`],
    ['a million Chinese characters', '請求書'.repeat(350_000)],
  ])('spends little CPU time of the request thread on a text with %s', async (name, content) => {
    const { id } = await upload('hostile.txt', `before ${name}`);
    const costs: number[] = [];
    // The lower one of two counts: the collector of garbage of this process may run in the other.
    for (const text of [content, `${content} again`]) {
      const before = process.threadCpuUsage();
      await change(id, { content: text });
      const { user, system } = process.threadCpuUsage(before);
      costs.push((user + system) / 1_000);
    }
    expect(Math.min(...costs)).toBeLessThan(1_000);
  });
});
