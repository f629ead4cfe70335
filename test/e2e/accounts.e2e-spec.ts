import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { ServerConfig } from '#config/server';
import { POSTGRES_POOL } from '#ground/database';
import { startApp, type TestApp } from '../support/app.js';
import { Caller } from './caller.js';

const PASSWORD = 'a good password';

let server: TestApp;
/** For changes that no route offers. */
let pool: pg.Pool;
let port: number;
let nextPerson = 0;

beforeAll(async () => {
  server = await startApp();
  pool = server.app.get<pg.Pool>(POSTGRES_POOL, { strict: false });
  port = server.installation.config(ServerConfig).port;
});
afterAll(() => server.close());

const anonymous = () => new Caller(server.baseUrl, `http://localhost:${port}`);

async function signUp(email = `person${(nextPerson += 1)}@example.test`): Promise<Caller & { email: string }> {
  const caller = anonymous();
  const answer = await caller.post('/api/auth/sign-up/email', { name: 'Person', email, password: PASSWORD });
  expect(answer.status).toBe(200);
  return Object.assign(caller, { email });
}

async function createOrganization(caller: Caller, name = 'Archive'): Promise<string> {
  const answer = await caller.post('/api/organizations', { name });
  expect(answer.status).toBe(200);
  return (answer.body as { organization: { id: string } }).organization.id;
}

async function createKey(owner: Caller, fields: object = {}): Promise<{ caller: Caller; id: string; token: string }> {
  const body = { name: 'Script', permissions: ['organizations:read'], ...fields };
  const answer = await owner.post('/api/api-keys', body);
  expect(answer).toMatchObject({ status: 200 });
  const { apiKey, token } = answer.body as { apiKey: { id: string }; token: string };
  return { caller: anonymous().with({ authorization: `Bearer ${token}` }), id: apiKey.id, token };
}

const code = (body: unknown) => (body as { error?: { code?: string } }).error?.code;

