import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { ServerConfig } from '#config/server';
import { POSTGRES_POOL, UnitOfWork } from '#ground/database';
import { ResetSecondFactor } from '#people/auth';
import { startApp, type TestApp } from '../support/app.js';
import { SoftwareAuthenticator, type Ceremony } from '../support/software-authenticator.js';
import { AuthenticatorApp } from '../support/totp.js';
import { Caller, type Answer } from './caller.js';

const PASSWORD = 'a good password';
const CHALLENGE_COOKIE = 'better-auth.better-auth-passkey';

interface Options {
  challenge: string;
  userVerification?: string;
  authenticatorSelection?: object;
  rp?: object;
}

let server: TestApp;
let pool: pg.Pool;
let origin: string;
let nextPerson = 0;

beforeAll(async () => {
  server = await startApp();
  pool = server.app.get<pg.Pool>(POSTGRES_POOL, { strict: false });
  origin = `http://localhost:${server.installation.config(ServerConfig).port}`;
});
afterAll(() => server.close());

const browser = () => new Caller(server.baseUrl, origin);
const aPasskey = () => new SoftwareAuthenticator({ origin, rpId: 'localhost' });

async function aPerson(): Promise<{ caller: Caller; email: string }> {
  const caller = browser();
  const email = `person${(nextPerson += 1)}@example.test`;
  await caller.post('/api/auth/sign-up/email', { name: 'Ada', email, password: PASSWORD });
  return { caller, email };
}

async function optionsToAdd(caller: Caller): Promise<Options> {
  const answer = await caller.get('/api/auth/passkey/generate-register-options');
  expect(answer.status).toBe(200);
  return answer.body as Options;
}

async function optionsToSignIn(caller: Caller): Promise<Options> {
  const answer = await caller.get('/api/auth/passkey/generate-authenticate-options');
  expect(answer.status).toBe(200);
  return answer.body as Options;
}

/** Adds the passkey to the account of the caller. */
async function add(
  caller: Caller,
  passkey: SoftwareAuthenticator,
  { name = 'Laptop', ...changes }: Partial<Ceremony> & { name?: string } = {},
): Promise<Answer> {
  const response = passkey.register(await optionsToAdd(caller), changes);
  return caller.post('/api/auth/passkey/verify-registration', { response, name });
}

async function signIn(
  passkey: SoftwareAuthenticator,
  changes: Partial<Ceremony> = {},
  caller = browser(),
): Promise<Answer & { caller: Caller }> {
  const response = passkey.signIn(await optionsToSignIn(caller), changes);
  return { ...(await caller.post('/api/auth/passkey/verify-authentication', { response })), caller };
}

const isSignedIn = async (caller: Caller) => (await caller.get('/api/users/me')).status === 200;
const idOf = ({ body }: Answer) => (body as { id: string }).id;

