import { afterEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { ServerConfig } from '#config/server';
import { FirstAccount } from '#people/auth/http';
import { POSTGRES_POOL } from '#ground/database';
import { startApp, type TestApp } from '../support/app.js';
import { Caller } from './caller.js';

const PASSWORD = 'a good password';

let server: TestApp | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

function browser(origin = `http://localhost:${server?.installation.config(ServerConfig).port}`): Caller {
  return new Caller(server?.baseUrl ?? '', origin);
}

async function start(environment: Record<string, string>): Promise<(email: string) => ReturnType<Caller['post']>> {
  server = await startApp(environment);
  return (email) => browser().post('/api/auth/sign-up/email', { name: 'Person', email, password: PASSWORD });
}

async function administrators(): Promise<string[]> {
  const pool = server?.app.get<pg.Pool>(POSTGRES_POOL, { strict: false });
  const result = await pool?.query<{ email: string }>('select email from "user" where is_admin');
  return result?.rows.map(({ email }) => email) ?? [];
}

describe('registration', () => {
  it('makes exactly one administrator when fifty users sign up at once', async () => {
    const signUp = await start({ SERVER_API_ROUTES_TIMEOUT_MS: '0' });
    const emails = Array.from({ length: 50 }, (_, index) => `person${index}@example.test`);
    const answers = await Promise.all(emails.map(signUp));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(await administrators()).toHaveLength(1);
  });

  it('makes the first user administrator and returns the permissions of that role', async () => {
    const signUp = await start({});
    await signUp('first@example.test');
    await signUp('second@example.test');
    expect(await administrators()).toEqual(['first@example.test']);
    const caller = browser();
    await caller.post('/api/auth/sign-in/email', { email: 'first@example.test', password: PASSWORD });
    expect((await caller.get('/api/users/me')).body).toMatchObject({
      user: { permissions: ['bo:access', 'users:view', 'users:delete', 'analytics:view', 'plan-entitlements:manage'] },
    });
  });

  it('makes no user administrator when AUTH_FIRST_USER_AS_ADMIN is false', async () => {
    const signUp = await start({ AUTH_FIRST_USER_AS_ADMIN: 'false' });
    await signUp('first@example.test');
    expect(await administrators()).toEqual([]);
  });

  it('rejects a sign-up when registration is disabled', async () => {
    const signUp = await start({ AUTH_IS_REGISTRATION_ENABLED: 'false' });
    expect(await signUp('late@example.test')).toMatchObject({
      status: 400,
      body: { code: 'EMAIL_PASSWORD_SIGN_UP_DISABLED' },
    });
  });

  describe('with registration disabled and no account', () => {
    const CLOSED = { AUTH_IS_REGISTRATION_ENABLED: 'false', SERVER_API_ROUTES_TIMEOUT_MS: '0' };
    const signUpWith = (setupCode: string | undefined, email = 'first@example.test') =>
      browser()
        .with({ 'x-setup-code': setupCode })
        .post('/api/auth/sign-up/email', { name: 'Person', email, password: PASSWORD });
    const setup = async () => ((await browser().get('/api/config')).body as { config: { setup: object } }).config.setup;
    const setupCode = async () => (await server?.app.get(FirstAccount).codeToPrint()) ?? '';

    it('creates the first account, an administrator, with the set-up code, which then stops working', async () => {
      await start(CLOSED);
      const code = await setupCode();
      expect(await setup()).toEqual({ isNeeded: true, needsCode: true });
      expect(await signUpWith(undefined)).toMatchObject({ body: { code: 'EMAIL_PASSWORD_SIGN_UP_DISABLED' } });
      expect(await signUpWith('AAAAA-AAAAA-AAAAA-AAAAA')).toMatchObject({
        status: 403,
        body: { code: 'auth.setup_code_invalid' },
      });
      expect(await signUpWith(code.toLowerCase())).toMatchObject({ status: 200 });
      expect(await administrators()).toEqual(['first@example.test']);
      expect(await setup()).toEqual({ isNeeded: false, needsCode: false });
      expect(await server?.app.get(FirstAccount).codeToPrint()).toBeUndefined();
      expect(await signUpWith(code, 'second@example.test')).toMatchObject({
        status: 400,
        body: { code: 'EMAIL_PASSWORD_SIGN_UP_DISABLED' },
      });
    });

    it('creates one account when fifty sign-ups bring the set-up code at once', async () => {
      await start(CLOSED);
      const code = await setupCode();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => signUpWith(code, `person${index}@example.test`)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => ![200, 400, 409].includes(status))).toEqual([]);
      expect(await administrators()).toHaveLength(1);
    });

    it('accepts the set-up code again when the sign-up with it failed', async () => {
      await start(CLOSED);
      const code = await setupCode();
      expect(await signUpWith(code, 'no address')).toMatchObject({ status: 400 });
      expect(await signUpWith(code)).toMatchObject({ status: 200 });
    });

    it('limits how often one address can try set-up codes', async () => {
      await start({ ...CLOSED, AUTH_ATTEMPTS_PER_ADDRESS: '3' });
      const statuses = [];
      for (let attempt = 0; attempt < 4; attempt += 1) statuses.push((await signUpWith('wrong')).status);
      expect(statuses).toEqual([403, 403, 403, 429]);
    });

    it('no response about the server contains the set-up code', async () => {
      await start(CLOSED);
      const code = await setupCode();
      const answer = await browser().get('/api/config');
      expect(JSON.stringify(answer.body)).not.toContain(code);
    });
  });

  it('the server reports that the first account is missing, and requires no set-up code while registration is enabled', async () => {
    const signUp = await start({});
    const setup = async () => (await browser().get('/api/config')).body;
    expect(await setup()).toMatchObject({ config: { setup: { isNeeded: true, needsCode: false } } });
    await signUp('first@example.test');
    expect(await setup()).toMatchObject({ config: { setup: { isNeeded: false, needsCode: false } } });
  });

  it('limits sign-ups to allowed e-mail domains, and a forbidden domain wins over an allowed one', async () => {
    const signUp = await start({
      AUTH_ALLOWED_EMAIL_DOMAINS: 'good.test, both.test',
      AUTH_FORBIDDEN_EMAIL_DOMAINS: 'both.test',
    });
    expect((await signUp('a@Good.test')).status).toBe(200);
    for (const email of ['a@both.test', 'a@other.test', 'a@not-good.test', 'a@sub.good.test']) {
      expect(await signUp(email)).toMatchObject({ status: 403, body: { code: 'auth.forbidden_email_domain' } });
    }
  });

  it('sets secure cookies when the base URL uses https', async () => {
    await start({ APP_BASE_URL: 'https://archive.example' });
    const caller = browser('https://archive.example');
    const answer = await caller.post('/api/auth/sign-up/email', {
      name: 'A',
      email: 'a@example.test',
      password: PASSWORD,
    });
    expect(answer.cookies[0]).toMatch(/^__Secure-better-auth\.session_token=.*; Secure/);
    const local = browser();
    expect(await local.post('/api/auth/sign-in/email', { email: 'a@example.test', password: PASSWORD })).toMatchObject({
      status: 403,
      body: { code: 'INVALID_ORIGIN' },
    });
  });
});
