import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { sendPlain } from './plain-socket.js';

const AS_BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the web pages', () => {
  let app: TestApp;
  let asset: string;

  beforeAll(async () => {
    app = await startApp({ PROCESS_MODE: 'web' });
    asset = /"(\/assets\/react-[^"]+\.js)"/.exec(await (await get('/')).text())?.[1] ?? '';
  });
  afterAll(() => app.close());

  /** With its whole body: one that is not read keeps its connection open for seconds. */
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(app.baseUrl + path, { method, headers, redirect: 'manual' });
    return new Response(await response.blob(), response);
  };
  const errorOf = async (response: Response) => {
    const { error } = (await response.json()) as { error: { code: string } };
    return `${response.status} ${error.code}`;
  };

  it('the web pages are served at / with a policy that allows no inline script or style', async () => {
    const response = await get('/');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await response.text()).toContain('href="/api/docs"');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('only the workers that read PDFs compile WebAssembly, and never run code from texts', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? '';
    const workers = readdirSync('apps/web/dist/assets').filter((name) => /^pdf\..*\.mjs$/.test(name));
    expect(workers).toHaveLength(2);
    for (const name of workers) {
      expect(await policyOf(`/assets/${name}`)).toBe(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
      );
    }
    expect(await policyOf(asset)).not.toContain('unsafe');
    expect((await get('/pdfjs/wasm/openjpeg.wasm')).headers.get('content-type')).toBe('application/wasm');
    expect(readdirSync('apps/web/dist/pdfjs/wasm').filter((name) => name.startsWith('quickjs'))).toEqual([]);
  });

  it('the API has a policy of its own', async () => {
    for (const path of ['/api/ping', '/api/nothing', '/api/openapi.json']) {
      const response = await get(path, AS_BROWSER);
      expect(response.headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'self'");
    }
  });

  it('clients keep hashed files for a year and ask again for all others', async () => {
    const cacheOf = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(asset).toMatch(/^\/assets\/.+-[\w-]{8}\.js$/);
    expect(await cacheOf(asset)).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/index.html', '/favicon.svg'])
      expect([path, await cacheOf(path)]).toEqual([path, 'no-cache']);
  });

  it('a known entity tag is answered with 304 and no body', async () => {
    for (const path of ['/', asset]) {
      const etag = (await get(path, { 'accept-encoding': 'identity' })).headers.get('etag') ?? '';
      // Not by fetch: it adds `Cache-Control: no-cache` to a conditional request.
      const ask = (tag: string) => sendPlain(app.baseUrl, 'GET', path, [['if-none-match', tag]]);
      const { status, body } = await ask(etag);
      expect([path, status, body]).toEqual([path, 304, '']);
      expect((await ask('"other"')).status).toBe(200);
    }
  });

  it('files of the pages are sent in the smallest form that a client takes, each with an entity tag of its own', async () => {
    const forms = new Map<string, { etag: string | undefined; length: number }>();
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=1.0, br;q=0', 'gzip'],
      ['identity', undefined],
      ['*', 'br'],
    ] as const)
      for (const path of [asset, '/']) {
        const { headers } = await sendPlain(app.baseUrl, 'HEAD', path, [['accept-encoding', accepted]]);
        expect([path, accepted, headers.get('content-encoding')]).toEqual([path, accepted, encoding]);
        expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
        expect(headers.get('etag')).toMatch(/^"[\w-]+"$/);
        expect(headers.get('accept-ranges')).toBe(encoding === undefined ? 'bytes' : undefined);
        if (path === asset)
          forms.set(encoding ?? 'plain', { etag: headers.get('etag'), length: Number(headers.get('content-length')) });
      }
    expect(new Set([...forms.values()].map(({ etag }) => etag)).size).toBe(3);
    const lengths = ['br', 'gzip', 'plain'].map((form) => forms.get(form)?.length ?? 0);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    const plain = await get(asset, { 'accept-encoding': 'identity' });
    expect(await (await get(asset, { 'accept-encoding': 'br' })).text()).toBe(await plain.text());
  });

  it('a part of a file is sent as it is on the disk, and a part behind its end is refused', async () => {
    const ask = (range: string, others: [string, string][] = []) =>
      sendPlain(app.baseUrl, 'GET', asset, [['accept-encoding', 'br'], ['range', range], ...others]);
    const whole = await (await get(asset, { 'accept-encoding': 'identity' })).text();
    const part = await ask('bytes=0-9');
    expect([part.status, part.body, part.headers.get('content-encoding')]).toEqual([
      206,
      whole.slice(0, 10),
      undefined,
    ]);
    expect(part.headers.get('content-range')).toMatch(/^bytes 0-9\/\d+$/);
    expect((await ask('bytes=99999999-')).status).toBe(416);
    expect((await ask('bytes=0-9', [['if-range', '"other"']])).status).toBe(200);
  });

  it('compressed files have no addresses of their own', async () => {
    for (const path of [`${asset}.br`, `${asset}.gz`, '/.vite/manifest.json'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it('HEAD is answered like GET, without the body', async () => {
    for (const path of ['/', asset, '/organizations/org_1/documents']) {
      const whole = await get(path, AS_BROWSER);
      const head = await get(path, AS_BROWSER, 'HEAD');
      expect([path, head.status, await head.text()]).toEqual([path, 200, '']);
      for (const name of ['content-length', 'content-type', 'cache-control', 'etag', 'content-security-policy'])
        expect([path, name, head.headers.get(name)]).toEqual([path, name, whole.headers.get(name)]);
    }
  });

  it('a browser gets index.html at every address of a page', async () => {
    const index = await (await get('/')).text();
    for (const path of [
      '/login',
      '/organizations/org_1/documents?q=a.b',
      '/apis',
      '/documents/',
      '/shares/x%2Fy',
      '/share',
    ]) {
      const response = await get(path, AS_BROWSER);
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 200, 'no-cache']);
      expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self'/);
      expect(await response.text()).toBe(index);
    }
  });

  it('visitors of a link get separate pages, which are not stored, indexed or sent as referrer', async () => {
    const index = await (await get('/')).text();
    for (const path of ['/share/abc', '/drop/abc?from=mail', '/share/x%2Fy', '/share/', '/link.html']) {
      const response = await get(path, AS_BROWSER);
      const html = await response.text();
      expect([path, response.status, html.includes('noindex, nofollow'), html === index]).toEqual([
        path,
        200,
        true,
        false,
      ]);
      const header = (name: string) => response.headers.get(name);
      expect(header('cache-control')).toBe('no-store');
      expect(header('x-robots-tag')).toBe('noindex, nofollow');
      expect(header('referrer-policy')).toBe('no-referrer');
      expect(header('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
      expect(header('content-security-policy')).toMatch(/form-action 'none'; frame-ancestors 'none'; .* 'none'$/);
      expect(header('content-security-policy')).not.toMatch(/unsafe|\*|https?:|data:/);
    }
  });

  it('missing files, other clients, other methods and paths below /api get 404 in JSON', async () => {
    for (const path of ['/assets/missing-12345678.js', '/favicon.ico', '/.env', '/api', '/api/', '/api/nothing'])
      expect([path, await errorOf(await get(path, AS_BROWSER))]).toEqual([path, '404 api.not-found']);
    expect(await errorOf(await get('/login', { accept: 'application/json' }))).toBe('404 api.not-found');
    expect(await errorOf(await get('/login'))).toBe('404 api.not-found');
    expect(await errorOf(await get('/login', AS_BROWSER, 'POST'))).toBe('404 api.not-found');
  });

  it('the web pages never show a file from outside their folder', async () => {
    const paths = [
      '/../package.json',
      '/%2e%2e/package.json',
      '/%2e%2e/%2e%2e/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/..%5cpackage.json',
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '//package.json',
      '/%00/../package.json',
      '/src/main.ts',
    ];
    for (const path of paths) {
      const { status, body } = await sendPlain(app.baseUrl, 'GET', path, [['accept', 'text/html']]);
      expect([path, body.includes('"name"'), status === 404 || status === 400]).toEqual([path, false, true]);
    }
    const { status, body } = await sendPlain(app.baseUrl, 'GET', '/%2e%2e/', [['accept', 'text/html']]);
    expect([status, body.includes('<title>Archivolt</title>')]).toEqual([200, true]);
  });
});
