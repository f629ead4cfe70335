import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { startApp, type TestApp } from '../support/app.js';
import { Caller } from './caller.js';

const PASSWORD = 'a good password';

interface ListedSession {
  id: string;
  token: string;
  userId: string;
}

let server: TestApp;
let port: number;
let nextPerson = 0;

beforeAll(async () => {
  server = await startApp();
  port = server.installation.config(ServerConfig).port;
});
afterAll(() => server.close());

const browser = () => new Caller(server.baseUrl, `http://localhost:${port}`);

async function aPerson(): Promise<{ caller: Caller; email: string }> {
  const caller = browser();
  const email = `person${(nextPerson += 1)}@example.test`;
  await caller.post('/api/auth/sign-up/email', { name: 'Ada', email, password: PASSWORD });
  return { caller, email };
}

async function anotherBrowser(email: string): Promise<Caller> {
  const caller = browser();
  expect((await caller.post('/api/auth/sign-in/email', { email, password: PASSWORD })).status).toBe(200);
  return caller;
}

const sessionsOf = async (caller: Caller) => (await caller.get('/api/auth/list-sessions')).body as ListedSession[];
const isSignedIn = async (caller: Caller) => (await caller.get('/api/users/me')).status === 200;
const tokenOf = async (caller: Caller) =>
  ((await caller.get('/api/auth/get-session')).body as { session: ListedSession }).session.token;

describe('the sessions of a user', () => {
  it('sessions of a user are listed without those of others, and one can end another one', async () => {
    const { caller, email } = await aPerson();
    await aPerson();
    const other = await anotherBrowser(email);
    const tokens = [await tokenOf(caller), await tokenOf(other)];
    expect((await sessionsOf(caller)).map(({ token }) => token).sort()).toEqual([...tokens].sort());
    const ended = await caller.post('/api/auth/revoke-session', { token: tokens[1] });
    expect(ended).toMatchObject({ status: 200, body: { status: true } });
    expect([await isSignedIn(caller), await isSignedIn(other)]).toEqual([true, false]);
  });

  it('a session cannot be ended by another user who knows the token', async () => {
    const owner = await aPerson();
    const attacker = await aPerson();
    await attacker.caller.post('/api/auth/revoke-session', { token: await tokenOf(owner.caller) });
    expect(await isSignedIn(owner.caller)).toBe(true);
  });

  it('a listed token is no session: the cookie also needs the signature of the server', async () => {
    const { caller } = await aPerson();
    const token = await tokenOf(caller);
    for (const value of [token, `${token}.`, `${token}.${Buffer.alloc(32).toString('base64')}`]) {
      const cookie = `better-auth.session_token=${encodeURIComponent(value)}`;
      expect((await browser().with({ cookie }).get('/api/users/me')).status).toBe(401);
    }
    expect(
      (
        await browser()
          .with({ authorization: `Bearer ${token}` })
          .get('/api/users/me')
      ).status,
    ).toBe(401);
  });

  it('a user can end all other sessions, or all of them', async () => {
    const { caller, email } = await aPerson();
    const others = [await anotherBrowser(email), await anotherBrowser(email)];
    expect((await caller.post('/api/auth/revoke-other-sessions', {})).status).toBe(200);
    expect([await isSignedIn(caller), ...(await Promise.all(others.map(isSignedIn)))]).toEqual([true, false, false]);
    const later = await anotherBrowser(email);
    expect((await caller.post('/api/auth/revoke-sessions', {})).status).toBe(200);
    expect([await isSignedIn(caller), await isSignedIn(later)]).toEqual([false, false]);
  });

  it('sessions end with a change of the password, even when the request asks to keep them', async () => {
    const { caller, email } = await aPerson();
    const other = await anotherBrowser(email);
    const before = caller.cookieHeader();
    const changed = await caller.post('/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'another good password',
      revokeOtherSessions: false,
    });
    expect(changed.status).toBe(200);
    expect([await isSignedIn(caller), await isSignedIn(other)]).toEqual([true, false]);
    expect((await browser().with({ cookie: before }).get('/api/users/me')).status).toBe(401);
  });
});
