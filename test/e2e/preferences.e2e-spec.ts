import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { Caller } from './caller.js';

const PATH = '/api/users/me/preferences';

describe('preferences of a user', () => {
  let app: TestApp;
  let caller: Caller;
  let userId: string;
  let users = 0;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const email = `preferences${(users += 1)}@example.test`;
    ({ userId } = await app.aUser({ email }));
    caller = new Caller(app.baseUrl, `http://localhost:${app.installation.config(ServerConfig).port}`);
    await caller.post('/api/auth/sign-in/email', { email, password: 'correct horse' });
  });

  const save = (preferences: unknown) => caller.put(PATH, { preferences });

  it('preferences are empty at first and are replaced as a whole', async () => {
    expect(await caller.get(PATH)).toMatchObject({ status: 200, body: { preferences: {} } });
    const preferences = {
      z: 1,
      theme: 'dark',
      columns: ['name', { id: 'tags' }],
      nested: { a: null },
      updatedAt: 'mine',
    };
    expect(await save(preferences)).toMatchObject({ status: 200, body: { preferences } });
    const { body } = await caller.get(PATH);
    expect(JSON.stringify(body)).toBe(JSON.stringify({ preferences }));
    await save({ theme: 'light' });
    expect((await caller.get(PATH)).body).toEqual({ preferences: { theme: 'light' } });
  });

  it('preferences belong to one user, and are deleted with the account', async () => {
    await save({ theme: 'dark' });
    const other = await app.aUser();
    const rows = async (id: string): Promise<object[]> =>
      (
        await poolOf(app).query<{ preferences: object }>(
          'select preferences from user_preferences where user_id = $1',
          [id],
        )
      ).rows;
    expect(await rows(other.userId)).toEqual([]);
    expect(await rows(userId)).toEqual([{ preferences: { theme: 'dark' } }]);
    await poolOf(app).query('delete from "user" where id = $1', [userId]);
    expect(await rows(userId)).toEqual([]);
  });

  it('preferences are not overwritten by a client that has not seen the latest ones', async () => {
    const etagOf = async () => (await caller.get(PATH)).headers.get('etag') ?? '';
    const first = await etagOf();
    const saveIf = (etag: string, theme: string) =>
      caller.with({ 'if-match': etag }).put(PATH, { preferences: { theme } });
    const outcomes = await Promise.all([saveIf(first, 'dark'), saveIf(first, 'light')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(await saveIf(first, 'old')).toMatchObject({ body: { error: { code: 'server.precondition_failed' } } });
    expect(await saveIf(await etagOf(), 'new')).toMatchObject({ status: 200 });
  });

  it('preferences have at most 16 KB as JSON', async () => {
    const ofBytes = (bytes: number) => ({ a: 'ä'.repeat((bytes - 8) / 2) });
    expect(await save(ofBytes(16_384))).toMatchObject({ status: 200 });
    const { status, body } = await save(ofBytes(16_386));
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { code: 'server.invalid_request.body', details: [{ path: 'preferences' }] } },
    });
  });

  it.each<[string, string]>([
    ['null', '{"preferences":null}'],
    ['a list', '{"preferences":[]}'],
    ['a text', '{"preferences":"dark"}'],
    ['nothing', '{}'],
    ['another key', '{"preferences":{},"theme":"dark"}'],
    ['a key with U+0000', '{"preferences":{"a":{"\\u0000":1}}}'],
    ['a key with half of a surrogate pair', '{"preferences":{"a":[{"\\ud800":1}]}}'],
    ['a value with U+0000', '{"preferences":{"a":"\\u0000"}}'],
    ['the key __proto__', '{"preferences":{"__proto__":{"admin":true}}}'],
    ['the key constructor', '{"preferences":{"a":{"constructor":1}}}'],
  ])('preferences are refused when they are %s', async (_, body) => {
    expect(await caller.send('PUT', PATH, body, 'application/json')).toMatchObject({ status: 400 });
    expect((await caller.get(PATH)).body).toEqual({ preferences: {} });
  });
});
