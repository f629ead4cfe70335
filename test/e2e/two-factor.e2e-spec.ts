import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { ServerConfig } from '#config/server';
import { POSTGRES_POOL, UnitOfWork } from '#ground/database';
import { ResetSecondFactor } from '#people/auth';
import { startApp, type TestApp } from '../support/app.js';
import { AuthenticatorApp } from '../support/totp.js';
import { Caller, type Answer } from './caller.js';

const PASSWORD = 'a good password';

interface Person {
  caller: Caller;
  email: string;
  userId: string;
}
interface Protected extends Person {
  app: AuthenticatorApp;
  backupCodes: string[];
}

let server: TestApp;
let pool: pg.Pool;
let port: number;
let nextPerson = 0;

beforeAll(async () => {
  server = await startApp();
  pool = server.app.get<pg.Pool>(POSTGRES_POOL, { strict: false });
  port = server.installation.config(ServerConfig).port;
});
afterAll(() => server.close());

const browser = () => new Caller(server.baseUrl, `http://localhost:${port}`);

async function aPerson(): Promise<Person> {
  const caller = browser();
  const email = `person${(nextPerson += 1)}@example.test`;
  const { body } = await caller.post('/api/auth/sign-up/email', { name: 'Ada', email, password: PASSWORD });
  return { caller, email, userId: (body as { user: { id: string } }).user.id };
}

async function enable({ caller }: Pick<Person, 'caller'>): Promise<{ app: AuthenticatorApp; backupCodes: string[] }> {
  const answer = await caller.post('/api/auth/two-factor/enable', { password: PASSWORD });
  expect(answer.status).toBe(200);
  const { totpURI, backupCodes } = answer.body as { totpURI: string; backupCodes: string[] };
  return { app: new AuthenticatorApp(totpURI), backupCodes };
}

/** A person who has enabled codes, with the code of the earlier period: those of now and of the next one are unused. */
async function aProtectedPerson(): Promise<Protected> {
  const person = await aPerson();
  const { app, backupCodes } = await enable(person);
  const verified = await person.caller.post('/api/auth/two-factor/verify-totp', { code: app.code(-1) });
  expect(verified.status).toBe(200);
  return { ...person, app, backupCodes };
}

const signIn = (caller: Caller, email: string, password = PASSWORD) =>
  caller.post('/api/auth/sign-in/email', { email, password });
const giveCode = (caller: Caller, code: string, more: object = {}) =>
  caller.post('/api/auth/two-factor/verify-totp', { code, ...more });
const giveBackupCode = (caller: Caller, code: string) =>
  caller.post('/api/auth/two-factor/verify-backup-code', { code });
const cookieOf = ({ cookies }: Answer, name: string) => cookies.find((line) => line.startsWith(`better-auth.${name}=`));
const isSignedIn = async (caller: Caller) => (await caller.get('/api/users/me')).status === 200;

