import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SearchService } from '#capabilities/search';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

let app: TestApp;
let api: ApiClient;
let organizationId: string;
let documents: string;

beforeAll(async () => {
  app = await startApp();
  ({ api, organizationId } = await app.anArchive());
  documents = `/api/organizations/${organizationId}/documents`;
});
afterAll(() => app.close());

async function found(query: string): Promise<string[]> {
  const { status, body } = await api.get<{ documents: { name: string }[]; documentsCount: number }>(
    `${documents}?searchQuery=${encodeURIComponent(query)}`,
  );
  expect(status).toBe(200);
  expect(body.documentsCount).toBe(body.documents.length);
  return body.documents.map(({ name }) => name).sort();
}

async function upload(name: string, content: string): Promise<string> {
  const { status, body } = await api.upload(organizationId, { name, content });
  expect(status).toBe(200);
  return body.document.id;
}

describe('a server with the usual search plugin', () => {
  it('documents are found by their current state, through changes, the trash and maintenance', async () => {
    const rent = await upload('rent.txt', 'The rent of the café is 1,234.50 EUR');
    const water = await upload('water.txt', 'The water bill of the 請求書 office');
    await app.drain();
    expect(await found('the')).toEqual(['rent.txt', 'water.txt']);
    expect(await found('"rent of the cafe" 1234')).toEqual(['rent.txt']);
    expect(await found('-rent')).toEqual(['water.txt']);
    expect(await found('請求')).toEqual(['water.txt']);

    await api.patch(`${documents}/${rent}`, { name: 'lease.txt', notes: 'ask the landlord' });
    expect(await found('name:lease landlord')).toEqual(['lease.txt']);
    expect(await found('name:rent')).toEqual([]);
    const { body } = await api.post<{ tag: { id: string } }>(`/api/organizations/${organizationId}/tags`, {
      name: 'Home',
      color: '#ff0000',
    });
    await api.post(`${documents}/${water}/tags`, { tagId: body.tag.id });
    expect(await found('tag:Home bill')).toEqual(['water.txt']);

    await api.delete(`${documents}/${water}`);
    expect(await found('bill')).toEqual([]);
    await api.post(`${documents}/${water}/restore`, {});
    expect(await found('tag:Home bill')).toEqual(['water.txt']);

    await app.app.get(SearchService, { strict: false }).maintain();
    expect(await found('the')).toEqual(['lease.txt', 'water.txt']);
  });
});
