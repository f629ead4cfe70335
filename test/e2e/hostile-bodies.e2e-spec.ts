import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeArchive, type Archive } from '../authorization/archive.js';
import { declaredRoutes, type DeclaredRoute } from '../authorization/declared-routes.js';
import { buildRequest } from '../authorization/build-request.js';
import { ROUTE_CATALOGUE } from '../authorization/route-catalogue.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { isFullSet, sample } from '../support/sample.js';
import { poolOf } from '../support/rows.js';
import { Caller } from './caller.js';
import { ServerConfig } from '#config/server';

/** Of these, the gate sends some to each field and each route, the full set all. */
const SAMPLED = { oddities: 8, keys: 2, broken: 6 };

/** JSON values that no field expects. */
const ODDITIES: readonly string[] = [
  'null',
  'true',
  '0',
  '-0',
  '1e400',
  '1e308',
  '-1',
  '9007199254740993',
  '123456789012345678901234567890',
  '""',
  '" "',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[{}]',
  '["a","b"]',
  '{"$ne":1}',
  '{"__raw":"1; drop table document"}',
  '{"sql":"select 1","params":[]}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":1,"valueOf":1,"length":-1}',
  '{"toJSON":null}',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00 lone \\ud83d"',
  '"\\ufeff\\u202e\\u2066\\u200b"',
  '"\'; drop table document; --"',
  '"%_\\\\"',
  '"__proto__"',
  '"constructor"',
  '"-100000-01-01T00:00:00Z"',
  '"+275760-09-13T00:00:00.000Z"',
  '"0000-00-00"',
  `"${'é'.repeat(300)}"`,
  `"${'a'.repeat(200_000)}"`,
  `[${Array.from({ length: 2000 }, () => '"doc_000000000000000000000000"').join()}]`,
];
const BROKEN_BODIES: readonly string[] = [
  '',
  ' ',
  '{',
  '}',
  '[',
  'null',
  'true',
  '1',
  '"text"',
  '[]',
  '{"a":1}}',
  "{'a':1}",
  '{"a":NaN}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"\\u005f_proto__":{"isAdmin":true}}',
  '{"prototype":1,"hasOwnProperty":1}',
  '{"":1}',
  '{"\\u0000":1}',
  '{"\\ud800":1}',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
  `{${Array.from({ length: 5000 }, (_, index) => `"k${index}":1`).join()}}`,
  `{"name":1${'0'.repeat(100_000)}}`,
];
const REFUSED_SHAPES = /^(400|413) (server\.invalid_request|document\.|custom_property_definition\.invalid_update)/;
/** Routes for which the contract has a code of its own. */
const CODE_OF_INVALID_BODY = new Map([
  [
    'PUT /api/organizations/:organizationId/custom-properties/:propertyDefinitionId',
    'custom_property_definition.invalid_update',
  ],
]);