/** Another browser that has given the right password. */
async function halfSignedIn(email: string): Promise<Caller> {
  const caller = browser();
  expect((await signIn(caller, email)).body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
  return caller;
}

describe('a second factor', () => {
  it('a second factor is enabled with a code of an authenticator app, and then each sign-in needs one', async () => {
    const person = await aPerson();
    const enabled = await person.caller.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const { totpURI, backupCodes } = enabled.body as { totpURI: string; backupCodes: string[] };
    expect(decodeURIComponent(totpURI)).toMatch(
      new RegExp(`^otpauth://totp/Archivolt:${person.email}\\?secret=[A-Z2-7]+&issuer=Archivolt&digits=6&period=30$`),
    );
    expect(backupCodes).toHaveLength(10);
    for (const code of backupCodes) expect(code).toMatch(/^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/);
    const other = browser();
    expect((await signIn(other, person.email)).body).toMatchObject({ redirect: false }); // inactive until verified

    const app = new AuthenticatorApp(totpURI);
    const before = person.caller.cookieHeader();
    const verified = await giveCode(person.caller, app.code(-1));
    expect(verified).toMatchObject({ status: 200, body: { token: expect.any(String), user: { email: person.email } } });
    expect(person.caller.cookieHeader()).not.toBe(before);
    expect((await person.caller.get('/api/users/me')).body).toMatchObject({ user: { twoFactorEnabled: true } });
    expect((await browser().with({ cookie: before }).get('/api/users/me')).status).toBe(401);

    const caller = browser();
    const half = await signIn(caller, person.email);
    expect(half).toMatchObject({ status: 200, body: { twoFactorRedirect: true, twoFactorMethods: ['totp'] } });
    expect(cookieOf(half, 'two_factor')).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await isSignedIn(caller)).toBe(false);
    expect(await giveCode(caller, app.wrongCode())).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } });
    const right = await giveCode(caller, app.code());
    expect(right).toMatchObject({ status: 200, body: { token: expect.any(String), user: { email: person.email } } });
    expect(cookieOf(right, 'session_token')).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await isSignedIn(caller)).toBe(true);
  });

  it('a code of an authenticator app is accepted once, even from two browsers at the same time', async () => {
    const { email, app } = await aProtectedPerson();
    const browsers = [await halfSignedIn(email), await halfSignedIn(email), await halfSignedIn(email)];
    const code = app.code();
    const answers = await Promise.all(browsers.map((caller) => giveCode(caller, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await giveCode(await halfSignedIn(email), code)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CODE' },
    });
  });

  it('the code that enabled a second factor is accepted for no sign-in', async () => {
    const { email, app } = await aProtectedPerson();
    expect((await giveCode(await halfSignedIn(email), app.code(-1))).status).toBe(401);
  });

  it('a backup code is accepted once, even from two browsers at the same time', async () => {
    const { email, backupCodes } = await aProtectedPerson();
    const [code = ''] = backupCodes;
    const browsers = [await halfSignedIn(email), await halfSignedIn(email), await halfSignedIn(email)];
    const answers = await Promise.all(browsers.map((caller) => giveBackupCode(caller, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await giveBackupCode(await halfSignedIn(email), code)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_BACKUP_CODE' },
    });
  });

  it('all backup codes are replaced on request', async () => {
    const { caller, email, backupCodes } = await aProtectedPerson();
    const path = '/api/auth/two-factor/generate-backup-codes';
    expect(await caller.post(path, { password: 'wrong' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PASSWORD' },
    });
    const answer = await caller.post(path, { password: PASSWORD });
    expect(answer).toMatchObject({ status: 200, body: { status: true } });
    const fresh = (answer.body as { backupCodes: string[] }).backupCodes;
    expect((await giveBackupCode(await halfSignedIn(email), backupCodes[0] ?? '')).status).toBe(401);
    expect((await giveBackupCode(await halfSignedIn(email), fresh[0] ?? '')).status).toBe(200);
  });

  it('a trusted device needs no code, and its cookie changes at each sign-in and belongs to one user', async () => {
    const { email, app } = await aProtectedPerson();
    const caller = await halfSignedIn(email);
    const trusted = await giveCode(caller, app.code(), { trustDevice: true });
    expect(cookieOf(trusted, 'trust_device')).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const earlier = cookieOf(trusted, 'trust_device')?.split(';')[0] ?? '';

    await caller.post('/api/auth/sign-out', {});
    expect((await signIn(caller, email)).body).toMatchObject({ redirect: false, user: { email } });
    expect(await isSignedIn(caller)).toBe(true);

    const thief = browser().with({ cookie: earlier });
    expect((await signIn(thief, email)).body).toMatchObject({ twoFactorRedirect: true });
    const other = await aProtectedPerson();
    await caller.post('/api/auth/sign-out', {});
    expect((await signIn(caller, other.email)).body).toMatchObject({ twoFactorRedirect: true });
  });

  it('the trust in all devices of a user ends with the password', async () => {
    const { caller, email, app } = await aProtectedPerson();
    const device = await halfSignedIn(email);
    await giveCode(device, app.code(), { trustDevice: true });
    await device.post('/api/auth/sign-out', {});

    const path = '/api/auth/two-factor/disable';
    expect(await caller.post(path, { password: 'wrong' })).toMatchObject({ status: 400 });
    expect(await caller.post(path, { password: PASSWORD })).toMatchObject({ status: 200, body: { status: true } });
    expect(await isSignedIn(caller)).toBe(true);
    expect((await signIn(browser(), email)).body).toMatchObject({ redirect: false });

    const again = await enable({ caller });
    expect((await giveCode(caller, again.app.code())).status).toBe(200);
    expect((await signIn(device, email)).body).toMatchObject({ twoFactorRedirect: true });
  });

  it('trusted devices need a code again after a change of the password, which ends the other sessions', async () => {
    const { caller, email, app } = await aProtectedPerson();
    const device = await halfSignedIn(email);
    await giveCode(device, app.code(), { trustDevice: true });
    const waiting = await halfSignedIn(email);
    const changed = await caller.post('/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'another good password',
    });
    expect(changed.status).toBe(200);
    expect([await isSignedIn(caller), await isSignedIn(device)]).toEqual([true, false]);
    expect(await giveCode(waiting, app.code(1))).toMatchObject({ status: 401 });
    expect((await signIn(device, email, 'another good password')).body).toMatchObject({ twoFactorRedirect: true });
  });

  it('a second factor is stored encrypted: neither the secret nor a backup code can be read in the tables', async () => {
    const { app, backupCodes, userId } = await aProtectedPerson();
    const { rows } = await pool.query<{ stored: string }>(
      'select t::text as stored from auth_two_factor t where user_id = $1',
      [userId],
    );
    const secret = app.uri.searchParams.get('secret') ?? '';
    expect(rows).toHaveLength(1);
    const stored = rows[0]?.stored ?? '';
    for (const text of [secret, app.secretText, ...backupCodes]) expect(stored).not.toContain(text);
  });

  it('no route shows the second factor without the password, and the codes by mail of the library do not exist', async () => {
    const { caller } = await aProtectedPerson();
    expect(await caller.post('/api/auth/two-factor/get-totp-uri', { password: 'wrong' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PASSWORD' },
    });
    for (const path of ['send-otp', 'verify-otp', 'view-backup-codes', 'generate-totp'])
      expect((await caller.post(`/api/auth/two-factor/${path}`, { code: '1' })).status).toBe(404);
  });

  it('a second factor cannot be enabled, verified or ended without a session or a sign-in that waits for a code', async () => {
    for (const path of ['enable', 'disable', 'get-totp-uri', 'generate-backup-codes'])
      expect((await browser().post(`/api/auth/two-factor/${path}`, { password: PASSWORD })).status).toBe(401);
    for (const path of ['verify-totp', 'verify-backup-code'])
      expect(await browser().post(`/api/auth/two-factor/${path}`, { code: '123456' })).toMatchObject({
        status: 401,
        body: { code: 'INVALID_TWO_FACTOR_COOKIE' },
      });
  });

  it('a lost second factor can be reset for a user, with the trusted devices', async () => {
    const { email, userId, app } = await aProtectedPerson();
    const device = await halfSignedIn(email);
    await giveCode(device, app.code(), { trustDevice: true });
    const waiting = await halfSignedIn(email);
    const reset = server.app.get(ResetSecondFactor, { strict: false });
    const removed = await server.app
      .get(UnitOfWork, { strict: false })
      .run((tx) => reset.execute(tx, { userId, withPasskeys: true }));
    expect(removed).toEqual({ hadCodes: true, passkeys: 0 });
    expect((await signIn(browser(), email)).body).toMatchObject({ redirect: false });
    expect((await giveCode(waiting, app.code(1))).status).toBe(401);
    const { rows } = await pool.query('select 1 from auth_verification where value = $1', [userId]);
    expect(rows).toEqual([]);
  });

  it('the second factor is part of the configuration that clients read', async () => {
    expect((await browser().get('/api/config')).body).toMatchObject({
      config: { auth: { secondFactor: { isEnabled: true }, passkeys: { isEnabled: true } } },
    });
  });
});

describe('the audit log', () => {
  it('the audit log has an entry for each change of the second factor and for each wrong code', async () => {
    const { caller, email, userId, app, backupCodes } = await aProtectedPerson();
    const other = await halfSignedIn(email);
    await giveCode(other, app.wrongCode());
    await giveBackupCode(other, backupCodes[0] ?? '');
    await caller.post('/api/auth/two-factor/generate-backup-codes', { password: PASSWORD });
    await caller.post('/api/auth/two-factor/disable', { password: PASSWORD });
    const { rows } = await pool.query<{ action: string; actor: string; address: string | null; text: string }>(
      `select action, actor_type as actor, address, text from (
         select id, action, actor_type, address, target_id, to_jsonb(p)::text as text from audit_pending p
         union all select id, action, actor_type, address, target_id, to_jsonb(e)::text from audit_entry e) entry
       where target_id = $1 and action like 'second-factor:%' order by id`,
      [userId],
    );
    expect(rows.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      'second-factor:enabled user',
      'second-factor:failed anonymous',
      'second-factor:backup-code-used user',
      'second-factor:backup-codes-created user',
      'second-factor:disabled user',
    ]);
    for (const { address, text } of rows) {
      expect(address).toBe('127.0.0.1');
      for (const code of backupCodes) expect(text).not.toContain(code);
    }
  });
});