describe('signing up and signing in', () => {
  it('creates an account on sign-up, sets the session cookie and returns the user from /api/users/me', async () => {
    const caller = anonymous();
    const signedUp = await caller.post('/api/auth/sign-up/email', {
      name: 'Ada',
      email: 'Ada@Example.test',
      password: PASSWORD,
    });
    expect(signedUp).toMatchObject({
      status: 200,
      body: { token: expect.any(String), user: { email: 'ada@example.test' } },
    });
    expect(Object.keys((signedUp.body as { user: object }).user).sort()).toEqual(
      ['createdAt', 'email', 'emailVerified', 'id', 'image', 'name', 'twoFactorEnabled', 'updatedAt'].sort(),
    );
    expect(signedUp.cookies).toHaveLength(1);
    expect(signedUp.cookies[0]).toMatch(
      /^better-auth\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );

    const me = await caller.get('/api/users/me');
    expect(me.status).toBe(200);
    const { user } = me.body as { user: Record<string, unknown> };
    expect(Object.keys(user).sort()).toEqual(
      ['createdAt', 'email', 'id', 'name', 'permissions', 'twoFactorEnabled', 'updatedAt'].sort(),
    );
    expect(user).toMatchObject({
      id: expect.stringMatching(/^usr_[a-z0-9]{24}$/),
      name: 'Ada',
      twoFactorEnabled: false,
    });
    expect(user.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('stores sessions and accounts under prefixed ids and takes the client address from the connection', async () => {
    const { email } = await signUp();
    const { rows } = await pool.query<{ id: string; ip_address: string; account: string }>(
      `select s.id, s.ip_address, a.id as account from auth_session s join "user" u on u.id = s.user_id
       join auth_account a on a.user_id = u.id where u.email = $1`,
      [email],
    );
    expect(rows).toEqual([
      {
        id: expect.stringMatching(/^auth_ses_[a-z0-9]{24}$/),
        ip_address: '127.0.0.1',
        account: expect.stringMatching(/^auth_acc_[a-z0-9]{24}$/),
      },
    ]);
  });

  it('ignores a client address that the client sends in its own headers', async () => {
    const caller = anonymous().with({ 'x-forwarded-for': '203.0.113.9', 'x-archivolt-client-address': '203.0.113.9' });
    await caller.post('/api/auth/sign-up/email', { name: 'Eve', email: 'eve@example.test', password: PASSWORD });
    const session = await caller.get('/api/auth/get-session');
    expect(session.body).toMatchObject({ session: { ipAddress: '127.0.0.1' } });
  });

  it('rejects the session cookie after sign-out, even from a second browser', async () => {
    const caller = await signUp();
    const stolen = anonymous().with({ cookie: caller.cookieHeader() });
    expect((await stolen.get('/api/users/me')).status).toBe(200);
    expect(await caller.post('/api/auth/sign-out', {})).toMatchObject({ status: 200, body: { success: true } });
    expect((await caller.get('/api/users/me')).status).toBe(401);
    expect((await stolen.get('/api/users/me')).status).toBe(401);
    expect((await anonymous().get('/api/auth/get-session')).body).toBeNull();
  });

  it('signs in with the right password and rejects a wrong one', async () => {
    const { email } = await signUp();
    const caller = anonymous();
    expect(await caller.post('/api/auth/sign-in/email', { email, password: 'another password' })).toMatchObject({
      status: 401,
      body: { code: 'INVALID_EMAIL_OR_PASSWORD' },
    });
    expect(await caller.post('/api/auth/sign-in/email', { email, password: PASSWORD })).toMatchObject({ status: 200 });
    expect((await caller.get('/api/users/me')).status).toBe(200);
  });

  it.each([
    [{ password: 'short' }, 400, 'PASSWORD_TOO_SHORT'],
    [{ password: 'x'.repeat(129) }, 400, 'PASSWORD_TOO_LONG'],
    [{ email: 'no-address' }, 400, 'VALIDATION_ERROR'],
  ])('refuses to create an account from %j', async (wrong, status, expected) => {
    const body = { name: 'X', email: 'fresh@example.test', password: PASSWORD, ...wrong };
    expect(await anonymous().post('/api/auth/sign-up/email', body)).toMatchObject({ status, body: { code: expected } });
  });

  it('rejects a second account with the same e-mail address', async () => {
    const { email } = await signUp();
    expect(await anonymous().post('/api/auth/sign-up/email', { name: 'X', email, password: PASSWORD })).toMatchObject({
      status: 422,
      body: { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' },
    });
  });

  it('rejects a sign-in body that is not JSON with 400 and reveals no internals', async () => {
    const answer = await anonymous().send('POST', '/api/auth/sign-in/email', '{"email": ', 'application/json');
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'MALFORMED_JSON', message: 'The body is not valid JSON' },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/at |\.js|stack/);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'x-request-id': expect.any(String),
    });
  });

  it('rejects a sign-in body of a type other than JSON with 415', async () => {
    const answer = await anonymous().send('POST', '/api/auth/sign-in/email', '<a/>', 'application/xml');
    expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
  });

  it('renames the signed-in user and requires a name of 1 to 50 characters', async () => {
    const caller = await signUp();
    const renamed = await caller.put('/api/users/me', { name: '  Grace ' });
    expect(renamed).toMatchObject({ status: 200, body: { user: { name: 'Grace' } } });
    expect(Object.keys((renamed.body as { user: object }).user)).toHaveLength(6);
    expect(await caller.put('/api/users/me', { name: '   ' })).toMatchObject({ status: 400 });
    expect(await caller.put('/api/users/me', { name: 'x'.repeat(51) })).toMatchObject({ status: 400 });
    expect(await caller.put('/api/users/me', { name: 'Ok', email: 'x@example.test' })).toMatchObject({
      status: 400,
      body: { error: { code: 'server.invalid_request.body', details: [{ path: 'email' }] } },
    });
  });
});

describe('origins allowed to use a session', () => {
  it.each(['localhost', '127.0.0.1'])('lets a browser sign out from %s on the port of the server', async (host) => {
    const caller = await signUp();
    expect((await caller.with({ origin: `http://${host}:${port}` }).post('/api/auth/sign-out', {})).status).toBe(200);
  });

  it('rejects a sign-out from another origin and names the setting that would allow it', async () => {
    const caller = await signUp();
    const answer = await caller.with({ origin: 'http://archive.example' }).post('/api/auth/sign-out', {});
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'INVALID_ORIGIN', message: expect.stringContaining('APP_BASE_URL') },
    });
    expect((await caller.get('/api/users/me')).status).toBe(200);
  });

  it('rejects a sign-out with a cookie and no origin', async () => {
    const caller = await signUp();
    const answer = await caller.with({ origin: undefined }).post('/api/auth/sign-out', {});
    expect(answer).toMatchObject({ status: 403, body: { code: 'MISSING_OR_NULL_ORIGIN' } });
  });

  it('refuses to redirect to another site after sign-in', async () => {
    const { email } = await signUp();
    const body = { email, password: PASSWORD, callbackURL: 'http://evil.example/' };
    expect(await anonymous().post('/api/auth/sign-in/email', body)).toMatchObject({
      status: 403,
      body: { code: 'INVALID_CALLBACK_URL', message: expect.stringContaining('APP_BASE_URL') },
    });
  });
});

