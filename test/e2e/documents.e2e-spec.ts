import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

interface DocumentBody {
  document: {
    id: string;
    name: string;
    content: string;
    mimeType: string;
    isDeleted: boolean;
    tags: { name: string }[];
    extraction: { status: string; outcome: string | null };
  };
}

interface ListBody {
  documents: { id: string; name: string }[];
  documentsCount: number;
}

describe('documents', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let documents: string;

  beforeAll(async () => {
    app = await startApp({ DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: '100000' });
    ({ api, organizationId } = await app.anArchive());
    documents = `/api/organizations/${organizationId}/documents`;
  });
  afterAll(() => app.close());

  const find = async (query: string): Promise<string[]> => {
    const { body } = await api.get<ListBody>(`${documents}?searchQuery=${encodeURIComponent(query)}`);
    expect(body.documentsCount).toBe(body.documents.length);
    return body.documents.map((document) => document.name);
  };

  it('finds a document by a word of its content and by its name', async () => {
    const { status, body } = await api.upload(organizationId, { name: 'letter.txt', content: 'Dear marzipan makers' });
    expect(status).toBe(200);
    expect(await find('letter')).toEqual(['letter.txt']); // before the text is extracted
    await app.drain();
    expect(await find('marzipan')).toEqual(['letter.txt']);
    expect(await find('marzi')).toEqual(['letter.txt']);
    expect(await find('nougat')).toEqual([]);
    const read = await api.get<DocumentBody>(`${documents}/${body.document.id}`);
    expect(read.body.document).toMatchObject({
      content: 'Dear marzipan makers',
      extraction: { status: 'completed', outcome: 'text' },
      tags: [],
      customProperties: [],
    });
  });

  it('downloads a document byte for byte, whole or as a range, as an attachment with its name', async () => {
    const content = randomBytes(50_000);
    const name = 'Übersicht – «Größe» 漢字.bin';
    const { body } = await api.upload(organizationId, { name, content, type: 'application/x-thing' });
    const url = `${app.baseUrl}${documents}/${body.document.id}/file`;
    const headers = { authorization: `Bearer ${api.token}` };
    const whole = await fetch(url, { headers });
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '50000',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'accept-ranges': 'bytes',
    });
    const etag = whole.headers.get('etag') ?? '';
    const part = await fetch(url, { headers: { ...headers, range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 100-199/50000');
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(100, 200))).toBe(true);
    expect((await fetch(url, { headers: { ...headers, range: 'bytes=50000-' } })).status).toBe(416);
    expect((await fetch(url, { headers: { ...headers, 'if-none-match': etag } })).status).toBe(304);
    const head = await fetch(url, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '50000']);
  });

  it('rejects a duplicate upload with 409, and restores the document when it is in the trash', async () => {
    const file = { name: 'first.txt', content: 'the same content twice' };
    const { body: first } = await api.upload(organizationId, file);
    const again = await api.upload<{ error: { code: string } }>(organizationId, { ...file, name: 'second.txt' });
    expect([again.status, again.body.error.code]).toEqual([409, 'document.already_exists']);
    const url = `${documents}/${first.document.id}`;
    expect((await api.delete(url)).status).toBe(204);
    expect(await find('first')).toEqual([]);
    const revived = await api.upload(organizationId, { ...file, name: 'third.txt' });
    expect(revived.body.document).toMatchObject({ id: first.document.id, name: 'third.txt', isDeleted: false });
    expect(await find('third')).toEqual(['third.txt']);
  });

  it('updates name, content, date and notes of a document, and search finds the new values at once', async () => {
    const { body } = await api.upload(organizationId, { name: 'draft.txt', content: 'xylophone' });
    await app.drain();
    const url = `${documents}/${body.document.id}`;
    const changes = { name: 'final.txt', content: 'glockenspiel', documentDate: '2025-03-04', notes: 'signed' };
    const { status, body: changed } = await api.patch(url, changes);
    expect(status).toBe(200);
    expect(changed).toMatchObject({
      document: {
        name: 'final.txt',
        content: 'glockenspiel',
        documentDate: '2025-03-04T00:00:00.000Z',
        notes: 'signed',
      },
    });
    expect([await find('xylophone'), await find('glockenspiel'), await find('draft')]).toEqual([[], ['final.txt'], []]);
    expect(await find('created:>=2020 name:final')).toEqual(['final.txt']);
    expect(await api.patch(url, { notes: null })).toMatchObject({ status: 400 });
    expect(await api.patch(url, {})).toMatchObject({ status: 400 });
    expect((await api.patch(url, { documentDate: null })).body).toMatchObject({ document: { documentDate: null } });
  });

  it('adds a tag to a document once and finds the document by its tag', async () => {
    const { body: tag } = await api.post<{ tag: { id: string } }>(`/api/organizations/${organizationId}/tags`, {
      name: ' Two Words ',
      color: '#aabbcc',
    });
    const { body } = await api.upload(organizationId, { name: 'tagged.txt', content: 'tagged' });
    const tags = `${documents}/${body.document.id}/tags`;
    expect((await api.post(tags, { tagId: tag.tag.id })).status).toBe(204);
    expect(await api.post(tags, { tagId: tag.tag.id })).toMatchObject({
      status: 409,
      body: { error: { code: 'documents.already_has_tag' } },
    });
    expect(await find('tag:"two words"')).toEqual(['tagged.txt']);
    expect((await api.delete(`${tags}/${tag.tag.id}`)).status).toBe(204);
    expect(await find('tag:"two words"')).toEqual([]);
    const { body: log } = await api.get<{ activities: { event: string }[] }>(
      `${documents}/${body.document.id}/activity`,
    );
    expect(log.activities.map((entry) => entry.event)).toEqual(['untagged', 'tagged', 'created']);
  });

  it('hides a document from other organizations', async () => {
    const other = await app.anArchive('Another archive');
    const { body } = await api.upload(organizationId, { name: 'secret.txt', content: 'quicksilver' });
    await app.drain();
    const foreign = `/api/organizations/${other.organizationId}/documents`;
    expect((await other.api.get<ListBody>(`${foreign}?searchQuery=quicksilver`)).body.documentsCount).toBe(0);
    expect((await other.api.get(`${foreign}/${body.document.id}`)).status).toBe(404);
    expect((await other.api.get(`${foreign}/${body.document.id}/file`)).status).toBe(404);
    expect(await other.api.get(`${documents}/${body.document.id}`)).toMatchObject({
      status: 403,
      body: { error: { code: 'user.not_in_organization' } },
    });
  });

  it('accepts a document of exactly the largest size and rejects one byte more with 413', async () => {
    const content = Buffer.alloc(100_000, 'a');
    expect((await api.upload(organizationId, { name: 'largest.txt', content })).status).toBe(200);
    const over = await api.upload(organizationId, { name: 'over.txt', content: Buffer.alloc(100_001, 'b') });
    expect(over).toMatchObject({ status: 413, body: { error: { code: 'document.size_too_large' } } });
  });

  it('rejects an unknown OCR language, in a field before or after the file', async () => {
    const file = { name: 'languages.txt', content: createHash('sha256').update('languages').digest('hex') };
    for (const fields of [{ before: { ocrLanguages: 'eng,xx' } }, { after: { ocrLanguages: '["eng","xx"]' } }]) {
      expect(await api.upload(organizationId, file, fields)).toMatchObject({
        status: 400,
        body: { error: { code: 'server.invalid_request.form_data', details: [{ path: 'ocrLanguages' }] } },
      });
    }
    expect((await api.upload(organizationId, file, { after: { ocrLanguages: 'deu, fra' } })).status).toBe(200);
  });
});
