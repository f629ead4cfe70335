import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { AuthConfig } from '#config/auth';
import { ServerConfig } from '#config/server';
import { POSTGRES_POOL } from '#ground/database';
import { CodeAttempts } from '#people/auth';
import { startApp, type TestApp } from '../support/app.js';
import { isFullSet } from '../support/sample.js';
import { AuthenticatorApp } from '../support/totp.js';
import { Caller, type Answer } from './caller.js';

const PASSWORD = 'a good password';
const GUESSES = isFullSet ? 1000 : 300;

let server: TestApp;
let port: number;
let nextPerson = 0;

beforeAll(async () => {
  server = await startApp({ SERVER_TRUSTED_PROXIES: '127.0.0.1' });
  port = server.installation.config(ServerConfig).port;
});
afterAll(() => server.close());

/** A browser behind a proxy of this server. */
const browserAt = (address: string) =>
  new Caller(server.baseUrl, `http://localhost:${port}`).with({ 'x-forwarded-for': address });

interface Owner {
  caller: Caller;
  email: string;
  userId: string;
  app: AuthenticatorApp;
  backupCodes: string[];
}

async function anOwner(address: string): Promise<Owner> {
  const caller = browserAt(address);
  const email = `owner${(nextPerson += 1)}@example.test`;
  const signedUp = await caller.post('/api/auth/sign-up/email', { name: 'Ada', email, password: PASSWORD });
  const userId = (signedUp.body as { user: { id: string } }).user.id;
  const { body } = await caller.post('/api/auth/two-factor/enable', { password: PASSWORD });
  const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] };
  const app = new AuthenticatorApp(totpURI);
  expect((await caller.post('/api/auth/two-factor/verify-totp', { code: app.code(-1) })).status).toBe(200);
  return { caller, email, userId, app, backupCodes };
}

const signIn = (caller: Caller, email: string) => caller.post('/api/auth/sign-in/email', { email, password: PASSWORD });
const giveCode = (caller: Caller, code: string, more: object = {}) =>
  caller.post('/api/auth/two-factor/verify-totp', { code, ...more });

/** Somewhere else, with the right password. */
async function halfSignedIn(address: string, email: string): Promise<Caller> {
  const caller = browserAt(address);
  expect((await signIn(caller, email)).status).toBe(200);
  return caller;
}