describe('organizations', () => {
  it('lets members create, list (oldest first), read and rename organizations', async () => {
    const caller = await signUp();
    const created = await caller.post('/api/organizations', { name: '  First  ' });
    const { organization } = created.body as { organization: { id: string } };
    expect(created).toMatchObject({
      status: 200,
      body: {
        organization: {
          id: expect.stringMatching(/^org_[a-z0-9]{24}$/),
          name: 'First',
          customerId: null,
          deletedAt: null,
          deletedBy: null,
          scheduledPurgeAt: null,
        },
      },
    });
    expect(Object.keys(organization)).toHaveLength(8);
    const second = await createOrganization(caller, 'Second');
    const list = await caller.get('/api/organizations');
    expect((list.body as { organizations: { id: string }[] }).organizations.map(({ id }) => id)).toEqual([
      organization.id,
      second,
    ]);

    const renamed = await caller.put(`/api/organizations/${organization.id}`, { name: 'Renamed' });
    expect(renamed).toMatchObject({ status: 200, body: { organization: { name: 'Renamed' } } });
    expect((await caller.get(`/api/organizations/${organization.id}`)).body).toEqual(renamed.body);
  });

  it.each([
    { name: 'ab' },
    { name: ` ab${' '.repeat(9)}` },
    { name: 'x'.repeat(51) },
    { name: 7 },
    {},
    { name: 'a\u0000bc' },
  ])('rejects %j as the name of an organization', async (body) => {
    const answer = await (await signUp()).post('/api/organizations', body);
    const details = expect.arrayContaining([{ path: 'name', message: expect.any(String) }]);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'server.invalid_request.body', details } } });
  });

  it('responds with 403 to non-members, and for unknown and deleted organizations', async () => {
    const owner = await signUp();
    const id = await createOrganization(owner);
    const nonMember = await signUp();
    const refused = { status: 403, body: { error: { code: 'user.not_in_organization' } } };
    expect(await nonMember.get(`/api/organizations/${id}`)).toMatchObject(refused);
    expect(await nonMember.put(`/api/organizations/${id}`, { name: 'Mine now' })).toMatchObject(refused);
    expect(await owner.get(`/api/organizations/org_${'0'.repeat(24)}`)).toMatchObject(refused);
    await pool.query('update organization set deleted_at = now() where id = $1', [id]);
    expect(await owner.get(`/api/organizations/${id}`)).toMatchObject(refused);
    expect((await owner.get('/api/organizations')).body).toEqual({ organizations: [] });
  });

  it('enforces the limit of organizations per user when many are created at once', async () => {
    const caller = await signUp();
    const names = Array.from({ length: 14 }, (_, index) => `Archive ${index}`);
    const answers = await Promise.all(names.map((name) => caller.post('/api/organizations', { name })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 403);
    expect(refused.map(({ body }) => code(body))).toEqual(Array(4).fill('user.max_organization_count_reached'));
  });

  it('enforces the limit of organizations set for a single user', async () => {
    const caller = await signUp();
    await pool.query('update "user" set max_organization_count = 1 where email = $1', [caller.email]);
    await createOrganization(caller);
    expect((await caller.post('/api/organizations', { name: 'Second' })).status).toBe(403);
  });
});

