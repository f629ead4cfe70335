import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import type { TestApp } from '../support/app.js';
import { MailServer } from '../support/mail-server.js';
import { poolOf } from '../support/rows.js';
import { StatementLog } from '../support/statement-log.js';
import type { Caller } from './caller.js';
import { aCaller, follow, linkIn, PAGES, startMailing } from './mailing-app.js';

const PASSWORD = 'a good password';
const NEW_PASSWORD = 'a better password';

let mailServer: MailServer;
let nextPerson = 0;

const start = (settings: Record<string, string> = {}) => startMailing(mailServer, settings);
const linkOfMail = () => linkIn(mailServer.arrived.at(-1));

async function anAccount(app: TestApp, name = 'Ada'): Promise<{ email: string; caller: Caller }> {
  const caller = aCaller(app);
  const email = `person${(nextPerson += 1)}@example.com`;
  const { status } = await caller.post('/api/auth/sign-up/email', { name, email, password: PASSWORD });
  expect(status).toBe(200);
  return { email, caller };
}

const askForReset = (caller: Caller, email: string, redirectTo = `${PAGES}/reset-password`) =>
  caller.post('/api/auth/request-password-reset', { email, redirectTo });
const signIn = (app: TestApp, email: string, password: string) =>
  aCaller(app).post('/api/auth/sign-in/email', { email, password });
const setPassword = (app: TestApp, token: string) =>
  aCaller(app).post('/api/auth/reset-password', { newPassword: NEW_PASSWORD, token });

/** Asks for a reset, reads the mail and follows its link to the page of the new password. */
async function tokenByMail(app: TestApp, email: string): Promise<string> {
  await askForReset(aCaller(app), email);
  await app.drain();
  const { location } = await follow(app, linkOfMail());
  expect(location).toMatch(new RegExp(`^${PAGES}/reset-password\\?token=`));
  return new URL(location).searchParams.get('token') ?? '';
}

beforeAll(async () => {
  mailServer = await MailServer.start();
});
afterAll(() => mailServer.stop());
beforeEach(() => {
  mailServer.arrived.length = 0;
});

