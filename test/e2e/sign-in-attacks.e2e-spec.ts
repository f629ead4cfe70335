import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../support/app.js';
import { MailServer } from '../support/mail-server.js';
import { poolOf } from '../support/rows.js';
import { StatementLog } from '../support/statement-log.js';
import { AuthenticatorApp } from '../support/totp.js';
import type { Caller } from './caller.js';
import { EventStream } from './event-stream.js';
import { aCaller, follow, linkIn, PAGES, startMailing } from './mailing-app.js';
import { exchange, sendPlain, type Header, type PlainResponse } from './plain-socket.js';

const PASSWORD = 'a good password';
const SESSION = '__Secure-better-auth.session_token';
const JSON_TYPE = 'application/json';

let mailServer: MailServer;
let app: TestApp;
let nextPerson = 0;
let addresses = 0;

interface Person {
  caller: Caller;
  email: string;
  id: string;
}

/** Each request comes from another client, because the library counts requests by address. */
const newAddress = () => `198.51.${(addresses += 1) >> 8}.${addresses & 255}`;

async function aPerson(): Promise<Person> {
  const caller = aCaller(app);
  const email = `person${(nextPerson += 1)}@example.com`;
  const { status, body } = await caller.post('/api/auth/sign-up/email', { name: 'Ada', email, password: PASSWORD });
  expect(status).toBe(200);
  return { caller, email, id: (body as { user: { id: string } }).user.id };
}

const signIn = (caller: Caller, email: string) => caller.post('/api/auth/sign-in/email', { email, password: PASSWORD });
/** Whose session it is; undefined for none. */
const emailOf = async (caller: Caller) =>
  ((await caller.get('/api/users/me')).body as { user?: { email: string } }).user?.email;
/** A browser that has these cookies only. */
const browserWith = (cookie: string) => aCaller(app).with({ cookie });
const sessionIn = (caller: Caller) =>
  caller
    .cookieHeader()
    .split('; ')
    .find((pair) => pair.startsWith(`${SESSION}=`)) ?? '';

beforeAll(async () => {
  mailServer = await MailServer.start();
  app = await startMailing(mailServer, { APP_BASE_URL: PAGES });
});
afterAll(async () => {
  await app.close();
  await mailServer.stop();
});
beforeEach(() => {
  mailServer.arrived.length = 0;
});

describe('the links of mails', () => {
  it.each<[string, Header[]]>([
    ['Host', [['host', 'eve.example']]],
    ['a Host with a user name', [['host', 'archive.example@eve.example']]],
    ['a Host with a port', [['host', 'archive.example:80@eve.example']]],
    [
      'headers of proxies',
      [
        ['host', 'archive.example'],
        ['x-forwarded-host', 'eve.example'],
        ['x-forwarded-server', 'eve.example'],
        ['x-original-host', 'eve.example'],
        ['x-host', 'eve.example'],
        ['x-original-url', 'https://eve.example/'],
      ],
    ],
  ])('the links of mails lead to the configured address, whatever a request gives as %s', async (_, hosts) => {
    const { email } = await aPerson();
    const asks: [string, object][] = [
      ['request-password-reset', { email, redirectTo: '/reset-password' }],
      ['send-verification-email', { email, callbackURL: '/' }],
    ];
    for (const [route, body] of asks) {
      const text = JSON.stringify(body);
      const length: Header = ['content-length', String(text.length)];
      const from: Header = ['x-forwarded-for', newAddress()];
      const headers: Header[] = [...hosts, from, ['connection', 'close'], ['content-type', JSON_TYPE], length];
      const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const { status } = await exchange(app.baseUrl, `POST /api/auth/${route} HTTP/1.1\r\n${lines}\r\n${text}`);
      expect(status).toBe(200);
    }
    await app.drain();
    expect(mailServer.arrived).toHaveLength(2);
    for (const arrived of mailServer.arrived) {
      expect(`${arrived.raw} ${arrived.mail.text} ${String(arrived.mail.html)}`).not.toContain('eve.example');
      expect(new URL(linkIn(arrived)).origin).toBe(PAGES);
    }
  });
});

