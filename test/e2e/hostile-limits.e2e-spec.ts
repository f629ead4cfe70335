import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { declaredRoutes, type DeclaredRoute } from '../authorization/declared-routes.js';
import { makeArchive, type Archive } from '../authorization/archive.js';
import { buildRequest } from '../authorization/build-request.js';
import { ROUTE_CATALOGUE } from '../authorization/route-catalogue.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { Caller } from './caller.js';
import { exchange, openSocket, sendPlain, type Header, type PlainResponse } from './plain-socket.js';
import { until } from './server-process.js';

const JSON_BODY: Header = ['content-type', 'application/json'];
const LARGE = 12 * 1024 * 1024;
/** Generous: reached only on a machine that is busy with other work. */
const WITHIN_MS = 120_000;
const outcome = ({ status, code }: PlainResponse) => `${status} ${code}`;

describe('requests beyond the limits', () => {
  let app: TestApp;
  let api: ApiClient;
  let archive: Archive;
  let browser: Caller;
  let key: Header;
  let cookie: Header;

  beforeAll(async () => {
    app = await startApp();
    const { userId, api: ownerApi } = await app.aUser({ email: 'owner@example.test' });
    api = ownerApi;
    archive = await makeArchive(app, api, userId);
    browser = new Caller(app.baseUrl, `http://localhost:${app.installation.config(ServerConfig).port}`);
    await browser.post('/api/auth/sign-in/email', { email: 'owner@example.test', password: 'correct horse' });
    cookie = ['cookie', browser.cookieHeader()];
    key = ['authorization', `Bearer ${api.token}`];
  });
  afterAll(() => app.close());

  /** Announces a large body and sends none of it: a response proves that the server did not wait for the body. */
  const announce = (method: string, path: string, headers: readonly Header[] = []) =>
    exchange(
      app.baseUrl,
      `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${LARGE}\r\n` +
        [JSON_BODY, ...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('') +
        '\r\n',
    );
  const send = (method: string, path: string, headers: readonly Header[] = [], body: Buffer | string = '') =>
    sendPlain(app.baseUrl, method, path, [JSON_BODY, ...headers], body);
  const organization = () => `/api/organizations/${archive.organizationId}`;
  const withBody = () => declaredRoutes(app.app).filter(({ name }) => ROUTE_CATALOGUE[name]?.body !== undefined);
  const credential = ({ access }: DeclaredRoute): Header => (access.kind === 'session' ? cookie : key);

  describe('decided before the body has arrived', () => {
    it('rejects a caller without a valid credential with 401 before the body of any route arrives', async () => {
      const invalid: Header[][] = [[], [['authorization', `Bearer ppapi_${'x'.repeat(64)}`]], [['cookie', 'a=b']]];
      for (const route of withBody().filter(({ access }) => access.kind !== 'public')) {
        const { path } = buildRequest(route, archive);
        for (const headers of invalid) {
          const answer = await announce(route.method, path, headers);
          expect([route.name, outcome(answer)]).toEqual([route.name, '401 auth.unauthorized']);
        }
      }
    });

    it('rejects an unknown route or method with 404 before the body arrives', async () => {
      expect(outcome(await announce('POST', '/api/nothing'))).toBe('404 api.not-found');
      expect(outcome(await announce('POST', '/api/nothing', [key]))).toBe('404 api.not-found');
      expect(outcome(await announce('POST', '/api/ping'))).toBe('404 api.not-found');
      expect(outcome(await announce('DELETE', '/api/organizations', [key]))).toBe('404 api.not-found');
    });

    it('rejects a body announced as too large with 413 before it arrives', async () => {
      for (const route of withBody()) {
        const { path } = buildRequest(route, archive);
        const limit = route.name.startsWith('PATCH') && path.includes('/documents/') ? LARGE : 65_536;
        const headers: Header[] = [credential(route), ['x-limit', String(limit)]];
        if (limit === LARGE) continue;
        expect([route.name, outcome(await announce(route.method, path, headers))]).toEqual([
          route.name,
          '413 server.invalid_request.too_large',
        ]);
      }
      for (const path of ['sign-up/email', 'sign-in/email', 'sign-out', 'update-user', 'nothing'])
        expect(outcome(await announce('POST', `/api/auth/${path}`))).toBe('413 PAYLOAD_TOO_LARGE');
    });

    it('reads the role after a body that arrives slowly, so that a member who is removed meanwhile changes nothing', async () => {
      const slow = await app.anArchive();
      const noUse = 'update api_key set last_used_at = null where user_id = $1 returning id';
      const { rows } = await poolOf(app).query<{ id: string }>(noUse, [slow.userId]);
      const path = `/api/organizations/${slow.organizationId}/tags`;
      const body = JSON.stringify({ name: 'Late', color: '#00ff00' });
      const socket = await openSocket(app.baseUrl);
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${slow.api.token}\r\n` +
          `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      const used = 'select from api_key where id = $1 and last_used_at is not null';
      await until(WITHIN_MS, 'the key to be read', async () => {
        return (await poolOf(app).query(used, [rows[0]?.id])).rowCount === 1;
      });
      await poolOf(app).query('delete from organization_member where organization_id = $1', [slow.organizationId]);
      socket.write(body);
      await once(socket, 'close');
      expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 403 /);
      const tags = 'select from tag where organization_id = $1';
      expect((await poolOf(app).query(tags, [slow.organizationId])).rowCount).toBe(0);
    });

    it('sends CORS headers with a rejection so that a page of an allowed origin can read it', async () => {
      const { headers } = await announce('POST', '/api/organizations', [['origin', 'http://localhost:3000']]);
      expect(headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    });
  });

  it('rejects bodies above 16 KB, or 64 KB for lists of ids, with 413, and allows longer document texts', async () => {
    const filler = (size: number) => JSON.stringify({ filler: 'x'.repeat(size) });
    const outcomes = async (method: string, path: string) =>
      [
        outcome(await send(method, path, [key], filler(15_000))),
        outcome(await send(method, path, [key], filler(17_000))),
        outcome(await send(method, path, [key], filler(63_000))),
        outcome(await send(method, path, [key], filler(66_000))),
      ].map((text) => text.slice(0, 3));
    expect(await outcomes('POST', '/api/organizations')).toEqual(['400', '413', '413', '413']);
    expect(await outcomes('PATCH', `${organization()}/settings`)).toEqual(['400', '413', '413', '413']);
    expect(await outcomes('POST', `${organization()}/documents/batch/tags`)).toEqual(['400', '400', '400', '413']);
    expect(await outcomes('POST', `${organization()}/documents/batch/trash`)).toEqual(['400', '400', '400', '413']);
    expect(await outcomes('POST', `${organization()}/tagging-rules`)).toEqual(['400', '400', '400', '413']);
    expect(await outcomes('PATCH', `${organization()}/documents/${archive.documentId}`)).toEqual([
      '400',
      '400',
      '400',
      '400',
    ]);
    const ids = Array.from({ length: 1000 }, () => `doc_${'0'.repeat(24)}`);
    const all = await api.post<{ error: { code: string } }>(`${organization()}/documents/batch/trash`, {
      filter: { documentIds: ids },
    });
    expect(all.body.error.code).toBe('documents.batch.documents_not_from_organization');
    const text = 'word '.repeat(200_000);
    const edited = await api.patch(`${organization()}/documents/${archive.documentId}`, { content: text });
    expect(edited.status).toBe(200);
  });

  it('rejects JSON that is nested too deep or has too many entries with 400, with and without a session', async () => {
    const deep = `{"name":${'['.repeat(8_000)}${']'.repeat(8_000)}}`.slice(0, 16_000);
    const many = `{"name":[${'1,'.repeat(7_000)}1]}`;
    for (const body of [deep, many]) {
      expect(outcome(await send('POST', '/api/organizations', [key], body))).toBe('400 server.invalid_request.body');
      const large = await send('PATCH', `${organization()}/documents/${archive.documentId}`, [key], body);
      expect(outcome(large)).toBe('400 server.invalid_request.body');
      for (const path of ['sign-up/email', 'sign-in/email', 'sign-out', 'update-user'])
        expect(outcome(await send('POST', `/api/auth/${path}`, [], body))).toMatch(/^400 /);
    }
    const keys = `{${Array.from({ length: 400_000 }, (_, index) => `"key${index}":1`).join()}}`;
    const answer = await send('PATCH', `${organization()}/documents/${archive.documentId}`, [key], keys);
    expect(outcome(answer)).toBe('400 server.invalid_request.body');
    expect(answer.body.length).toBeLessThan(500);
  });

  it('reports at most 20 details for a rejected body or query', async () => {
    const body = `{${Array.from({ length: 1_000 }, (_, index) => `"key${index}":1`).join()}}`;
    const answer = await send('POST', '/api/organizations', [key], body);
    expect(outcome(answer)).toBe('400 server.invalid_request.body');
    expect((JSON.parse(answer.body) as { error: { details: unknown[] } }).error.details).toHaveLength(20);
    const query = Array.from({ length: 500 }, (_, index) => `key${index}=1`).join('&');
    const asked = await send('GET', `/api/organizations?${query}`, [key]);
    expect((JSON.parse(asked.body) as { error: { details: unknown[] } }).error.details).toHaveLength(20);
  });

  it('reads a body as JSON only for a JSON content type, and rejects null as a body', async () => {
    const good = '{"name":"Some archive"}';
    for (const type of ['application/jsonx', 'application/json-seq', 'text/json'])
      expect([
        type,
        outcome(await sendPlain(app.baseUrl, 'POST', '/api/organizations', [key, ['content-type', type]], good)),
      ]).toEqual([type, '400 server.invalid_request.body']);
    for (const path of ['/api/organizations', `${organization()}/tags`])
      expect(outcome(await send('POST', path, [key], 'null'))).toBe('400 server.invalid_request.body');
    expect(outcome(await send('PATCH', `${organization()}/settings`, [key], 'null'))).toBe(
      '400 server.invalid_request.body',
    );
    expect((await send('PATCH', `${organization()}/settings`, [key], '{}')).status).toBe(204);
    expect(outcome(await send('POST', '/api/auth/sign-in/email', [], 'null'))).toMatch(/^400 /);
    expect(outcome(await send('POST', '/api/auth/sign-in/email', [], '{"email":"a","email":"b"}'))).toMatch(/^400 /);
    expect(outcome(await send('POST', '/api/auth/sign-in/email', [], '{'))).toBe('400 MALFORMED_JSON');
  });

  it('rejects a second Host header or an invalid form boundary with 400', async () => {
    for (const path of ['/api/ping', '/api/organizations', '/api/auth/get-session'])
      expect((await send('GET', path, [key, ['host', 'elsewhere.example']])).status).toBe(400);
    const boundary = 'b'.repeat(300);
    const form: Header = ['content-type', `multipart/form-data; boundary=${boundary}`];
    const body = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\na\r\n--${boundary}--\r\n`;
    const upload = await sendPlain(app.baseUrl, 'POST', `${organization()}/documents`, [key, form], body);
    expect(upload.status).toBe(400);
    const tag = await sendPlain(app.baseUrl, 'POST', `${organization()}/tags`, [key, form], body);
    expect(tag.status).toBe(400);
  });

  it('rejects a change with a session when the browser reports another site and sends no origin', async () => {
    const form: Header = ['content-type', 'text/plain'];
    for (const site of ['cross-site', 'same-site']) {
      const headers: Header[] = [cookie, form, ['sec-fetch-site', site]];
      const answer = await sendPlain(app.baseUrl, 'DELETE', organization(), headers);
      expect([site, outcome(answer)]).toEqual([site, '403 auth.forbidden']);
    }
    expect((await send('GET', organization(), [cookie, ['sec-fetch-site', 'cross-site']])).status).toBe(200);
  });

  describe('account fields', () => {
    const code = ({ status, body }: { status: number; body: unknown }) =>
      `${status} ${(body as { code?: string } | null)?.code}`;

    it('rejects names, pictures and addresses of accounts that are too long or malformed', async () => {
      const visitor = browser.with({ cookie: undefined });
      const signUp = (fields: object) =>
        visitor.post('/api/auth/sign-up/email', {
          email: 'new@example.test',
          password: 'correct horse',
          name: 'New',
          ...fields,
        });
      expect(code(await signUp({ name: 'x'.repeat(51) }))).toBe('400 INVALID_NAME');
      expect(code(await signUp({ name: '   ' }))).toBe('400 INVALID_NAME');
      expect(code(await signUp({ image: 'javascript:alert(1)' }))).toBe('400 INVALID_IMAGE');
      expect(code(await signUp({ email: `new@${'x.'.repeat(150)}example.test` }))).toBe('400 INVALID_EMAIL');
      const update = (fields: object) => browser.post('/api/auth/update-user', fields);
      expect(code(await update({ name: 'x'.repeat(51) }))).toBe('400 INVALID_NAME');
      expect(code(await update({ name: '' }))).toBe('400 INVALID_NAME');
      expect(code(await update({ name: { first: 'Ada' } }))).toBe('400 INVALID_NAME');
      expect(code(await update({ image: 'javascript:alert(1)' }))).toBe('400 INVALID_IMAGE');
      expect(code(await update({ image: `https://example.com/${'x'.repeat(2048)}` }))).toBe('400 INVALID_IMAGE');
      expect((await browser.put('/api/users/me', { name: 'x'.repeat(51) })).status).toBe(400);
      expect((await update({ name: '  Ada  ', image: 'https://example.com/a.png' })).status).toBe(200);
      const { body } = await browser.get('/api/auth/get-session');
      expect(body).toMatchObject({ user: { name: 'Ada', image: 'https://example.com/a.png' } });
      expect((await update({ image: null })).status).toBe(200);
    });

    it('stores at most 512 characters of the user agent', async () => {
      const visitor = browser.with({ cookie: undefined, 'user-agent': 'x'.repeat(10_000) });
      const answer = await visitor.post('/api/auth/sign-in/email', {
        email: 'owner@example.test',
        password: 'correct horse',
      });
      expect(answer.status).toBe(200);
      const { rows } = await poolOf(app).query<{ longest: number }>(
        'select max(char_length(user_agent)) as longest from auth_session',
      );
      expect(rows).toEqual([{ longest: 512 }]);
    });
  });
});