describe('API keys', () => {
  it('creates an API key whose token is shown once and stored as a hash', async () => {
    const owner = await signUp();
    const answer = await owner.post('/api/api-keys', { name: 'Script', permissions: ['tags:read', 'tags:read'] });
    const { apiKey, token } = answer.body as { apiKey: { id: string }; token: string };
    expect(token).toMatch(/^ppapi_[A-Za-z0-9]{64}$/);
    const shown = {
      id: expect.stringMatching(/^ak_[a-z0-9]{24}$/),
      name: 'Script',
      permissions: ['tags:read'],
      prefix: token.slice(0, 11),
      userId: expect.stringMatching(/^usr_/),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      lastUsedAt: null,
      expiresAt: null,
      allOrganizations: true,
    };
    expect(answer).toMatchObject({ status: 200 });
    expect(apiKey).toEqual(shown);
    expect((await owner.get('/api/api-keys')).body).toEqual({ apiKeys: [{ ...shown, organizations: [] }] });
    const { rows } = await pool.query<{ row: string }>('select k::text as row from api_key k where id = $1', [
      apiKey.id,
    ]);
    expect(rows[0]?.row).not.toContain(token);
  });

  it('returns the current API key and records when it was used', async () => {
    const owner = await signUp();
    const { caller, id } = await createKey(owner);
    expect(await caller.get('/api/api-keys/current')).toMatchObject({
      status: 200,
      body: { apiKey: { id, name: 'Script', permissions: ['organizations:read'] } },
    });
    const { apiKeys } = (await owner.get('/api/api-keys')).body as { apiKeys: { lastUsedAt: string | null }[] };
    expect(apiKeys[0]?.lastUsedAt).toEqual(expect.any(String));
    expect(code((await owner.get('/api/api-keys/current')).body)).toBe('api_keys.authentication_not_api_key');
    expect(await anonymous().get('/api/api-keys/current')).toMatchObject({
      status: 401,
      body: { error: { code: 'auth.unauthorized' } },
    });
  });

  it('grants an API key only its permissions, and names the missing one when it refuses', async () => {
    const owner = await signUp();
    const id = await createOrganization(owner);
    const { caller } = await createKey(owner);
    expect((await caller.get(`/api/organizations/${id}`)).status).toBe(200);
    expect(await caller.put(`/api/organizations/${id}`, { name: 'Other' })).toMatchObject({
      status: 403,
      body: { error: { code: 'auth.forbidden', message: expect.stringContaining('organizations:update') } },
    });
    const forPeople = { status: 403, body: { error: { code: 'auth.forbidden' } } };
    expect(await caller.get('/api/api-keys')).toMatchObject(forPeople);
    expect(await caller.put('/api/users/me', { name: 'Other' })).toMatchObject(forPeople);
  });

  it('lets an API key read its user whatever its permissions are', async () => {
    const owner = await signUp();
    const id = await createOrganization(owner);
    const asPerson = await owner.get('/api/users/me');
    for (const fields of [{ permissions: ['tags:delete'] }, { organizationIds: [id] }]) {
      const { caller } = await createKey(owner, fields);
      const asKey = await caller.get('/api/users/me');
      expect([asKey.status, asKey.body]).toEqual([200, asPerson.body]);
    }
  });

  it('revokes an API key, and only for the user it belongs to', async () => {
    const owner = await signUp();
    const { caller, id } = await createKey(owner);
    expect((await (await signUp()).delete(`/api/api-keys/${id}`)).status).toBe(204);
    expect((await caller.get('/api/api-keys/current')).status).toBe(200);
    expect((await owner.delete(`/api/api-keys/${id}`)).status).toBe(204);
    expect((await owner.delete(`/api/api-keys/${id}`)).status).toBe(204);
    expect(await caller.get('/api/api-keys/current')).toMatchObject({
      status: 401,
      body: { error: { code: 'auth.unauthorized' } },
    });
  });

  it('rejects an API key after its expiry by the clock of the database', async () => {
    const owner = await signUp();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { caller, id } = await createKey(owner, { expiresAt });
    expect((await owner.get('/api/api-keys')).body).toMatchObject({ apiKeys: [{ expiresAt }] });
    expect((await caller.get('/api/api-keys/current')).status).toBe(200);
    await pool.query(`update api_key set expires_at = now() - interval '1 second' where id = $1`, [id]);
    expect((await caller.get('/api/api-keys/current')).status).toBe(401);
  });

  it.each([
    [{ expiresAt: '2020-01-01T00:00:00.000Z' }, 'api_keys.expiry_not_in_future'],
    [{ expiresAt: 'tomorrow' }, 'server.invalid_request.body'],
    [{ expiresAt: 4_000_000_000_000 }, 'server.invalid_request.body'],
    [{ permissions: [] }, 'server.invalid_request.body'],
    [{ permissions: ['everything'] }, 'server.invalid_request.body'],
    [{ permissions: 'tags:read' }, 'server.invalid_request.body'],
    [{ name: 3 }, 'server.invalid_request.body'],
    [{ allOrganizations: false }, 'server.invalid_request.body'],
    [{ allOrganizations: true, organizationIds: [`org_${'0'.repeat(24)}`] }, 'server.invalid_request.body'],
    [{ organizationIds: ['org_1'] }, 'server.invalid_request.body'],
    [{ keyHash: 'x' }, 'server.invalid_request.body'],
  ])('refuses to create an API key from %j', async (wrong, expected) => {
    const body = { name: 'Script', permissions: ['tags:read'], ...wrong };
    expect(await (await signUp()).post('/api/api-keys', body)).toMatchObject({
      status: 400,
      body: { error: { code: expected } },
    });
  });

  it('limits an API key bound to an organization to that organization and lets it create none', async () => {
    const owner = await signUp();
    const inside = await createOrganization(owner, 'Inside');
    const outside = await createOrganization(owner, 'Outside');
    const permissions = ['organizations:read', 'organizations:create'];
    const { caller } = await createKey(owner, { permissions, organizationIds: [inside] });
    expect((await caller.get(`/api/organizations/${inside}`)).status).toBe(200);
    expect(await caller.get(`/api/organizations/${outside}`)).toMatchObject({
      status: 403,
      body: { error: { code: 'user.not_in_organization' } },
    });
    expect((await caller.get('/api/organizations')).body).toMatchObject({ organizations: [{ id: inside }] });
    expect(((await caller.get('/api/organizations')).body as { organizations: unknown[] }).organizations).toHaveLength(
      1,
    );
    expect(await caller.post('/api/organizations', { name: 'Another' })).toMatchObject({
      status: 403,
      body: { error: { code: 'auth.forbidden' } },
    });
    expect((await owner.get('/api/api-keys')).body).toMatchObject({
      apiKeys: [{ allOrganizations: false, organizations: [{ id: inside, name: 'Inside' }] }],
    });
  });

  it('refuses to bind an API key to an organization of another user', async () => {
    const organizationId = await createOrganization(await signUp());
    const body = { name: 'Script', permissions: ['tags:read'], organizationIds: [organizationId] };
    expect(await (await signUp()).post('/api/api-keys', body)).toMatchObject({
      status: 403,
      body: { error: { code: 'user.not_in_organization' } },
    });
  });
});

