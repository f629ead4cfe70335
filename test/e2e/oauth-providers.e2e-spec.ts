import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { startApp, type TestApp } from '../support/app.js';
import { Caller } from './caller.js';
import { LocalOAuthProvider } from './local-oauth-provider.js';

const PAGES = 'http://archive.example';

/** A browser that the provider sends back with a code. */
async function signIn(app: TestApp, provider: string): Promise<{ location: string; caller: Caller }> {
  const caller = new Caller(app.baseUrl, PAGES, {}, new Map(), 'manual');
  const { body } = await caller.post('/api/auth/sign-in/social', { provider, callbackURL: '/landed' });
  const { searchParams } = new URL((body as { url: string }).url);
  expect(searchParams.get('code_challenge_method')).toBe('S256');
  const { pathname } = new URL(searchParams.get('redirect_uri') ?? '');
  const { headers } = await caller.get(`${pathname}?code=code&state=${searchParams.get('state') ?? ''}`);
  return { location: headers.get('location') ?? '', caller };
}

describe('sign-in with GitHub', () => {
  let app: TestApp;
  let github: Server;
  let emails: object[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    github = createServer((request, response) => {
      request.resume();
      requests.push(request.url ?? '');
      const body: Record<string, unknown> = {
        '/login/oauth/access_token': { access_token: 'access', token_type: 'bearer', scope: 'read:user' },
        '/api/v3/user': {
          id: 4711,
          login: 'octo',
          name: 'Octo',
          email: 'public@example.com',
          avatar_url: 'https://x.example/a',
        },
        '/api/v3/user/emails': emails,
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body[request.url ?? '']));
    });
    await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve));
    app = await startApp({
      APP_BASE_URL: PAGES,
      AUTH_PROVIDERS_GITHUB_IS_ENABLED: 'true',
      AUTH_PROVIDERS_GITHUB_CLIENT_ID: 'id',
      AUTH_PROVIDERS_GITHUB_CLIENT_SECRET: 'secret',
      AUTH_PROVIDERS_GITHUB_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
    });
  });
  afterAll(async () => {
    await app.close();
    github.closeAllConnections();
    await new Promise((resolve) => github.close(resolve));
  });

  it('sign-in with GitHub uses the primary address, and whether GitHub has verified it', async () => {
    emails = [
      { email: 'second@example.com', primary: false, verified: true },
      { email: 'octo@example.com', primary: true, verified: true },
    ];
    const { location, caller } = await signIn(app, 'github');
    expect(location).toBe('/landed');
    const { body } = await caller.get('/api/auth/get-session');
    expect(body).toMatchObject({ user: { email: 'octo@example.com', emailVerified: true, name: 'Octo' } });
    expect(requests).toEqual(['/login/oauth/access_token', '/api/v3/user', '/api/v3/user/emails']);
  });

  it('a person without an address gets no account', async () => {
    emails = [];
    const { location, caller } = await signIn(app, 'github');
    // The account of GitHub is known by its number; without it, the address would be needed.
    expect((await caller.get('/api/users/me')).status).toBe(401);
    expect(location).toMatch(/error=email_not_found/);
  });
});

describe('sign-in with a provider of OAuth 2.0', () => {
  let app: TestApp;
  const provider = new LocalOAuthProvider();

  beforeAll(async () => {
    const base = await provider.start();
    const custom = {
      providerId: 'acme',
      providerName: 'Acme',
      clientId: 'id',
      clientSecret: 'secret',
      type: 'oauth2',
      authorizationUrl: `${base}/authorize`,
      tokenUrl: `${base}/token`,
      userInfoUrl: `${base}/userinfo`,
      scopes: ['profile', 'email'],
    };
    app = await startApp({
      APP_BASE_URL: PAGES,
      AUTH_PROVIDERS_EMAIL_IS_ENABLED: 'false',
      AUTH_PROVIDERS_CUSTOMS: JSON.stringify([custom]),
    });
  });
  afterAll(async () => {
    await app.close();
    await provider.stop();
  });

  it('a state that is unknown, missing, used or of another browser is no error of the server', async () => {
    const errors = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const begun = async () => {
      const caller = new Caller(app.baseUrl, PAGES, {}, new Map(), 'manual');
      const { body } = await caller.post('/api/auth/sign-in/social', { provider: 'acme', callbackURL: '/landed' });
      return { caller, state: new URL((body as { url: string }).url).searchParams.get('state') ?? '' };
    };
    provider.person = { sub: '7', email: 'state@example.com', email_verified: true, name: 'State' };
    const [one, other] = [await begun(), await begun()];
    const open = async ({ caller }: typeof one, query: string) =>
      (await caller.get(`/api/auth/callback/acme?code=code${query}`)).headers.get('location') ?? '';
    try {
      expect(await open(one, '&state=made-up')).toMatch(/error=state_mismatch/);
      expect(await open(one, '')).toMatch(/error=state_not_found/);
      expect(await open(one, `&state=${other.state}`)).toMatch(/error=state_mismatch/);
      expect(await open(one, `&state=${one.state}`)).toBe('/landed');
      expect(await open(one, `&state=${one.state}`)).toMatch(/error=state_mismatch/);
      expect(errors).not.toHaveBeenCalled();
    } finally {
      errors.mockRestore();
    }
  });

  it('a provider of OAuth 2.0 works while sign-in with a password is off and refused', async () => {
    provider.person = { sub: '1', email: 'ada@example.com', email_verified: true, name: 'Ada' };
    const { location, caller } = await signIn(app, 'acme');
    expect(location).toBe('/landed');
    expect((await caller.get('/api/users/me')).status).toBe(200);
    const credentials = { email: 'ada@example.com', password: 'correct horse' };
    const byPassword = await new Caller(app.baseUrl, PAGES).post('/api/auth/sign-in/email', credentials);
    expect(byPassword).toMatchObject({ status: 400, body: { code: 'EMAIL_PASSWORD_DISABLED' } });
  });

  it('a person whose address has changed at the provider keeps the account', async () => {
    provider.person = { sub: '1', email: 'ada.new@example.com', email_verified: true, name: 'Ada' };
    const { caller } = await signIn(app, 'acme');
    expect((await caller.get('/api/users/me')).body).toMatchObject({ user: { email: 'ada@example.com' } });
  });

  it('refuses user information without an identity', async () => {
    provider.person = { email: 'eve@example.com', email_verified: true, name: 'Eve' } as never;
    expect((await signIn(app, 'acme')).location).toMatch(/[?&]error=/);
  });

  it('the browser is sent back with an error when the provider does not respond', async () => {
    provider.person = undefined;
    expect((await signIn(app, 'acme')).location).toMatch(/[?&]error=/);
  });
});