describe('a session that an attacker has prepared', () => {
  it('a sign-in does not accept a prepared session: an invented cookie is invalid before and after it', async () => {
    const { email } = await aPerson();
    for (const invented of [`${SESSION}=invented`, `${SESSION}=invented.${Buffer.alloc(32).toString('base64')}`]) {
      const victim = browserWith(invented);
      expect(await emailOf(victim)).toBeUndefined();
      const { status, cookies } = await signIn(victim, email);
      expect(status).toBe(200);
      expect(cookies.join()).not.toContain('invented');
      expect(await emailOf(browserWith(invented))).toBeUndefined();
    }
  });

  it('a prepared session stays with the account of the attacker when a victim signs in with its cookie', async () => {
    const attacker = await aPerson();
    const victim = await aPerson();
    const planted = attacker.caller.cookieHeader();
    const { status, cookies } = await signIn(browserWith(planted), victim.email);
    expect(status).toBe(200);
    const given = cookies.find((line) => line.startsWith(SESSION))?.split(';')[0] ?? '';
    expect(planted).not.toContain(given);
    expect(await emailOf(browserWith(given))).toBe(victim.email);
    expect(await emailOf(browserWith(planted))).toBe(attacker.email);
  });

  it('a prepared session ends at each step: sign-in, second factor and change of the password give new tokens', async () => {
    const { caller, email } = await aPerson();
    const sessions = [sessionIn(caller)];
    await signIn(caller, email);
    sessions.push(sessionIn(caller));
    const { body } = await caller.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const authenticator = new AuthenticatorApp((body as { totpURI: string }).totpURI);
    await caller.post('/api/auth/two-factor/verify-totp', { code: authenticator.code(-1) });
    sessions.push(sessionIn(caller));

    const other = aCaller(app);
    await signIn(other, email);
    const half = other.cookieHeader();
    expect([sessionIn(other), await emailOf(other)]).toEqual(['', undefined]);
    await other.post('/api/auth/two-factor/verify-totp', { code: authenticator.code() });
    sessions.push(sessionIn(other));
    expect([await emailOf(other), await emailOf(browserWith(half))]).toEqual([email, undefined]);
    const again = await browserWith(half).post('/api/auth/two-factor/verify-totp', { code: authenticator.code(1) });
    expect(again).toMatchObject({ status: 401, body: { code: 'INVALID_TWO_FACTOR_COOKIE' } });

    const change = { currentPassword: PASSWORD, newPassword: 'another good password' };
    expect((await other.post('/api/auth/change-password', change)).status).toBe(200);
    expect(await emailOf(browserWith(sessionIn(other)))).toBe(email);
    for (const session of sessions) expect(await emailOf(browserWith(session))).toBeUndefined();
    sessions.push(sessionIn(other));
    expect(new Set(sessions.filter((session) => session !== '')).size).toBe(5);
  });
});

/** Routes that change something, with bodies that work from a page of this server. */
const CHANGES: [string, object][] = [
  ['sign-out', {}],
  ['change-password', { currentPassword: PASSWORD, newPassword: 'planted password' }],
  ['update-user', { name: 'Planted' }],
  ['revoke-sessions', {}],
  ['two-factor/enable', { password: PASSWORD }],
  ['two-factor/verify-totp', { code: '123456' }],
  ['two-factor/verify-backup-code', { code: 'abcde-fghij' }],
  ['two-factor/generate-backup-codes', { password: PASSWORD }],
  ['two-factor/disable', { password: PASSWORD }],
  ['passkey/verify-registration', { response: {}, name: 'Planted' }],
  ['passkey/verify-authentication', { response: {} }],
  ['passkey/update-passkey', { id: 'auth_psk_x', name: 'Planted' }],
  ['passkey/delete-passkey', { id: 'auth_psk_x' }],
  ['unlink-account', { providerId: 'credential' }],
  ['sign-in/email', { email: 'eve@example.com', password: PASSWORD }],
  ['sign-up/email', { name: 'Eve', email: 'planted@example.com', password: PASSWORD }],
  ['request-password-reset', { email: 'person1@example.com', redirectTo: '/reset-password' }],
  ['reset-password', { newPassword: 'planted password', token: 'x' }],
];