describe('hostile request bodies', () => {
  let app: TestApp;
  let api: ApiClient;
  let archive: Archive;
  let cookie: string;
  let administratorCookie: string;
  let withBody: DeclaredRoute[];

  beforeAll(async () => {
    app = await startApp({ MAX_ORGANIZATION_COUNT_PER_USER: '1000', MAX_TAGS_PER_ORGANIZATION: '1000' });
    const { userId, api: ownerApi } = await app.aUser({ email: 'owner@example.test' });
    api = ownerApi;
    archive = await makeArchive(app, api, userId);
    const administrator = await app.aUser({ email: 'administrator@example.test' });
    await poolOf(app).query('update "user" set is_admin = (id = $1)', [administrator.userId]);
    cookie = await sessionOf('owner@example.test');
    administratorCookie = await sessionOf('administrator@example.test');
    withBody = declaredRoutes(app.app).filter(({ name }) => ROUTE_CATALOGUE[name]?.body !== undefined);
    expect(withBody.length).toBeGreaterThan(10);
  });
  afterAll(() => app.close());

  const sessionOf = async (email: string) => {
    const browser = new Caller(app.baseUrl, `http://localhost:${app.installation.config(ServerConfig).port}`);
    await browser.post('/api/auth/sign-in/email', { email, password: 'correct horse' });
    return browser.cookieHeader();
  };
  /** Routes of administrators get the session of a user whom the bodies do not change. */
  const credentialFor = ({ access }: DeclaredRoute): Record<string, string> => {
    if (access.kind === 'admin') return { cookie: administratorCookie };
    return access.kind === 'session' ? { cookie } : { authorization: `Bearer ${api.token}` };
  };
  const send = async (route: DeclaredRoute, body: Buffer | string, type = 'application/json') => {
    const { method, path } = buildRequest(route, archive);
    const headers = { ...credentialFor(route), 'content-type': type };
    const answer = await fetch(app.baseUrl + path, { method, headers, body });
    const text = await answer.text();
    const code = /"code":"([^"]*)"/.exec(text)?.[1];
    return { outcome: `${answer.status} ${code}`, status: answer.status, text };
  };

  it('accepts or rejects any odd value in any field of any route without a server error', async () => {
    const failures: string[] = [];
    let count = 0;
    for (const route of withBody) {
      const good = ROUTE_CATALOGUE[route.name]?.body?.(archive);
      for (const field of fieldsOf(good)) {
        const place = `${route.name} ${field.join('.')}`;
        for (const oddity of sample(ODDITIES, SAMPLED.oddities, (value) => place + value)) {
          const { status, outcome, text } = await send(route, withField(good, field, oddity));
          count += 1;
          if (status >= 500) failures.push(`${place} = ${oddity.slice(0, 60)}: ${outcome}`);
          // What was sent may come back.
          expect(text.replaceAll(oddity, '')).not.toMatch(/node_modules|select |relation "|ppapi_(?!.{64})/);
        }
      }
    }
    expect(failures).toEqual([]);
    expect(count).toBeGreaterThan(isFullSet ? 2_000 : 500);
  });

  it('rejects an unknown key in a body on every route and names the key', async () => {
    for (const route of withBody) {
      const good = ROUTE_CATALOGUE[route.name]?.body?.(archive) as object;
      const keys = ['surprise', 'constructor', 'toString', 'hasOwnProperty', 'isAdmin', 'createdAt'];
      for (const key of sample(keys, SAMPLED.keys, (name) => route.name + name)) {
        const { outcome, text } = await send(route, JSON.stringify({ ...good, [key]: 'x' }));
        const code = CODE_OF_INVALID_BODY.get(route.name) ?? 'server.invalid_request.body';
        expect([route.name, key, outcome]).toEqual([route.name, key, `400 ${code}`]);
        expect(text).toContain(`"${key}"`);
      }
    }
  });

  it('rejects a malformed or wrongly shaped body on every route', async () => {
    for (const route of withBody) {
      for (const body of sample(BROKEN_BODIES, SAMPLED.broken, (text) => route.name + text)) {
        const { outcome } = await send(route, body);
        const isEmpty = ['', 'null'].includes(body) && outcome.startsWith('2'); // where every key is optional
        const shape = isEmpty ? '400 server.invalid_request' : outcome;
        expect([route.name, body.slice(0, 60), shape]).toEqual([
          route.name,
          body.slice(0, 60),
          expect.stringMatching(REFUSED_SHAPES),
        ]);
      }
    }
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  });

  it('rejects other content types and encodings where JSON is required', async () => {
    const [create] = withBody.filter(({ name }) => name === 'POST /api/organizations');
    if (!create) throw new Error('the route is gone');
    const good = '{"name":"Some archive"}';
    for (const type of [
      'text/plain',
      'text/plain;application/json',
      'application/x-www-form-urlencoded',
      'application/xml',
    ])
      expect([type, (await send(create, good, type)).outcome]).toEqual([type, '400 server.invalid_request.body']);
    expect((await send(create, Buffer.from(good, 'utf16le'))).outcome).toMatch(/^400 /);
    expect((await send(create, Buffer.from('{"name":"caf\xe9 bar"}', 'latin1'))).status).toBeLessThan(500);
    expect((await send(create, good, 'application/json; charset=utf-7')).status).toBeLessThan(500);
    expect((await send(create, good, 'application/json\t; charset=utf-8')).status).toBeLessThan(500);
    expect((await send(create, `{"name":"${'a'.repeat(13_000_000)}"}`)).outcome).toBe(
      '413 server.invalid_request.too_large',
    );
  });

  it('rejects a key that occurs twice and names it', async () => {
    const [create] = withBody.filter(({ name }) => name === 'POST /api/organizations');
    if (!create) throw new Error('the route is gone');
    for (const body of [
      '{"name":"First one","name":"Second one"}',
      '{"name":"First one","n\\u0061me":"Second one"}',
      '{"name":"Fine name","name":["x"]}',
    ]) {
      const { outcome, text } = await send(create, body);
      expect([body, outcome]).toEqual([body, '400 server.invalid_request.body']);
      expect(text).toContain('property name is given twice');
    }
  });

  it('the archive stays readable on every page after all hostile bodies', async () => {
    const base = `/api/organizations/${archive.organizationId}`;
    for (const path of ['', '/documents', '/documents/deleted', '/tags', '/tagging-rules', '/tasks', '/settings'])
      expect([path, (await api.get(base + path)).status]).toEqual([path, 200]);
    const { body } = await api.get<{ documents: { id: string }[] }>(`${base}/documents/deleted`);
    for (const { id } of [{ id: archive.documentId }, ...body.documents])
      for (const path of ['', '/activity', '/file'])
        expect([id, path, (await api.get(`${base}/documents/${id}${path}`)).status]).toEqual([id, path, 200]);
    await app.drain();
    expect((await api.get('/api/organizations')).status).toBe(200);
  });
});

/** Returns the path to every value inside a body. */
function fieldsOf(value: unknown, path: readonly string[] = []): string[][] {
  const own = path.length === 0 ? [] : [[...path]];
  if (typeof value !== 'object' || value === null) return own;
  return [...own, ...Object.entries(value).flatMap(([key, child]) => fieldsOf(child, [...path, key]))];
}

/** Serializes the body with one value replaced by the given JSON. */
function withField(body: unknown, path: readonly string[], json: string): string {
  const mark = 'the place of the oddity';
  const copy = structuredClone(body) as Record<string, unknown>;
  let parent = copy;
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
  parent[path.at(-1) ?? ''] = mark;
  return JSON.stringify(copy).replace(`"${mark}"`, () => json);
}
