import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

describe('files as pages', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let documents: string;

  beforeAll(async () => {
    app = await startApp({ PREVIEWS_TIMEOUT_MS: '60000' });
    ({ api, organizationId } = await app.anArchive());
    documents = `/api/organizations/${organizationId}/documents`;
  });
  afterAll(() => app.close());

  const upload = async (name: string, type: string, content: string): Promise<string> => {
    const { status, body } = await api.upload<{ document: { id: string } }>(organizationId, { name, content, type });
    expect(status).toBe(200);
    return body.document.id;
  };
  const rendition = (id: string, headers: Record<string, string> = {}) =>
    fetch(`${api.baseUrl}${documents}/${id}/rendition`, {
      headers: { authorization: `Bearer ${api.token}`, ...headers },
    });

  it.each([
    ['accounts.csv', 'text/csv', 'Name,Sum\nTeashop,12\n', '<td>Teashop</td>'],
    ['page.html', 'text/html', '<html><body><h1>Teapots</h1><script>x</script></body></html>', '<h1>Teapots</h1>'],
    ['plan.md', 'text/markdown', '# Kettles\n', '<h1>Kettles</h1>'],
    [
      'mail.eml',
      'message/rfc822',
      'From: a@example.com\r\nSubject: Cups\r\n\r\nfour cups\r\n',
      '<pre dir="auto">four cups',
    ],
  ])('the file %s is sent as a page that may do and load nothing', async (name, type, content, part) => {
    const response = await rendition(await upload(name, type, content));
    const html = await response.text();
    expect([response.status, html]).toEqual([200, expect.stringContaining(part)]);
    expect(html).not.toContain('<script');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(
        /^sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:;/,
      ),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'private, no-cache',
      'x-document-cut': 'false',
    });
  });

  it('a page that the client has is not made again, and says so only for the same file', async () => {
    const id = await upload('again.csv', 'text/csv', 'a,b\n1,2\n');
    const etag = (await rendition(id)).headers.get('etag') ?? '';
    expect((await rendition(id, { 'if-none-match': etag })).status).toBe(304);
    const other = await upload('other.csv', 'text/csv', 'a,b\n3,4\n');
    expect((await rendition(other, { 'if-none-match': etag })).status).toBe(200);
  });

  it('a plain text is not shown as a page, and one of another organization is not found', async () => {
    const refused = await rendition(await upload('plain.txt', 'text/plain', 'words'));
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ error: { code: 'documents.rendition_unavailable' } });
    const other = await app.anArchive();
    const id = await upload('mine.csv', 'text/csv', 'a,b\n5,6\n');
    const foreign = await fetch(`${api.baseUrl}/api/organizations/${other.organizationId}/documents/${id}/rendition`, {
      headers: { authorization: `Bearer ${other.api.token}` },
    });
    expect(await foreign.json()).toMatchObject({ error: { code: 'document.not_found' } });
  });

  it('a file in the trash is shown as a page, too, as it can be downloaded', async () => {
    const id = await upload('trashed.csv', 'text/csv', 'a,b\n7,8\n');
    await api.delete(`${documents}/${id}`);
    expect((await rendition(id)).status).toBe(200);
  });
});