describe('a server with small limits', () => {
  it('responds with 503 when unfinished bodies hold too much memory, and accepts bodies again once they are released', async () => {
    const app = await startApp({ SERVER_MAX_BODY_BYTES: '3000000' });
    try {
      const { api, organizationId } = await app.anArchive();
      const { body } = await api.upload(organizationId, { name: 'a.txt', content: 'a' });
      const path = `/api/organizations/${organizationId}/documents/${body.document.id}`;
      const head =
        `PATCH ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.token}\r\n` +
        'content-type: application/json\r\ncontent-length: 3000000\r\n\r\n';
      let holder = await openSocket(app.baseUrl);
      const hold = () => holder.write(head + `{"content":"${'x'.repeat(2_900_000)}`);
      hold();
      const edit = () => api.patch<{ error: { code: string } }>(path, { content: 'y'.repeat(200_000) });
      const refused = await until(WITHIN_MS, 'a body to find no memory left', async () => {
        const answer = await edit();
        if (answer.status !== 200) return answer;
        if (!holder.closed && !holder.readableLength) return undefined;
        holder.destroy(); // the holder came second and was rejected itself
        holder = await openSocket(app.baseUrl);
        hold();
        return undefined;
      });
      expect([refused.status, refused.body.error.code]).toEqual([503, 'server.too_many_bodies']);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      expect((await api.get('/api/organizations')).status).toBe(200);
      holder.destroy();
      await until(WITHIN_MS, 'the memory to be free', async () => (await edit()).status === 200);
      // The memory counted for finished requests is released and does not add up.
      for (let round = 0; round < 10; round += 1) expect((await edit()).status).toBe(200);
    } finally {
      await app.close();
    }
  });

  it('rejects connections beyond the limit per address with 503, except from a trusted proxy', async () => {
    for (const [proxies, expected] of [
      ['', 503],
      ['127.0.0.1', 200],
    ] as const) {
      const app = await startApp({
        SERVER_MAX_CONNECTIONS_PER_ADDRESS: '20',
        SERVER_TRUSTED_PROXIES: proxies,
      });
      const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(app.baseUrl)));
      try {
        const answer = await sendPlain(app.baseUrl, 'GET', '/api/ping');
        expect([proxies, answer.status]).toEqual([proxies, expected]);
        if (expected !== 503) continue;
        expect(answer.code).toBe('server.too_many_connections');
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
        for (const socket of sockets.splice(0, 10)) socket.destroy();
        await until(
          WITHIN_MS,
          'the connections to be gone',
          async () => (await sendPlain(app.baseUrl, 'GET', '/api/ping')).status === 200,
        );
      } finally {
        for (const socket of sockets) socket.destroy();
        await app.close();
      }
    }
  });

  it('rejects connections beyond the limit for all addresses with 503', async () => {
    const app = await startApp({ SERVER_MAX_CONNECTIONS: '20', SERVER_TRUSTED_PROXIES: 'loopback' });
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(app.baseUrl)));
    try {
      expect(outcome(await sendPlain(app.baseUrl, 'GET', '/api/ping'))).toBe('503 server.too_many_connections');
    } finally {
      for (const socket of sockets) socket.destroy();
      await app.close();
    }
  });
});
