import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiDescription } from '../support/api-description.js';
import { startApp, type TestApp } from '../support/app.js';

describe('the API description served by the server', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ PROCESS_MODE: 'web' });
  });
  afterAll(() => app.close());

  const get = (path: string) => fetch(app.baseUrl + path);

  it('the served description is the committed openapi.json and needs no sign-in', async () => {
    const response = await get('/api/openapi.json');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const file = new URL('../../docs/reference/openapi.json', import.meta.url);
    expect(await response.text()).toBe(readFileSync(file, 'utf8'));
  });

  it('the served description contains exactly the routes of the server', () => {
    const served = routesOf(
      (app.app as NestFastifyApplication).getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }),
    );
    const described = new ApiDescription().operations().map(({ name }) => name);
    const assets = /^GET \/api\/docs\/[\w.-]+$/;
    expect(served.length).toBeGreaterThan(40);
    expect(served.filter((name) => !assets.test(name) && !name.includes('/api/auth/')).sort()).toEqual(
      described.filter((name) => !name.includes('/api/auth/')).sort(),
    );
  });

  it('the page of the API loads nothing from other origins', async () => {
    const response = await get('/api/docs');
    const html = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    const files = parts.filter((address) => !address.startsWith('data:'));
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      expect(file).not.toMatch(/^(https?:)?\/\//);
      const part = await fetch(new URL(file, `${app.baseUrl}/api/docs`));
      expect([file, part.status, (await part.text()).length]).toEqual([file, 200, expect.any(Number)]);
      expect([file, part.headers.get('content-type')]).toEqual([file, expect.stringMatching(typeOf(file))]);
    }
  });

  it('only the documentation page allows scripts', async () => {
    const policyOf = async (path: string) => {
      const response = await get(path);
      await response.text();
      return response.headers.get('content-security-policy');
    };
    expect(await policyOf('/api/docs')).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(await policyOf('/api/docs')).not.toMatch(/unsafe-eval|https?:|\*/);
    for (const path of ['/api/openapi.json', '/api/ping', '/api/docs/start.js', '/api/nothing']) {
      expect(await policyOf(path)).toBe("default-src 'none';frame-ancestors 'self'");
    }
  });
});

const TYPES: Readonly<Record<string, RegExp>> = {
  css: /^text\/css/,
  js: /^(text|application)\/javascript/,
  json: /^application\/json/,
};
const typeOf = (file: string): RegExp => TYPES[file.split('.').at(-1) ?? ''] ?? /^$/;

/** Returns entries such as `GET /api/x/{id}` from the route tree that Fastify prints. */
function routesOf(tree: string): string[] {
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', name = '', methods] = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4;
    parents.splice(depth, parents.length, name);
    const path = parents
      .join('')
      .replace(/:(\w+)/g, '{$1}')
      .replace(/(.)\/$/, '$1');
    const verbs = (methods ?? '').split(', ').filter((verb) => verb !== '' && verb !== 'HEAD' && verb !== 'OPTIONS');
    return path.startsWith('/api') ? verbs.map((verb) => `${verb} ${path}`) : [];
  });
}