const urlEncoded = (body: object) => new URLSearchParams(body as Record<string, string>).toString();
/** A form can send JSON as text: the name of its only field is the text up to the first equals sign. */
const FORMS: [string, (body: object) => string][] = [
  [JSON_TYPE, JSON.stringify],
  ['text/plain', JSON.stringify],
  ['application/x-www-form-urlencoded', urlEncoded],
];
const CROSS_SITE: Header[] = [
  ['sec-fetch-site', 'cross-site'],
  ['sec-fetch-mode', 'navigate'],
  ['sec-fetch-dest', 'document'],
  ['sec-fetch-user', '?1'],
];

function submit(route: string, body: string, headers: Header[]): Promise<PlainResponse> {
  const from: Header = ['x-forwarded-for', newAddress()];
  return sendPlain(app.baseUrl, 'POST', `/api/auth/${route}`, [from, ...headers], body);
}

describe('a form of another site', () => {
  it.each<[string, Header[]]>([
    ['of a foreign origin', [['origin', 'https://eve.example'], ...CROSS_SITE]],
    ['of a subdomain', [['origin', 'https://eve.archive.example']]],
    ['of the same host without encryption', [['origin', 'http://archive.example']]],
    ['of a host that begins like this one', [['origin', 'https://archive.example.eve.example']]],
    ['in a sandboxed frame', [['origin', 'null'], ...CROSS_SITE]],
    ['with no origin', CROSS_SITE],
    ['with no origin and a foreign referer', [['referer', 'https://eve.example/form'], ...CROSS_SITE]],
  ])('a form %s cannot use a session, in any format', async (_, page) => {
    const { caller, email } = await aPerson();
    const { rows: before } = await poolOf(app).query('select name, two_factor_enabled from "user" where email = $1', [
      email,
    ]);
    for (const [route, body] of CHANGES) {
      for (const [type, write] of FORMS) {
        const headers: Header[] = [...page, ['cookie', caller.cookieHeader()], ['content-type', type]];
        const { status, headers: sent, code } = await submit(route, write(body), headers);
        const isRefused = status === 403 || (status === 415 && type !== JSON_TYPE);
        expect({ route, type, status, code, isRefused }).toMatchObject({ isRefused: true });
        expect(sent.has('set-cookie')).toBe(false);
      }
    }
    expect(await emailOf(caller)).toBe(email);
    expect((await signIn(aCaller(app), email)).status).toBe(200);
    const { rows } = await poolOf(app).query('select name, two_factor_enabled from "user" where email = $1', [email]);
    expect(rows).toEqual(before);
  });

  it('a form of another site without a cookie signs no user in or up', async () => {
    const { email } = await aPerson();
    const forms: [string, object][] = [
      ['sign-in/email', { email, password: PASSWORD }],
      ['sign-up/email', { name: 'Planted', email: 'planted@example.com', password: PASSWORD }],
    ];
    for (const [route, body] of forms) {
      for (const [type, write] of FORMS) {
        const headers: Header[] = [['origin', 'https://eve.example'], ...CROSS_SITE, ['content-type', type]];
        const { status, headers: sent, code } = await submit(route, write(body), headers);
        const expected = type === 'text/plain' ? [415] : [403, 'CROSS_SITE_NAVIGATION_LOGIN_BLOCKED'];
        expect([status, ...(status === 415 ? [] : [code])]).toEqual(expected);
        expect(sent.has('set-cookie')).toBe(false);
      }
    }
    const { rows } = await poolOf(app).query(`select from "user" where email = 'planted@example.com'`);
    expect(rows).toEqual([]);
  });

  it('a form of another site without a cookie reaches no other route with a format that forms can send', async () => {
    for (const [route, body] of CHANGES.filter(([name]) => !/^sign-(in|up)/.test(name))) {
      for (const [type, write] of FORMS.slice(1)) {
        const { status, headers } = await submit(route, write(body), [...CROSS_SITE, ['content-type', type]]);
        expect({ route, type, status }).toEqual({ route, type, status: 415 });
        expect(headers.has('set-cookie')).toBe(false);
      }
    }
    await app.drain();
    expect(mailServer.arrived).toEqual([]);
  });
});