describe('passkeys', () => {
  it('a passkey signs in without a password: added in a session, then used in another browser', async () => {
    const { caller, email } = await aPerson();
    const passkey = aPasskey();
    const options = await optionsToAdd(caller);
    expect(options).toMatchObject({
      rp: { name: 'Archivolt', id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const added = await add(caller, passkey, { name: 'Laptop' });
    expect(added).toMatchObject({ status: 200, body: { name: 'Laptop', id: expect.stringMatching(/^auth_psk_/) } });

    const { status, body, cookies, caller: other } = await signIn(passkey);
    expect({ status, body }).toMatchObject({ status: 200, body: { user: { email }, session: {} } });
    expect(cookies.find((line) => line.startsWith('better-auth.session_token='))).toMatch(
      /; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await isSignedIn(other)).toBe(true);
  });

  it('a passkey requires that the browser verifies its user, at its creation and at a sign-in', async () => {
    const { caller } = await aPerson();
    const passkey = aPasskey();
    expect(await optionsToSignIn(browser())).toMatchObject({ userVerification: 'required' });
    expect(await add(caller, passkey, { isUserVerified: false })).toMatchObject({
      status: 401,
      body: { code: 'USER_NOT_VERIFIED' },
    });
    expect((await caller.get('/api/auth/passkey/list-user-passkeys')).body).toEqual([]);
    expect((await add(caller, passkey)).status).toBe(200);
    const refused = await signIn(passkey, { isUserVerified: false });
    expect(refused).toMatchObject({ status: 401, body: { code: 'USER_NOT_VERIFIED' } });
    expect(await isSignedIn(refused.caller)).toBe(false);
  });

  it('a passkey counts as both factors: a user with an authenticator app is not asked for a code', async () => {
    const { caller } = await aPerson();
    const passkey = aPasskey();
    await add(caller, passkey);
    const enabled = await caller.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const app = new AuthenticatorApp((enabled.body as { totpURI: string }).totpURI);
    await caller.post('/api/auth/two-factor/verify-totp', { code: app.code() });
    const signedIn = await signIn(passkey);
    expect(signedIn.body).toMatchObject({ user: { twoFactorEnabled: true } });
    expect(await isSignedIn(signedIn.caller)).toBe(true);
  });

  it('a signature of a passkey works only once, and for no other challenge', async () => {
    const { caller } = await aPerson();
    const passkey = aPasskey();
    await add(caller, passkey);
    const first = browser();
    const response = passkey.signIn(await optionsToSignIn(first));
    const cookie = first.cookieHeader();
    const path = '/api/auth/passkey/verify-authentication';
    expect((await first.post(path, { response })).status).toBe(200);
    expect(cookie).toContain(CHALLENGE_COOKIE);
    expect(await browser().with({ cookie }).post(path, { response })).toMatchObject({
      status: 400,
      body: { code: 'CHALLENGE_NOT_FOUND' },
    });
    const second = browser();
    await optionsToSignIn(second);
    expect((await second.post(path, { response })).status).toBe(400);
    expect(await isSignedIn(second)).toBe(false);
  });

  it('a signature of a passkey works only once when it is sent several times at the same moment', async () => {
    const { caller } = await aPerson();
    const passkey = aPasskey();
    await add(caller, passkey);
    const first = browser();
    const response = passkey.signIn(await optionsToSignIn(first));
    const cookie = first.cookieHeader();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => browser().with({ cookie }).post('/api/auth/passkey/verify-authentication', { response })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('a passkey response for another page, another domain or another challenge is refused', async () => {
    const { caller } = await aPerson();
    const passkey = aPasskey();
    await add(caller, passkey);
    const wrong: Partial<Ceremony>[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:1' },
      { rpId: 'evil.example' },
      { challenge: Buffer.from('another challenge of the attacker').toString('base64url') },
    ];
    for (const changes of wrong) {
      const answer = await signIn(passkey, changes);
      expect({ changes, status: answer.status }).toEqual({ changes, status: 400 });
      expect(await isSignedIn(answer.caller)).toBe(false);
      expect((await add(caller, aPasskey(), changes)).status).toBe(400);
    }
    expect((await signIn(passkey)).status).toBe(200);
  });

  it('a passkey response whose request comes from the page of an attacker is refused', async () => {
    const { caller } = await aPerson();
    const passkey = aPasskey();
    await add(caller, passkey);
    const evil = 'https://evil.example';
    const answer = await signIn(passkey, { origin: evil }, browser().with({ origin: evil }));
    expect(answer.status).toBe(403);
    const withoutOrigin = await signIn(passkey, { origin: evil }, browser().with({ origin: undefined }));
    expect(withoutOrigin.status).toBe(403);
  });

  it('the copy of an authenticator, whose counter is behind, is refused', async () => {
    const { caller } = await aPerson();
    const passkey = aPasskey();
    await add(caller, passkey);
    await signIn(passkey);
    await signIn(passkey);
    passkey.counter = 0;
    expect((await signIn(passkey)).status).toBe(400);
  });

  it('an unknown passkey signs no user in', async () => {
    expect(await signIn(aPasskey())).toMatchObject({ status: 401, body: { code: 'PASSKEY_NOT_FOUND' } });
  });

  it('a passkey belongs to one account: a second one cannot add it', async () => {
    const passkey = aPasskey();
    await add((await aPerson()).caller, passkey);
    const second = await aPerson();
    expect(await add(second.caller, passkey)).toMatchObject({
      status: 400,
      body: { code: 'PASSKEY_ALREADY_REGISTERED' },
    });
    expect((await second.caller.get('/api/auth/passkey/list-user-passkeys')).body).toEqual([]);
  });

  it('a passkey cannot be added with options that another user requested, or without a session', async () => {
    const first = await aPerson();
    const second = await aPerson();
    const passkey = aPasskey();
    const response = passkey.register(await optionsToAdd(first.caller));
    const challenge = first.caller
      .cookieHeader()
      .split('; ')
      .find((cookie) => cookie.startsWith(CHALLENGE_COOKIE));
    const mixed = second.caller.with({ cookie: `${second.caller.cookieHeader()}; ${challenge}` });
    expect((await mixed.post('/api/auth/passkey/verify-registration', { response })).status).toBe(401);
    expect((await browser().get('/api/auth/passkey/generate-register-options')).status).toBe(401);
    expect((await browser().post('/api/auth/passkey/verify-registration', { response })).status).toBe(401);
  });

  it('passkeys are listed, renamed and removed only by their owner', async () => {
    const owner = await aPerson();
    const other = await aPerson();
    const passkey = aPasskey();
    const id = idOf(await add(owner.caller, passkey));
    for (const [path, body] of [
      ['update-passkey', { id, name: 'Mine' }],
      ['delete-passkey', { id }],
    ] as const) {
      expect((await other.caller.post(`/api/auth/passkey/${path}`, body)).status).toBe(401);
      expect((await browser().post(`/api/auth/passkey/${path}`, body)).status).toBe(401);
    }
    expect((await other.caller.get('/api/auth/passkey/list-user-passkeys')).body).toEqual([]);
    expect((await owner.caller.post('/api/auth/passkey/update-passkey', { id, name: 'Phone' })).status).toBe(200);
    expect((await owner.caller.get('/api/auth/passkey/list-user-passkeys')).body).toMatchObject([
      { id, name: 'Phone' },
    ]);
    expect((await owner.caller.post('/api/auth/passkey/delete-passkey', { id })).status).toBe(200);
    expect((await signIn(passkey)).status).toBe(401);
    const { rows } = await pool.query<{ action: string; name: string | null }>(
      `select action, target_name as name from (
         select id, action, target_id, target_name from audit_pending
         union all select id, action, target_id, target_name from audit_entry) entry
       where target_id = $1 order by id`,
      [id],
    );
    expect(rows).toEqual([
      { action: 'passkey:created', name: 'Laptop' },
      { action: 'passkey:renamed', name: 'Phone' },
      { action: 'passkey:deleted', name: null },
    ]);
  });

  it('passkeys have names and transports of bounded length, and a user has at most 20 of them', async () => {
    const { caller } = await aPerson();
    expect(await add(caller, aPasskey(), { name: 'n'.repeat(65) })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_NAME' },
    });
    for (const transports of [['x'.repeat(17)], Array.from({ length: 11 }, () => 'usb'), 'usb', [1]])
      expect(await add(caller, aPasskey(), { transports })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_TRANSPORTS' },
      });
    for (let count = 0; count < 20; count += 1) expect((await add(caller, aPasskey())).status).toBe(200);
    expect(await caller.get('/api/auth/passkey/generate-register-options')).toMatchObject({
      status: 400,
      body: { code: 'TOO_MANY_PASSKEYS' },
    });
  });
});

describe('a reset of the second factor', () => {
  it('a reset of the second factor keeps passkeys, unless they are to be removed too', async () => {
    const { caller } = await aPerson();
    const passkey = aPasskey();
    await add(caller, passkey);
    const { user } = (await caller.get('/api/users/me')).body as { user: { id: string } };
    const reset = (withPasskeys: boolean) =>
      server.app
        .get(UnitOfWork, { strict: false })
        .run((tx) =>
          server.app.get(ResetSecondFactor, { strict: false }).execute(tx, { userId: user.id, withPasskeys }),
        );
    expect(await reset(false)).toEqual({ hadCodes: false, passkeys: 0 });
    expect((await signIn(passkey)).status).toBe(200);
    expect(await reset(true)).toEqual({ hadCodes: false, passkeys: 1 });
    expect(await signIn(passkey)).toMatchObject({ status: 401, body: { code: 'PASSKEY_NOT_FOUND' } });
  });
});

describe('a server', () => {
  const settings = [
    { case: 'whose passkeys are switched off', environment: { AUTH_IS_PASSKEY_ENABLED: 'false' } },
    { case: 'with an address without https', environment: { APP_BASE_URL: 'http://archive.example' } },
    { case: 'with a bare address', environment: { APP_BASE_URL: 'https://192.0.2.1' } },
  ];
  it.each(settings)('a server $case offers no passkeys and has no routes for them', async ({ environment }) => {
    const without = await startApp(environment);
    try {
      const caller = new Caller(without.baseUrl, environment.APP_BASE_URL ?? 'http://localhost');
      expect((await caller.get('/api/config')).body).toMatchObject({
        config: { auth: { passkeys: { isEnabled: false }, secondFactor: { isEnabled: true } } },
      });
      expect((await caller.get('/api/auth/passkey/generate-authenticate-options')).status).toBe(404);
    } finally {
      await without.close();
    }
  });
});