describe('a password reset', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await start();
  });
  afterAll(() => app.close());

  it('a password reset leads from the request through the mail to the new password, and ends all sessions', async () => {
    const { email, caller } = await anAccount(app, '<script>x</script>\r\nBcc: eve@example.com \u202eoob');
    expect((await caller.get('/api/users/me')).status).toBe(200);
    const asked = await askForReset(aCaller(app), email.toUpperCase());
    expect(asked).toMatchObject({ status: 200, body: { status: true } });
    await app.drain();

    const [arrived] = mailServer.arrived;
    expect(arrived).toMatchObject({ recipients: [email], mail: { subject: 'Reset your password' } });
    expect(arrived?.mail.html).not.toMatch(/<script|\u202e/);
    expect(arrived?.mail.text).toMatch(/^Hello <script>x<\/\u2060script> Bcc:/);
    expect(arrived?.mail.headers.has('bcc')).toBe(false);

    const { status, location } = await follow(app, linkOfMail());
    expect(status).toBe(302);
    const token = new URL(location).searchParams.get('token') ?? '';
    expect(await setPassword(app, token)).toMatchObject({ status: 200, body: { status: true } });
    expect((await caller.get('/api/users/me')).status).toBe(401);
    expect((await signIn(app, email, PASSWORD)).status).toBe(401);
    expect((await signIn(app, email, NEW_PASSWORD)).status).toBe(200);
  });

  it('a reset uses its token once, even when two requests bring it at the same time', async () => {
    const { email } = await anAccount(app);
    const token = await tokenByMail(app, email);
    const answers = await Promise.all([setPassword(app, token), setPassword(app, token), setPassword(app, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await setPassword(app, token)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });

  it('a reset ends the earlier links to the same account', async () => {
    const { email } = await anAccount(app);
    const first = await tokenByMail(app, email);
    const second = await tokenByMail(app, email);
    expect((await setPassword(app, second)).status).toBe(200);
    expect(await setPassword(app, first)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });

  it('a reset refuses an expired token, and stores no token that could be used', async () => {
    const { email } = await anAccount(app);
    const token = await tokenByMail(app, email);
    const { rows } = await poolOf(app).query<{ identifier: string }>('select identifier from auth_verification');
    expect(JSON.stringify(rows)).not.toContain(token);
    for (const { identifier } of rows)
      expect((await setPassword(app, identifier.replace('reset-password:', ''))).status).toBe(400);
    await poolOf(app).query(`update auth_verification set expires_at = now() - interval '1 second'`);
    const { location } = await follow(app, linkOfMail());
    expect(location).toBe(`${PAGES}/reset-password?error=INVALID_TOKEN`);
    expect(await setPassword(app, token)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });

  it('the response and the statements are the same whether there is an account or not', async () => {
    const { email } = await anAccount(app);
    const log = new StatementLog(app);
    const ask = async (address: string) => {
      let answer: Awaited<ReturnType<typeof askForReset>> | undefined;
      const statements = await log.during(async () => (answer = await askForReset(aCaller(app), address)));
      return { status: answer?.status, body: answer?.body, statements: statements.sort() };
    };
    await ask(email); // a first request prepares statements
    const [known, unknown] = [await ask(email), await ask('no.account@example.com')];
    expect(unknown).toEqual(known);
    await app.drain();
    expect(mailServer.arrived.map(({ recipients }) => recipients)).toEqual([[email], [email]]);
  });

  it('links are written to the configured address, whatever a request says about its host', async () => {
    const { email } = await anAccount(app);
    const port = app.installation.config(ServerConfig).port;
    const poisoned = aCaller(app).with({
      'x-forwarded-host': 'eve.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=eve.example',
      origin: 'https://eve.example',
      referer: 'https://eve.example/',
    });
    expect((await askForReset(poisoned, email)).status).toBe(200);
    await app.drain();
    const { raw, mail } = mailServer.arrived[0] ?? {};
    expect(`${raw} ${mail?.text} ${String(mail?.html)}`).not.toContain('eve.example');
    expect(linkOfMail()).toMatch(new RegExp(`^http://localhost:${port}/api/auth/reset-password/`));
  });

  it.each([
    'https://eve.example/reset',
    '//eve.example',
    '/\\eve.example',
    'javascript:alert(1)',
    `${PAGES}@eve.example`,
  ])('a reset refuses the page %s, to which it would send the token', async (page) => {
    const { email } = await anAccount(app);
    expect(await askForReset(aCaller(app), email, page)).toMatchObject({ status: 403 });
    await app.drain();
    expect(mailServer.arrived).toEqual([]);
  });

  it('at most five mails an hour are sent to one account, with the same response as before', async () => {
    const { email } = await anAccount(app);
    const answers = [];
    for (let count = 0; count < 8; count += 1) answers.push(await askForReset(aCaller(app), email));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    await app.drain();
    expect(mailServer.arrived).toHaveLength(5);
  });

  it('the fourth request of one client within a minute is refused with the time to wait', async () => {
    const caller = aCaller(app);
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await askForReset(caller, 'nil@example.com')).status);
    expect(statuses).toEqual([200, 200, 200]);
    const refused = await askForReset(caller, 'nil@example.com');
    expect([refused.status, Number(refused.headers.get('x-retry-after')) > 0]).toEqual([429, true]);
  });

  it('password reset is offered by GET /api/config', async () => {
    expect((await aCaller(app).get('/api/config')).body).toMatchObject({
      config: { auth: { isPasswordResetEnabled: true, isEmailVerificationRequired: false } },
    });
  });
});

describe('a limit on mails of one client', () => {
  it('the mails to all accounts count together', async () => {
    const app = await start({ AUTH_MAILS_PER_ADDRESS: '2/1h' });
    try {
      const accounts = [await anAccount(app), await anAccount(app), await anAccount(app)];
      const caller = aCaller(app);
      for (const { email } of accounts) expect((await askForReset(caller, email)).status).toBe(200);
      await app.drain();
      expect(mailServer.arrived).toHaveLength(2);
    } finally {
      await app.close();
    }
  });
});

describe('a server without password reset', () => {
  it.each([
    ['the setting', { AUTH_IS_PASSWORD_RESET_ENABLED: 'false' }],
    ['sign-in by password being disabled', { AUTH_PROVIDERS_EMAIL_IS_ENABLED: 'false' }],
  ])(
    'a server without password reset because of %s refuses the request for every address',
    async (_, settings: Record<string, string>) => {
      const app = await start(settings);
      try {
        expect(await askForReset(aCaller(app), 'a@example.com')).toMatchObject({
          status: 400,
          body: { code: 'RESET_PASSWORD_DISABLED' },
        });
        expect((await aCaller(app).get('/api/config')).body).toMatchObject({
          config: { auth: { isPasswordResetEnabled: false } },
        });
      } finally {
        await app.close();
      }
    },
  );
});
