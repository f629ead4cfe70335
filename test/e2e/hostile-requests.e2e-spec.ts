import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication, LoggerService } from '@nestjs/common';
import { ServerConfig } from '#config/server';
import { PERMISSIONS } from '#ground/http-kit';
import { makeArchive, type Archive } from '../authorization/archive.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { Caller } from './caller.js';
import { exchange, openSocket, sendPlain, type Header, type PlainResponse } from './plain-socket.js';

const JSON_BODY: Header = ['content-type', 'application/json'];
const SECRETS =
  /ppapi_|better-auth|node_modules|\bat .+:\d+:\d+|\.ts:\d|select |insert into|relation "|syntax error|\/tmp\//i;

describe('hostile HTTP requests', () => {
  let app: TestApp;
  let api: ApiClient;
  let archive: Archive;
  /** The key of the owner, with every permission except those to read. */
  let blindKey: Header;
  let key: Header;
  let cookie: Header;
  let origin: string;
  const logged: string[] = [];

  beforeAll(async () => {
    app = await startApp({ LOG_LEVEL: 'debug' });
    (app.app as INestApplication).useLogger(recorder(logged));
    const { userId, api: ownerApi } = await app.aUser({ email: 'owner@example.test' });
    api = ownerApi;
    archive = await makeArchive(app, api, userId);
    origin = `http://localhost:${app.installation.config(ServerConfig).port}`;
    const browser = new Caller(app.baseUrl, origin);
    await browser.post('/api/auth/sign-in/email', { email: 'owner@example.test', password: 'correct horse' });
    cookie = ['cookie', browser.cookieHeader()];
    const permissions = PERMISSIONS.filter((permission) => !permission.endsWith(':read'));
    const created = await browser.post('/api/api-keys', { name: 'blind', permissions });
    blindKey = ['authorization', `Bearer ${(created.body as { token: string }).token}`];
    key = ['authorization', `Bearer ${api.token}`];
  });
  afterAll(() => app.close());

  const send = async (method: string, path: string, headers: readonly Header[] = [], body?: Buffer | string) =>
    decent(await sendPlain(app.baseUrl, method, path, headers, body), path);
  const outcome = ({ status, code }: PlainResponse) => `${status} ${code}`;
  const organization = () => `/api/organizations/${archive.organizationId}`;

  describe('with a disguised address', () => {
    const disguises: readonly ((path: string) => string)[] = [
      (path) => path.replace('/api', '/%61pi'),
      (path) => path.replace('/api', '/%2561pi'),
      (path) => `/${path}`,
      (path) => path.replace('/api/', '/api//'),
      (path) => path.replace('/api/', '/api/./'),
      (path) => path.replace('/api/', '/api/ping/../'),
      (path) => path.replace('/api/', '/api/ping/%2e%2e/'),
      (path) => path.replace('/api/', '/api/ping/%2e%2e%2f'),
      (path) => path.replace('/api/', '/api/auth/../'),
      (path) => path.replace('/api/', '/api/auth/%2e%2e/'),
      (path) => path.replace('/api/', '/api\\'),
      (path) => `${path}/`,
      (path) => `${path}.`,
      (path) => `${path}.json`,
      (path) => `${path};jsessionid=1`,
      (path) => `${path}%00`,
      (path) => `${path}%20`,
      (path) => `${path}%2f`,
      (path) => `${path}%3fx`,
      (path) => path.replace('organizations', 'organizations;a=b'),
      (path) => path.toUpperCase(),
      (path) => path.replace('organizations', 'Organizations'),
      (path) => path.replace('organizations', 'organi%7Aations'),
      (path) => path.replace('organizations', '%6frganizations'),
      (path) => path.replace('/api', '/%c0%afapi'),
      (path) => path.replace('/api', '/%zz/api'),
      (path) => `${path}?`,
      (path) => `${path}#/api/ping`,
      (path) => `http://elsewhere.example${path}`,
      (path) => `/api/ping?${path}`,
    ];

    it('a disguised address gives access to nothing that the plain address would refuse', async () => {
      for (const disguise of disguises) {
        for (const credential of [[], [blindKey]] as Header[][]) {
          for (const path of ['/api/organizations', `${organization()}/documents/${archive.documentId}/file`]) {
            const answer = await send('GET', disguise(path), credential);
            if (!disguise(path).startsWith('/api/ping?')) expect([400, 401, 403, 404]).toContain(answer.status);
            expect(answer.body).not.toContain(archive.marker);
          }
        }
      }
    });

    it('a disguised address or an odd id never makes the server fail for an authorized caller', async () => {
      for (const disguise of disguises) {
        const { status } = await send('GET', disguise(organization()), [key]);
        expect([200, 400, 404]).toContain(status);
      }
      for (const path of [
        `${organization()}/`,
        organization().toUpperCase(),
        `${organization()}/nothing`,
        '/api',
        '/nothing',
      ])
        expect([path, outcome(await send('GET', path, [key]))]).toEqual([path, '404 api.not-found']);
      for (const id of [
        '%00',
        'null',
        '__proto__',
        'constructor',
        'a'.repeat(290),
        'a'.repeat(5000),
        '%F0%9F%98%80',
        "'",
        '*',
      ])
        expect([400, 404]).toContain((await send('GET', `/api/organizations/${id}`, [key])).status);
    });
  });

  describe('with an unexpected method', () => {
    it('ignores headers that try to override the method', async () => {
      for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override', '_method']) {
        expect((await send('GET', organization(), [key, [name, 'DELETE']])).status).toBe(200);
        expect(outcome(await send('POST', organization(), [key, [name, 'DELETE'], JSON_BODY], '{}'))).toBe(
          '404 api.not-found',
        );
      }
      expect((await send('GET', organization(), [key])).status).toBe(200);
    });

    it('rejects unknown methods with 404 and echoes nothing of the request', async () => {
      for (const method of ['TRACE', 'PROPFIND', 'SEARCH', 'LOCK', 'PUT', 'QUERY']) {
        const answer = await send(method, '/api/organizations', [key, ['x-secret', 'echo me']]);
        expect([method, outcome(answer)]).toEqual([method, '404 api.not-found']);
        expect(answer.body).not.toContain('echo me');
      }
      for (const method of ['BREW', 'get']) expect((await send(method, '/api/organizations', [key])).status).toBe(400);
      const preflight = await send('OPTIONS', organization(), [key]);
      expect(preflight.body).not.toContain(archive.marker);
      expect(preflight.status).toBeLessThan(500);
      const connect = await sendPlain(app.baseUrl, 'CONNECT', 'localhost:5432', [key]);
      expect(connect.status).not.toBe(200);
    });
  });

  describe('with a credential in the wrong place or form', () => {
    it('rejects misplaced, malformed or duplicate credentials with 401', async () => {
      const token = api.token ?? '';
      const form: Header = ['content-type', 'application/x-www-form-urlencoded'];
      const answers = [
        await send('GET', `/api/organizations?access_token=${token}`),
        await send('GET', `/api/organizations?token=${token}&authorization=Bearer%20${token}`),
        await send('GET', '/api/organizations', [['cookie', `access_token=${token}; Authorization=Bearer ${token}`]]),
        await send('POST', '/api/organizations', [form], `name=Sneaky&access_token=${token}`),
        await send('POST', '/api/organizations', [JSON_BODY], JSON.stringify({ name: 'Sneaky', access_token: token })),
        await send('GET', '/api/organizations', [['x-api-key', token]]),
        await send('GET', '/api/organizations', [['proxy-authorization', `Bearer ${token}`]]),
        await send('GET', '/api/organizations', [['authorization', token]]),
        await send('GET', '/api/organizations', [['authorization', `Token ${token}`]]),
        await send('GET', '/api/organizations', [['authorization', `Bearer ${token}x`]]),
        await send('GET', '/api/organizations', [['authorization', `Bearer ${token} ${token}`]]),
        await send('GET', '/api/organizations', [['authorization', `Bearer ${token}, Bearer ${token}`]]),
        await send('GET', '/api/organizations', [['authorization', `Bearer "${token}"`]]),
        await send('GET', '/api/organizations', [['authorization', `Bearer ${token.toUpperCase()}`]]),
        await send('GET', '/api/organizations', [['authorization', `Bearer ${'a'.repeat(14_000)}`]]),
        await send('GET', '/api/organizations', [['authorization', 'Bearer __proto__']]),
        await send('GET', '/api/organizations', [['authorization', 'Bearer']]),
        await send('GET', '/api/organizations', [['authorization', '']]),
        await send('GET', '/api/organizations', [key, ['authorization', 'Bearer other']]),
        await send('GET', '/api/organizations', [['authorization', 'Bearer other'], key]),
        await send('GET', '/api/organizations', [key, key]),
        await send('GET', '/api/organizations', [key, ['authorization', 'Basic dXNlcjpwYXNz']]),
        await send('GET', '/api/organizations', [['cookie', `better-auth.session_token=${'a'.repeat(10_000)}`]]),
        await send('GET', '/api/organizations', [['cookie', 'better-auth.session_token=%00%zz; ;;=;__proto__=1']]),
      ];
      expect(answers.map(outcome)).toEqual(answers.map(() => '401 auth.unauthorized'));
    });

    it('accepts a bearer token when only the case of the scheme or extra spaces differ', async () => {
      for (const value of [
        `bearer ${api.token}`,
        `BEARER ${api.token}`,
        `Bearer ${api.token} `,
        `Bearer   ${api.token}`,
      ])
        expect((await send('GET', '/api/organizations', [['authorization', value]])).status).toBe(200);
    });

    it('rejects an oversized or malformed Authorization header before any route runs', async () => {
      expect(outcome(await send('GET', '/api/ping', [['authorization', `Bearer ${'a'.repeat(1_000_000)}`]]))).toBe(
        '431 server.invalid_request.headers_too_large',
      );
      expect(outcome(await send('GET', '/api/ping', [['x-filler', 'a'.repeat(65_536)]]))).toMatch(/^431 /);
      expect(outcome(await send('GET', '/api/ping', [['authorization', `Bearer \0${api.token}`]]))).toMatch(/^400 /);
    });

    it('ignores the Basic credentials of a proxy: public routes and sessions still work', async () => {
      const basic: Header = ['authorization', 'Basic dXNlcjpwYXNz'];
      for (const path of ['/api/ping', '/api/health', '/api/config', '/api/auth/get-session'])
        expect([path, (await send('GET', path, [basic])).status]).toEqual([path, 200]);
      expect((await send('GET', '/api/users/me', [basic, cookie])).status).toBe(200);
      expect(outcome(await send('GET', '/api/users/me', [basic]))).toBe('401 auth.unauthorized');
    });
  });

  describe('from a page of another origin', () => {
    const foreign = [
      'https://evil.example',
      'null',
      'http://localhost:3000.evil.example',
      'file://',
      'http://localhost:3001',
    ];

    it('grants no CORS access to a page of an unknown origin', async () => {
      for (const page of foreign) {
        for (const [method, extra] of [
          ['GET', []],
          ['OPTIONS', [['access-control-request-method', 'DELETE'] as Header]],
        ] as const) {
          const { headers } = await send(method, '/api/organizations', [['origin', page], cookie, ...extra]);
          expect([page, headers.get('access-control-allow-origin')]).toEqual([page, undefined]);
        }
      }
      const { headers } = await send('GET', '/api/organizations', [['origin', 'http://localhost:3000'], cookie]);
      expect(headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
      expect(headers.get('vary')).toMatch(/origin/i);
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    });

    it('rejects changes that a page of an unknown origin attempts with the session cookie', async () => {
      const form: Header = ['content-type', 'multipart/form-data; boundary=x'];
      const file =
        '--x\r\ncontent-disposition: form-data; name="file"; filename="planted.txt"\r\n\r\nplanted\r\n--x--\r\n';
      for (const page of foreign) {
        const from: Header[] = [cookie, ['origin', page]];
        const answers = [
          await send('POST', `${organization()}/documents`, [...from, form], file),
          await send('DELETE', organization(), from),
          await send('PUT', organization(), [...from, JSON_BODY], '{"name":"Taken over"}'),
        ];
        for (const answer of answers) {
          expect(outcome(answer)).toBe('403 auth.forbidden');
          expect(answer.body).toContain('APP_BASE_URL');
        }
        expect((await send('GET', organization(), from)).status).toBe(200); // the page cannot read this response
      }
      const { body } = await send('GET', `${organization()}/documents`, [key]);
      expect(body).not.toContain('planted');
      const own = [origin, app.baseUrl, 'http://localhost:3000'];
      for (const page of own) {
        const { status } = await send(
          'PUT',
          organization(),
          [cookie, ['origin', page], JSON_BODY],
          `{"name":"${archive.marker}"}`,
        );
        expect([page, status]).toEqual([page, 200]);
      }
    });
  });

  it('puts a request id that is safe to log on every response', async () => {
    const answers = [
      await send('GET', '/api/ping'),
      await send('GET', '/api/nothing'),
      await send('GET', '/api/organizations'),
      await send('GET', '/api/%zz'),
      await send('GET', organization(), [blindKey]),
      await send('GET', '/api/organizations/org_1', [key]),
      await send('POST', '/api/organizations', [key, JSON_BODY], '{'),
      await send('OPTIONS', '/api/organizations'),
      await send('POST', '/api/auth/sign-in/email', [JSON_BODY, ['origin', 'https://evil.example']], '{}'),
      await send('OPTIONS', '/api/ping', [
        ['origin', 'http://localhost:3000'],
        ['access-control-request-method', 'PUT'],
      ]),
      await send('GET', '/api/ping', [['x-filler', 'a'.repeat(65_536)]]),
      await exchange(app.baseUrl, 'nonsense\r\n\r\n'),
      await exchange(
        app.baseUrl,
        'POST /api/ping HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      ),
    ];
    expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual(
      answers.map(() => expect.stringMatching(/^req_[a-z0-9]{24}$/)),
    );
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(ids.length);
    expect((await send('GET', '/api/nothing', [['x-request-id', 'my-trace:1.a']])).headers.get('x-request-id')).toBe(
      'my-trace:1.a',
    );
    for (const id of ['<script>', 'a b', 'a\tb', 'é', 'a'.repeat(101), '${jndi:x}', '\u001b[31m', 'a, b', '']) {
      const { headers } = await sendPlain(app.baseUrl, 'GET', '/api/nothing', [['x-request-id', id]]);
      expect([id, headers.get('x-request-id')]).toEqual([id, expect.stringMatching(/^req_[a-z0-9]{24}$/)]);
    }
  });

  it('writes neither the token nor forged lines to the log', async () => {
    logged.length = 0;
    const injected = `${organization()}/documents/%0d%0a[Nest]%20ERROR%20forged%1b[31m`;
    await send('GET', injected, [key, ['user-agent', '\u001b[31mforged']]);
    await send('GET', `/api/nothing/forged%0aline?token=${api.token}`, [['x-request-id', 'forged']]);
    await send(
      'POST',
      `${organization()}/tags`,
      [key, JSON_BODY],
      JSON.stringify({ name: 'forged\nline', color: '#123456' }),
    );
    await send('POST', '/api/organizations', [key, JSON_BODY], `{"forged": "${api.token}"`);
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.filter((line) => line.replace('(forged)', '').includes('forged'))).toEqual([]);
    expect(logged.filter((line) => line.includes('ppapi_'))).toEqual([]);
  });

  it('the error that reveals least is reported when several checks fail', async () => {
    const elsewhere = '/api/organizations/org_000000000000000000000000';
    const bad = '{"unknown":1}';
    const cases: [string, Promise<PlainResponse>][] = [
      ['401 auth.unauthorized', send('PUT', '/api/organizations/bad?x=1', [JSON_BODY], bad)],
      ['403 auth.forbidden', send('GET', '/api/organizations/bad/documents?x=1', [blindKey])],
      ['400 server.invalid_request.params', send('GET', '/api/organizations/bad/documents?x=1', [key])],
      ['400 server.invalid_request.query', send('GET', `${elsewhere}/documents?x=1`, [key])],
      ['400 server.invalid_request.body', send('PUT', elsewhere, [key, JSON_BODY], bad)],
      ['403 user.not_in_organization', send('PUT', elsewhere, [key, JSON_BODY], '{"name":"Fine name"}')],
      ['403 user.not_in_organization', send('GET', `${elsewhere}/documents/${archive.documentId}`, [key])],
      ['404 document.not_found', send('GET', `${organization()}/documents/doc_000000000000000000000000`, [key])],
    ];
    for (const [expected, answer] of cases) expect(outcome(await answer)).toBe(expected);
  });

  it('keeps serving other clients while one client holds a thousand connections open', async () => {
    const sockets = [];
    for (let batch = 0; batch < 20; batch += 1)
      sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => openSocket(app.baseUrl)))));
    try {
      for (const [index, socket] of sockets.entries()) {
        // A third have sent a request, a third are half-way through one, a third send nothing.
        if (index % 3 === 0) socket.resume().write('GET /api/ping HTTP/1.1\r\nhost: x\r\n\r\n');
        if (index % 3 === 1) socket.write('GET /api/ping HTTP/1.1\r\nx-slow: ');
      }
      for (let round = 0; round < 5; round += 1) {
        expect((await send('GET', '/api/health')).status).toBe(200);
        expect((await send('GET', organization(), [key])).status).toBe(200);
      }
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});

/** Returns the response after checking what every response must satisfy. */
function decent(answer: PlainResponse, about: string): PlainResponse {
  const { status, headers, body, code } = answer;
  expect([about, status]).toEqual([about, expect.any(Number)]);
  expect(status).toBeGreaterThanOrEqual(200);
  expect([about, status, body, status < 500]).toEqual([about, status, body, true]);
  expect([about, headers.get('x-request-id')]).toEqual([about, expect.any(String)]);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  if (status < 400) return answer;
  expect([about, headers.get('cache-control')]).toEqual([about, 'no-store']);
  expect([about, headers.get('content-type')]).toEqual([about, expect.stringContaining('application/json')]);
  expect([about, body, code]).toEqual([about, body, expect.any(String)]);
  expect(body).not.toMatch(SECRETS);
  return answer;
}

function recorder(lines: string[]): LoggerService {
  const note = (...parts: unknown[]) => void lines.push(parts.map(String).join(' '));
  return { log: note, error: note, warn: note, debug: note, verbose: note, fatal: note };
}