function count(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Codes that the app shows at no time of the test. */
function* wrongCodes(app: AuthenticatorApp): Generator<string> {
  const shown = new Set(Array.from({ length: 41 }, (_, index) => app.code(index - 20)));
  for (let number = 0; ; number += 1) {
    const code = String(number).padStart(6, '0');
    if (!shown.has(code)) yield code;
  }
}

describe('guesses of the second factor', () => {
  it('checks five of hundreds of codes from one address, in however many sign-ins, and then answers 429 with the wait', async () => {
    const { email, app } = await anOwner('203.0.113.1');
    const codes = wrongCodes(app);
    const answers: Answer[] = [];
    let caller = await halfSignedIn('198.51.100.1', email);
    for (let guess = 0; guess < GUESSES; guess += 1) {
      // The library ends a sign-in after five wrong codes; the attacker knows the password and starts the next one.
      if (guess % 100 === 5) caller = await halfSignedIn('198.51.100.1', email);
      answers.push(await giveCode(caller, String(codes.next().value)));
    }
    expect(count(answers)).toEqual({ 401: 5, 429: GUESSES - 5 });
    const last = answers.at(-1);
    expect(last?.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(last?.headers.get('ratelimit')).toMatch(/^"auth\.codes\.address";r=0;t=\d+$/);
    expect(last?.headers.get('ratelimit-policy')).toBe('"auth.codes.address";q=5;w=900');

    expect(await giveCode(caller, app.code())).toMatchObject({ status: 429 }); // not even the right one
    const owner = await halfSignedIn('203.0.113.1', email);
    expect((await giveCode(owner, app.code())).status).toBe(200);
  });

  it('five guesses are checked when many are sent at the same moment', async () => {
    const { email, app } = await anOwner('203.0.113.2');
    const codes = wrongCodes(app);
    const callers = await Promise.all(Array.from({ length: 5 }, () => halfSignedIn('198.51.100.2', email)));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => giveCode(callers[index % 5] as Caller, String(codes.next().value))),
    );
    expect(count(answers)).toEqual({ 401: 5, 429: 45 });
  });

  it('guesses of codes and of backup codes count together', async () => {
    const { email, app, backupCodes } = await anOwner('203.0.113.3');
    const codes = wrongCodes(app);
    const caller = await halfSignedIn('198.51.100.3', email);
    for (let guess = 0; guess < 3; guess += 1) await giveCode(caller, String(codes.next().value));
    const guessed = (code: string) => caller.post('/api/auth/two-factor/verify-backup-code', { code });
    expect([(await guessed('aaaaa-aaaaa')).status, (await guessed('bbbbb-bbbbb')).status]).toEqual([401, 401]);
    const again = await halfSignedIn('198.51.100.3', email);
    expect((await guessed(backupCodes[0] ?? '')).status).toBe(429);
    expect((await again.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[0] })).status).toBe(429);
  });

  it('20 guesses a day are checked from all addresses, without locking the owner out of a trusted device or session', async () => {
    const { caller: session, email, app } = await anOwner('203.0.113.4');
    const device = await halfSignedIn('203.0.113.4', email);
    expect((await giveCode(device, app.code(), { trustDevice: true })).status).toBe(200);
    await device.post('/api/auth/sign-out', {});

    const codes = wrongCodes(app);
    const answers: Answer[] = [];
    for (let place = 0; place < 30; place += 1) {
      const caller = await halfSignedIn(`198.51.100.${50 + place}`, email);
      answers.push(await giveCode(caller, String(codes.next().value)));
    }
    expect(count(answers)).toEqual({ 401: 20, 429: 10 });
    expect(answers.at(-1)?.headers.get('ratelimit')).toMatch(/^"auth\.codes\.account";r=0;t=\d+$/);

    expect((await signIn(device, email)).body).toMatchObject({ redirect: false, user: { email } });
    expect((await session.get('/api/users/me')).status).toBe(200);
    expect((await session.post('/api/auth/two-factor/disable', { password: PASSWORD })).status).toBe(200);
  });

  it('guesses for one account do not count for another, and a right code resets the count of its address', async () => {
    const { email, app } = await anOwner('203.0.113.5');
    const codes = wrongCodes(app);
    const caller = await halfSignedIn('203.0.113.5', email);
    for (let guess = 0; guess < 4; guess += 1) await giveCode(caller, String(codes.next().value));
    expect((await giveCode(caller, app.code())).status).toBe(200);
    const again = await halfSignedIn('203.0.113.5', email);
    for (let guess = 0; guess < 5; guess += 1)
      expect((await giveCode(again, String(codes.next().value))).status).toBe(401);
    const other = await anOwner('203.0.113.5');
    const second = await halfSignedIn('203.0.113.5', other.email);
    expect((await giveCode(second, other.app.code())).status).toBe(200);
  });

  it('the limit of guesses holds across a restart: they are counted in the database', async () => {
    const { email, app, userId } = await anOwner('203.0.113.6');
    const codes = wrongCodes(app);
    const caller = await halfSignedIn('198.51.100.6', email);
    for (let guess = 0; guess < 5; guess += 1) await giveCode(caller, String(codes.next().value));
    const restarted = new CodeAttempts(
      server.app.get<pg.Pool>(POSTGRES_POOL, { strict: false }),
      server.installation.config(AuthConfig),
    );
    await expect(restarted.begin({ userId, clientAddress: '198.51.100.6' })).rejects.toMatchObject({
      code: 'server.too_many_requests',
    });
    await restarted.begin({ userId, clientAddress: '198.51.100.7' });
  });
});
