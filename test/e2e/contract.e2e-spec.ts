import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { declaredRoutes } from '../authorization/declared-routes.js';
import { People } from '../authorization/people.js';
import { buildRequest } from '../authorization/build-request.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { addDocumentRows, poolOf } from '../support/rows.js';

interface ErrorBody {
  error: { code: string; message: string; details?: { path: string | null }[] };
}
interface DocumentBody {
  document: { id: string; mimeType: string; extraction: { status: string; reason: string | null } };
}
interface TagBody {
  tag: { id: string; name: string; color: string };
}

/** The parts of the contract that no other story covers. */
describe('the contract', () => {
  let app: TestApp;
  let people: People;
  let api: ApiClient;
  let organizationId: string;
  let base: string;

  beforeAll(async () => {
    app = await startApp({ DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: '0' });
    people = await People.arrive(app);
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });
  afterAll(() => app.close());

  const outcome = ({ status, body }: { status: number; body: unknown }) =>
    `${status} ${(body as Partial<ErrorBody> | undefined)?.error?.code ?? ''}`.trim();
  const aTag = async (name: string) =>
    (await api.post<TagBody>(`${base}/tags`, { name, color: '#abcdef' })).body.tag.id;
  const read = async (id: string) => (await api.get<DocumentBody>(`${base}/documents/${id}`)).body.document;

  it('rejects an unknown query key on every route with 400 and names the key', async () => {
    const outcomes: Record<string, unknown> = {};
    const routes = declaredRoutes(app.app);
    for (const route of routes) {
      const { method, path, headers, body } = buildRequest(route, people.archive);
      const { owner, administrator } = people;
      const credential = { session: owner.session, admin: administrator.session }[route.access.kind as string];
      const answer = await fetch(`${app.baseUrl}${path}${path.includes('?') ? '&' : '?'}surprise=1`, {
        method,
        headers: { ...headers, ...(credential ?? owner.key) },
        ...(body === undefined ? {} : { body }),
      });
      const { error } = (await answer.json()) as ErrorBody;
      outcomes[route.name] = [answer.status, error.code, error.details?.map((detail) => detail.path)];
    }
    const refused = [400, 'server.invalid_request.query', ['surprise']];
    expect(outcomes).toEqual(Object.fromEntries(routes.map(({ name }) => [name, refused])));
  });

  it('accepts organization names of 3 to 50 characters on creation and on update', async () => {
    for (const name of ['abc', 'x'.repeat(50)]) {
      expect(await api.post('/api/organizations', { name })).toMatchObject({
        status: 200,
        body: { organization: { name } },
      });
      expect(await api.put(base, { name })).toMatchObject({ status: 200, body: { organization: { name } } });
    }
    for (const name of ['ab', 'x'.repeat(51), ' ab ']) {
      expect(await api.put(base, { name })).toMatchObject({
        status: 400,
        body: { error: { details: [{ path: 'name' }] } },
      });
    }
  });

  it('returns pages of 1 to 100 entries, and 100 by default', async () => {
    const big = await app.anArchive('Many');
    const list = `/api/organizations/${big.organizationId}`;
    await addDocumentRows(app, big.organizationId, 101);
    await addDocumentRows(app, big.organizationId, 101, { trashed: true });
    const [{ id: documentId } = { id: '' }] = await addDocumentRows(app, big.organizationId, 1, { trashed: true });
    for (const [path, count] of [
      ['documents', 101],
      ['documents/deleted', 102],
    ] as const) {
      const get = async (query: string) =>
        (await big.api.get<{ documents: object[]; documentsCount: number }>(`${list}/${path}${query}`)).body;
      const all = await get('');
      expect([all.documents.length, all.documentsCount]).toEqual([100, count]);
      expect((await get('?pageIndex=0&pageSize=100')).documents).toEqual(all.documents);
      expect((await get('?pageIndex=1')).documents).toHaveLength(count - 100);
      expect((await get('?pageSize=1')).documents).toEqual(all.documents.slice(0, 1));
    }
    for (const path of ['documents', 'documents/deleted', `documents/${documentId}/activity`, 'tasks']) {
      for (const query of ['pageSize=0', 'pageSize=101', 'pageIndex=-1']) {
        expect([path, query, outcome(await big.api.get(`${list}/${path}?${query}`))]).toEqual([
          path,
          query,
          '400 server.invalid_request.query',
        ]);
      }
      expect([path, (await big.api.get(`${list}/${path}?pageSize=100`)).status]).toEqual([path, 200]);
    }
  });

  it('checks the name and colour of a tag on update as on creation', async () => {
    await aTag('Taken');
    const free = await aTag('Free');
    const tag = `${base}/tags/${free}`;
    expect(outcome(await api.put(tag, { name: ' tAKEN ' }))).toBe('409 tags.already_exists');
    expect(outcome(await api.put(tag, { color: '#gggggg' }))).toBe('400 server.invalid_request.body');
    expect(await api.put(tag, { name: ' FREE ', description: ' spare ' })).toMatchObject({
      status: 200,
      body: { tag: { id: free, name: 'FREE', color: '#ABCDEF', description: 'spare' } },
    });
    expect(outcome(await api.put(`${base}/tags/tag_${'0'.repeat(24)}`, { name: 'New' }))).toBe('404 tags.not_found');
  });

  it('responds with 404 when an unknown tag or document is combined with a known one', async () => {
    const { body } = await api.upload(organizationId, { name: 'bare.txt', content: 'bare' });
    const tagId = await aTag('Loose');
    const [document, none] = [`${base}/documents/${body.document.id}`, '0'.repeat(24)];
    expect(outcome(await api.post(`${document}/tags`, { tagId: `tag_${none}` }))).toBe('404 tags.not_found');
    expect(outcome(await api.post(`${base}/documents/doc_${none}/tags`, { tagId }))).toBe('404 document.not_found');
    expect(outcome(await api.delete(`${document}/tags/tag_${none}`))).toBe('404 tags.not_found');
    // Removing a tag that the document does not have succeeds.
    expect(await api.delete(`${document}/tags/${tagId}`)).toMatchObject({ status: 204, body: '' });
  });

  it('accepts OCR languages as list, repeated field or JSON, and names the install command for a missing language', async () => {
    const forms = ['ita,eng', '["ita","eng"]', ['ita', 'eng']];
    for (const [index, wish] of forms.entries()) {
      const form = new FormData();
      for (const value of [wish].flat()) form.append('ocrLanguages', value);
      const page = { width: 300 + index, height: 100, channels: 3 as const, background: 'white' };
      const png = await sharp({ create: page }).png().toBuffer();
      form.append('file', new File([new Uint8Array(png)], 'scan.png', { type: 'image/png' }));
      const { status, body } = await api.send<DocumentBody>('POST', `${base}/documents`, form);
      expect(status).toBe(200);
      await app.drain();
      const { extraction } = await read(body.document.id);
      expect(extraction).toMatchObject({ status: 'completed', outcome: 'empty' });
      expect(extraction.reason).toContain('npm i @tesseract.js-data/ita');
      expect(extraction.reason).not.toContain('data/eng');
    }
  });

  it('detects the type of a file that declares none and keeps a declared type', async () => {
    const upload = async (name: string, content: string, type: string) => {
      const { body } = await api.upload<DocumentBody>(organizationId, { name, content, type });
      await app.drain();
      return (await read(body.document.id)).mimeType;
    };
    expect(await upload('letter', '%PDF-1.4\n%%EOF', 'application/octet-stream')).toBe('application/pdf');
    expect(await upload('table.csv', 'a,b\n1,2\n', '')).toBe('text/csv');
    expect(await upload('notes.txt', 'a note', 'application/x-note')).toBe('application/x-note');
  });

  it('accepts files of any size when the limit is 0', async () => {
    const content = Buffer.alloc(25 * 1024 * 1024 + 1, 7);
    expect((await api.upload(organizationId, { name: 'large.bin', content })).status).toBe(200);
  });

  it('responds with 404 for a document whose file is missing', async () => {
    const { body } = await api.upload(organizationId, { name: 'lost.txt', content: 'lost' });
    await rm(join(app.dataDir, 'documents', organizationId), { recursive: true });
    expect(outcome(await api.get(`${base}/documents/${body.document.id}/file`))).toBe(
      '404 documents.storage.file_not_found',
    );
  });

  it('a retried creation of an API key does not return its secret again', async () => {
    const send = async (name: string) => {
      const answer = await fetch(`${app.baseUrl}/api/api-keys`, {
        method: 'POST',
        headers: { ...people.owner.session, 'content-type': 'application/json', 'idempotency-key': 'make a key' },
        body: JSON.stringify({ name, permissions: ['tags:read'] }),
      });
      return { status: answer.status, text: await answer.text() };
    };
    const first = await send('Once');
    expect(first).toMatchObject({ status: 200, text: expect.stringContaining('ppapi_') });
    expect(await send('Once')).toMatchObject({
      status: 409,
      text: expect.stringContaining('idempotency.already_used'),
    });
    expect(await send('Twice')).toMatchObject({ status: 409, text: expect.stringContaining('idempotency.key_reused') });
    const [, token = ''] = /"token":"([^"]+)"/.exec(first.text) ?? [];
    const { rows } = await poolOf(app).query<{ row: string }>('select r::text as row from idempotency_key r');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
  });

  it('hides the details of an internal error from the response and writes them to the log', async () => {
    const logged: string[] = [];
    const log = (message: unknown) => void logged.push(String(message));
    (app.app as INestApplication).useLogger({ log, error: log, warn: log });
    await poolOf(app).query('alter table tag rename to tag_away');
    const answer = await api.get<ErrorBody>(`${base}/tags`);
    await poolOf(app).query('alter table tag_away rename to tag');
    expect(answer).toMatchObject({
      status: 500,
      body: { error: { code: 'internal.error', message: 'An error occurred' } },
    });
    expect(Object.keys(answer.body.error).sort()).toEqual(['code', 'message']);
    const requestId = answer.headers.get('x-request-id') ?? '-';
    // Background work may write lines of its own.
    expect(logged.filter((line) => line.includes(requestId))).toEqual([expect.stringContaining('tag')]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