describe('the cookies of a server whose address begins with https', () => {
  it('cookies are sent only over encrypted connections, and are hidden from scripts', async () => {
    const { caller, email } = await aPerson();
    const { cookies } = await signIn(aCaller(app), email);
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(
      /^__Secure-better-auth\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const { body } = await caller.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const authenticator = new AuthenticatorApp((body as { totpURI: string }).totpURI);
    await caller.post('/api/auth/two-factor/verify-totp', { code: authenticator.code(-1) });
    const other = aCaller(app);
    const half = await signIn(other, email);
    const whole = await other.post('/api/auth/two-factor/verify-totp', {
      code: authenticator.code(),
      trustDevice: true,
    });
    const passkey = await aCaller(app).get('/api/auth/passkey/generate-authenticate-options');
    const all = [...half.cookies, ...whole.cookies, ...passkey.cookies];
    const names = all.map((line) => line.slice(0, line.indexOf('=')));
    for (const name of ['session_token', 'two_factor', 'trust_device', 'better-auth-passkey'])
      expect(names).toContain(`__Secure-better-auth.${name}`);
    for (const line of all) {
      expect(line).toMatch(/^__Secure-[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      expect(line).not.toMatch(/domain/i);
    }
  });

  it('cookies are not accepted under a name that a page without encryption could set', async () => {
    const { caller, email } = await aPerson();
    expect(await emailOf(browserWith(sessionIn(caller)))).toBe(email);
    expect(await emailOf(browserWith(sessionIn(caller).replace('__Secure-', '')))).toBeUndefined();
  });
});

describe('a disabled user', () => {
  const disable = async ({ id }: Person) => {
    await poolOf(app).query('update "user" set is_admin = (id <> $1), disabled_at = null', [id]);
    const { rows } = await poolOf(app).query<{ email: string }>('select email from "user" where is_admin limit 1');
    const administrator = aCaller(app);
    await signIn(administrator, rows[0]?.email ?? '');
    const body = JSON.stringify({ isDisabled: true });
    expect((await administrator.send('PATCH', `/api/admin/users/${id}`, body, JSON_TYPE)).status).toBe(200);
  };

  it('a disabled user gets no more events: the open stream of the session ends', async () => {
    const person = await aPerson();
    const { body } = await person.caller.post('/api/organizations', { name: 'Archive' });
    const { organization } = body as { organization: { id: string } };
    const address = `${app.baseUrl}/api/organizations/${organization.id}/events/stream`;
    const stream = await EventStream.open(address, { cookie: person.caller.cookieHeader() });
    try {
      await disable(person);
      expect(await stream.next()).toMatchObject({ event: 'end', data: { reason: 'auth.unauthorized' } });
      await stream.ended();
    } finally {
      await stream.close();
    }
  });

  it('a disabled user gets no mails of sign-in, and a request for one does not show that the account exists', async () => {
    const person = await aPerson();
    const other = await aPerson();
    await disable(person);
    const log = new StatementLog(app);
    for (const [route, more] of [
      ['request-password-reset', { redirectTo: '/reset-password' }],
      ['send-verification-email', { callbackURL: '/' }],
    ] as const) {
      const ask = async (email: string) => {
        let answer = { status: 0, body: undefined as unknown };
        const asked = () => aCaller(app).post(`/api/auth/${route}`, { email, ...more });
        const statements = await log.during(async () => void (answer = await asked()));
        return { status: answer.status, body: answer.body, statements: statements.sort() };
      };
      await ask(other.email); // a first request prepares statements
      const [disabled, unknown, enabled] = [
        await ask(person.email),
        await ask('no.account@example.com'),
        await ask(other.email),
      ];
      expect(disabled).toEqual(unknown);
      expect(disabled).toEqual(enabled);
    }
    await app.drain();
    const readers = mailServer.arrived.flatMap(({ recipients }) => recipients);
    expect(readers).toEqual([other.email, other.email, other.email, other.email]);
  });

  it('a disabled user gets no session with a link that was sent before', async () => {
    const person = await aPerson();
    await aCaller(app).post('/api/auth/request-password-reset', { email: person.email, redirectTo: '/reset-password' });
    await app.drain();
    const { location } = await follow(app, linkIn(mailServer.arrived.at(-1)));
    const token = new URL(location, PAGES).searchParams.get('token') ?? '';
    await disable(person);
    await aCaller(app).post('/api/auth/reset-password', { newPassword: PASSWORD, token });
    expect(await signIn(aCaller(app), person.email)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_DISABLED' } });
  });
});
