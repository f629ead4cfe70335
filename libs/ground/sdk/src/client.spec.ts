import { describe, expect, it } from '@jest/globals';
import { ArchivoltError } from './archivolt-error.js';
import { createClient, type ClientOptions } from './client.js';

const ORGANIZATION_ID = 'org_0mc5t1k8a0q7w2e9r4t6y1u3';

interface Sent {
  address: string;
  request: RequestInit;
}

/** A client and what it sends; everything is answered with `response`. */
function clientWith(response: Response = Response.json({}), options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const fetch = (async (address: string, request: RequestInit) => {
    sent.push({ address, request });
    return response.clone();
  }) as typeof globalThis.fetch;
  return { sent, client: createClient({ baseUrl: 'https://archive.example/', fetch, ...options }) };
}

describe('the client', () => {
  it('parameters are put into the address so that none of them can lead elsewhere', async () => {
    const { client, sent } = clientWith();
    await client.request('GET /api/organizations/{organizationId}/documents', {
      path: { organizationId: '../x?y' },
      query: { searchQuery: 'tag:"to pay" & more', pageIndex: 2 },
    });
    expect(sent[0]?.address).toBe(
      'https://archive.example/api/organizations/..%2Fx%3Fy/documents?searchQuery=tag%3A%22to+pay%22+%26+more&pageIndex=2',
    );
  });

  it.each(['', '.', '..'])(
    'the client refuses %j as a parameter of the path: the address would be another one',
    async (documentId) => {
      const { client, sent } = clientWith();
      const request = client.request('DELETE /api/organizations/{organizationId}/documents/{documentId}', {
        path: { organizationId: ORGANIZATION_ID, documentId },
      });
      await expect(request).rejects.toThrow('needs documentId');
      expect(sent).toEqual([]);
    },
  );

  it('the client sends its key and JSON, and no key when it has none', async () => {
    const { client, sent } = clientWith(undefined, { token: 'ppapi_x', headers: { 'x-request-id': 'mine' } });
    await client.request('POST /api/organizations', { body: { name: 'Family papers' } });
    expect(sent[0]?.request).toMatchObject({
      method: 'POST',
      body: '{"name":"Family papers"}',
      headers: { authorization: 'Bearer ppapi_x', 'content-type': 'application/json', 'x-request-id': 'mine' },
    });
    const anonymous = clientWith();
    await anonymous.client.request('GET /api/ping');
    expect(anonymous.sent[0]?.request.headers).toEqual({ accept: 'application/json, */*' });
    expect(anonymous.sent[0]?.request).not.toHaveProperty('body');
  });

  it('the client returns after how many seconds a refused request may succeed, if the server says so', async () => {
    const retryAfterOf = (header: string | undefined) => {
      const headers = header === undefined ? {} : { 'retry-after': header };
      const { client } = clientWith(Response.json({ error: { code: 'x', message: 'No.' } }, { status: 429, headers }));
      return client.request('GET /api/ping').catch((error: unknown) => (error as ArchivoltError).retryAfter);
    };
    expect(await retryAfterOf('90')).toBe(90);
    expect(await retryAfterOf(undefined)).toBeUndefined();
    expect(await retryAfterOf('Wed, 21 Oct 2026 07:28:00 GMT')).toBeUndefined();
  });

  it('the client uploads a file under its own name or another, with the languages before it', async () => {
    const { client, sent } = clientWith();
    await client.upload(ORGANIZATION_ID, new File(['text'], 'a.txt'), { ocrLanguages: ['deu', 'eng'] });
    await client.upload(ORGANIZATION_ID, new Blob(['text']), { name: 'b.txt' });
    const forms = sent.map(({ request }) => request.body as FormData);
    expect([...(forms[0]?.entries() ?? [])].map(([name]) => name)).toEqual(['ocrLanguages', 'ocrLanguages', 'file']);
    expect(forms.map((form) => (form.get('file') as File).name)).toEqual(['a.txt', 'b.txt']);
    expect(sent[0]?.request.headers).not.toHaveProperty('content-type'); // fetch adds it with the boundary
  });

  it.each([
    ['an error of the API', 409, { error: { code: 'tags.already_exists', message: 'Taken.' } }, 'tags.already_exists'],
    [
      'an error of signing in',
      401,
      { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Taken.' },
      'INVALID_EMAIL_OR_PASSWORD',
    ],
  ])('the client throws %s with its status and code', async (_, status, body, code) => {
    const { client } = clientWith(Response.json(body, { status, headers: { 'x-request-id': 'req_1' } }));
    const failed = client.request('GET /api/organizations');
    await expect(failed).rejects.toBeInstanceOf(ArchivoltError);
    await expect(failed).rejects.toMatchObject({ status, code, message: 'Taken.', requestId: 'req_1', details: [] });
  });

  it.each(['<html>Bad gateway</html>', '', '"text"', 'null'])(
    'the client throws only the status when a proxy answers %j',
    async (text) => {
      const { client } = clientWith(new Response(text, { status: 502 }));
      await expect(client.request('GET /api/organizations')).rejects.toMatchObject({
        status: 502,
        code: '',
        message: 'HTTP 502',
        requestId: undefined,
      });
    },
  );

  it('the client returns nothing for a response without a body, and a file as a stream', async () => {
    const path = { organizationId: ORGANIZATION_ID, documentId: 'doc_0mc5t1k8a0q7w2e9r4t6y1u3' };
    const deleted = clientWith(new Response(null, { status: 204 }));
    const route = '/api/organizations/{organizationId}/documents/{documentId}';
    await expect(deleted.client.request(`DELETE ${route}`, { path })).resolves.toBeUndefined();
    const headers = { 'content-type': 'application/octet-stream' };
    const file = clientWith(new Response('bytes', { headers }));
    expect(await (await file.client.request(`GET ${route}/file`, { path })).text()).toBe('bytes');
  });
});