describe('credentials in the Authorization header', () => {
  it('ignores an Authorization header of another scheme: sessions still work, and without one the result is 401', async () => {
    const caller = await signUp();
    for (const authorization of ['Basic dXNlcjpwYXNz', 'Bearer not-a-key', 'Bearer', 'Negotiate a b c']) {
      expect((await caller.with({ authorization }).get('/api/users/me')).status).toBe(200);
      expect((await anonymous().with({ authorization }).get('/api/organizations')).status).toBe(401);
    }
  });

  it('accepts the bearer scheme in any case', async () => {
    const { token } = await createKey(await signUp());
    const caller = anonymous().with({ authorization: `bEARER ${token}` });
    expect((await caller.get('/api/organizations')).status).toBe(200);
  });

  it('prefers the API key over a session in the same request, even when the key is invalid', async () => {
    const first = await signUp();
    const second = await signUp();
    const id = await createOrganization(second);
    const { token } = await createKey(second);
    const both = first.with({ authorization: `Bearer ${token}` });
    expect((await both.get(`/api/organizations/${id}`)).status).toBe(200);
    expect(await both.get('/api/users/me')).toMatchObject({ status: 200, body: { user: { email: second.email } } });
    const unknown = first.with({ authorization: `Bearer ppapi_${'a'.repeat(64)}` });
    expect(await unknown.get('/api/users/me')).toMatchObject({
      status: 401,
      body: { error: { code: 'auth.unauthorized' } },
    });
  });

  it('accepts an API key in the Authorization header only', async () => {
    const { token } = await createKey(await signUp());
    expect((await anonymous().get(`/api/organizations?access_token=${token}`)).status).toBe(401);
    const { caller } = await createKey(await signUp(), { permissions: ['organizations:create'] });
    expect(await caller.post('/api/organizations', { name: 'Archive', access_token: token })).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: 'access_token' }] } },
    });
  });
});

describe('the order of checks', () => {
  it('checks credentials, permission, path, body and membership in this order', async () => {
    const owner = await signUp();
    const organization = await createOrganization(await signUp());
    const { caller } = await createKey(owner);
    const body = { name: 'x', unknown: 1 };
    expect((await anonymous().put('/api/organizations/nonsense', body)).status).toBe(401);
    expect((await caller.put('/api/organizations/nonsense', body)).status).toBe(403);
    expect(code((await owner.put('/api/organizations/nonsense', body)).body)).toBe('server.invalid_request.params');
    expect(code((await owner.put(`/api/organizations/${organization}`, body)).body)).toBe(
      'server.invalid_request.body',
    );
    expect(code((await owner.put(`/api/organizations/${organization}`, { name: 'Fine' })).body)).toBe(
      'user.not_in_organization',
    );
  });

  it('rejects a body that is not an object with 400', async () => {
    const owner = await signUp();
    for (const body of [[], 'text', 5]) {
      expect(await owner.post('/api/organizations', body)).toMatchObject({
        status: 400,
        body: { error: { code: 'server.invalid_request.body', details: [{ path: null }] } },
      });
    }
  });
});
