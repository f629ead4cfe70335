import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { untilTrue } from '../support/until.js';
import { Caller, type Answer } from './caller.js';

const PASSWORD = 'a good password';
const WRONG = 'a wrong password';
const DEFAULTS = { AUTH_ATTEMPTS_PER_ADDRESS: '', AUTH_PASSWORD_QUEUE_PER_ADDRESS: '' };

let server: TestApp;
afterEach(() => server.close());

async function start(settings: Record<string, string> = {}): Promise<void> {
  server = await startApp({ SERVER_TRUSTED_PROXIES: 'loopback', ...settings });
}

/** The ten seconds of the attempts of an address become an hour: on a busy machine a few passwords may take longer. */
async function stretchWindows(): Promise<void> {
  await poolOf(server).query(
    `create function stretch_window() returns trigger language plpgsql as $$
       begin new.expire := extract(epoch from now()) * 1000 + 3600000; return new; end $$;
     create trigger stretch_window before insert or update on rate_limit for each row
       when (new.key like 'auth.address:%') execute function stretch_window()`,
  );
}

/** A browser behind a trusted reverse proxy. */
function from(address: string): Caller {
  const origin = `http://localhost:${server.installation.config(ServerConfig).port}`;
  return new Caller(server.baseUrl, origin).with({ 'x-forwarded-for': address });
}

const addressOf = (index: number) => `203.0.${Math.floor(index / 250)}.${(index % 250) + 1}`;

const signUp = (caller: Caller, email: string) =>
  caller.post('/api/auth/sign-up/email', { name: 'Person', email, password: PASSWORD });
const signIn = (caller: Caller, email: string, password = PASSWORD) =>
  caller.post('/api/auth/sign-in/email', { email, password });

const statuses = (answers: Answer[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, some]) => [status, some.length]));

function expectRefusal(answer: Answer | undefined, status: 429 | 503): void {
  const code = status === 429 ? 'TOO_MANY_REQUESTS' : 'SERVICE_UNAVAILABLE';
  expect(answer).toMatchObject({ status, body: { code, message: expect.any(String) } });
  expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer?.headers.get('content-type')).toMatch(/^application\/json/);
}

describe('many sign-ins at once', () => {
  it('rejects sign-ins beyond the password queue with 503 and still serves an upload', async () => {
    await start({ AUTH_PASSWORD_QUEUE: '6', AUTH_PASSWORD_THREADS: '1', SERVER_API_ROUTES_TIMEOUT_MS: '0' });
    const { api, organizationId } = await server.anArchive();
    // The sign-in whose turn it is waits until all have arrived.
    const blocker = await poolOf(server).connect();
    await blocker.query('begin; lock table rate_limit in access exclusive mode');
    let refused = 0;
    const flood = Array.from({ length: 60 }, async (_, index) => {
      const answer = await signIn(from(addressOf(index)), 'x@example.test', WRONG);
      if (answer.status === 503) refused += 1;
      return answer;
    });
    try {
      await untilTrue('refusals of all but seven', () => refused >= 60 - 7);
      expect((await api.upload(organizationId, { name: 'a.txt', content: 'while others sign in' })).status).toBe(200);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    const answers = await Promise.all(flood);
    expect(statuses(answers)).toEqual({ 401: 7, 503: 53 });
    expectRefusal(
      answers.find(({ status }) => status === 503),
      503,
    );
  });

  it('rejects a flood of sign-ins from one address with 429 and keeps the queue free for others', async () => {
    await start({ ...DEFAULTS, AUTH_PASSWORD_THREADS: '1', SERVER_API_ROUTES_TIMEOUT_MS: '0' });
    await stretchWindows();
    await signUp(from('198.51.100.1'), 'owner@example.test');
    const flood = Array.from({ length: 60 }, () => signIn(from('203.0.113.9'), 'x@example.test', WRONG));
    const other = await signIn(from('198.51.100.1'), 'owner@example.test');
    expect(other.status).toBe(200);
    const answers = await Promise.all(flood);
    expect(statuses(answers)).toEqual({ 401: 3, 429: 57 });
    for (const answer of answers.filter(({ status }) => status === 429)) expectRefusal(answer, 429);
  });

  it('hashes no passwords for clients that disconnected while they waited', async () => {
    await start({ AUTH_PASSWORD_THREADS: '1', AUTH_PASSWORD_QUEUE: '40', SERVER_API_ROUTES_TIMEOUT_MS: '0' });
    const leaving = new AbortController();
    const url = `${server.baseUrl}/api/auth/sign-up/email`;
    const origin = `http://localhost:${server.installation.config(ServerConfig).port}`;
    const hangUps = Array.from({ length: 30 }, (_, index) =>
      fetch(url, {
        method: 'POST',
        signal: leaving.signal,
        headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': addressOf(index) },
        body: JSON.stringify({ name: 'Gone', email: `gone${index}@example.test`, password: PASSWORD }),
      }).catch(() => undefined),
    );
    const accounts = async () =>
      Number((await poolOf(server).query<{ count: string }>('select count(*) from "user"')).rows[0]?.count);
    const log = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await untilTrue('the first account', async () => (await accounts()) > 0);
    leaving.abort();
    await Promise.all(hangUps);
    expect((await signUp(from('198.51.100.1'), 'patient@example.test')).status).toBe(200);
    expect(log.mock.calls.join('')).not.toMatch(/error|abort/i);
    log.mockRestore();
    // Without cancellation the passwords of the disconnected clients would be hashed before this one.
    expect(await accounts()).toBeLessThan(15);
  });
});

describe('attempts from one address', () => {
  it.each(['development', 'test', 'production'])('limits sign-ups with NODE_ENV=%s', async (environment) => {
    await start({ ...DEFAULTS, NODE_ENV: environment, AUTH_SECRET: '5e0d9b27c41f8a6350b7e2d94c1f8a63' });
    await stretchWindows();
    const answers: Answer[] = [];
    for (let index = 0; index < 5; index += 1)
      answers.push(await signUp(from('203.0.113.9'), `person${index}@example.test`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expectRefusal(answers.at(-1), 429);
    expect(answers.at(-1)?.headers.get('x-retry-after')).toBe(answers.at(-1)?.headers.get('retry-after'));
    expect((await signUp(from('203.0.113.10'), 'other@example.test')).status).toBe(200);
  });

  it('limits sign-ins by /56 network of IPv6, to four times the limit of an address', async () => {
    await start({ ...DEFAULTS, AUTH_ATTEMPTS_PER_ADDRESS: '1' });
    const attempt = (network: number) =>
      signIn(from(`2001:db8:0:${(0x200 + network).toString(16)}::1`), `person${network}@example.test`, WRONG);
    const first: number[] = [];
    for (let network = 0; network < 4; network += 1) first.push((await attempt(network)).status);
    expect(first).toEqual([401, 401, 401, 401]);
    const refused = await attempt(4);
    expectRefusal(refused, 429);
    expect(refused.headers.get('ratelimit-policy')).toContain('"auth.site";q=4;w=10');
    expect((await attempt(0x100)).status).toBe(401);
  });

  it('the headers say how many attempts are left, and which limit was exceeded', async () => {
    await start({ ...DEFAULTS, AUTH_WRONG_PASSWORDS_PER_ADDRESS: '1' });
    const attempt = () => signIn(from('203.0.113.9'), 'owner@example.test', WRONG);
    const wrong = await attempt();
    expect(wrong.headers.get('ratelimit-policy')).toBe('"auth.address";q=3;w=10');
    expect(wrong.headers.get('ratelimit')).toMatch(/^"auth.address";r=2;t=\d+$/);
    const refused = await attempt();
    expectRefusal(refused, 429);
    expect(refused.headers.get('ratelimit-policy')).toBe('"auth.address";q=3;w=10, "auth.account-address";q=1;w=900');
    const left = /^"auth.address";r=1;t=\d+, "auth.account-address";r=0;t=(\d+)$/;
    expect(left.exec(refused.headers.get('ratelimit') ?? '')?.[1]).toBe(refused.headers.get('retry-after'));
  });

  it('limits sign-ins by IPv6 network, whatever the form of the path and of the body', async () => {
    await start(DEFAULTS);
    await stretchWindows();
    const attempt = (index: number, path: string, form: boolean) => {
      const caller = from(`2001:db8::${index.toString(16)}`);
      const body = form
        ? new URLSearchParams({ email: 'x@example.test', password: WRONG }).toString()
        : JSON.stringify({ email: 'x@example.test', password: WRONG });
      return caller.send('POST', path, body, form ? 'application/x-www-form-urlencoded' : 'application/json');
    };
    const paths = ['/api/auth/sign-in/email', '/api/auth/x/../sign-in/email', '/api/auth/sign-in/email?x=1'];
    const first = [];
    for (const [index, path] of paths.entries()) first.push((await attempt(index + 1, path, index === 2)).status);
    expect(first).toEqual([401, 401, 401]);
    for (const [index, path] of paths.entries()) expectRefusal(await attempt(index + 9, path, index === 2), 429);
  });
});

describe('requests without a password', () => {
  it('a refused request says how long the limit holds', async () => {
    await start({ AUTH_REQUESTS_PER_ADDRESS: '2' });
    const answers: Answer[] = [];
    for (let index = 0; index < 3; index += 1) answers.push(await from('203.0.113.9').get('/api/auth/get-session'));
    expect(statuses(answers)).toEqual({ 200: 2, 429: 1 });
    expectRefusal(answers.at(-1), 429);
    const seconds = answers.at(-1)?.headers.get('retry-after');
    expect(answers.at(-1)?.headers.get('ratelimit')).toBe(`"auth.requests";r=0;t=${seconds}`);
  });

  it('requests with a path longer than any route are not counted, so that the counters stay small', async () => {
    await start({ AUTH_REQUESTS_PER_ADDRESS: '2' });
    const path = `/api/auth/${'x'.repeat(10_000)}`;
    const answers: Answer[] = [];
    for (let index = 0; index < 4; index += 1) answers.push(await from('203.0.113.9').get(path));
    expect(statuses(answers)).toEqual({ 404: 4 });
    expect(answers[0]?.body).toEqual({ message: 'Not Found', code: 'NOT_FOUND' });
  });
});

describe('wrong passwords', () => {
  it.each([
    [
      'a form that is also valid JSON',
      'x-www-form-urlencoded',
      `{"a":"&email=owner@example.test&password=${WRONG}&b="}`,
    ],
    ['JSON after a byte order mark', 'json', `\uFEFF{"a":"=","email":"owner@example.test","password":"${WRONG}"}`],
  ])('wrong passwords are counted for the account in %s', async (_, type, body) => {
    await start({ AUTH_WRONG_PASSWORDS_PER_ADDRESS: '2' });
    await signUp(from('198.51.100.1'), 'owner@example.test');
    const answers: Answer[] = [];
    for (let index = 0; index < 4; index += 1)
      answers.push(await from('203.0.113.9').send('POST', '/api/auth/sign-in/email', body, `application/${type}`));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 429, 429]);
  });

  it('limits wrong passwords for an account over all addresses, except from an address that signed in before', async () => {
    await start({ AUTH_WRONG_PASSWORDS_PER_ACCOUNT: '8' });
    const owner = from('198.51.100.1');
    await signUp(owner, 'owner@example.test');
    const answers: Answer[] = [];
    for (let index = 0; index < 12; index += 1)
      answers.push(
        await signIn(from(addressOf(index)), index % 2 ? 'owner@example.test' : 'Owner@Example.test', WRONG),
      );
    expect(statuses(answers)).toEqual({ 401: 8, 429: 4 });
    expectRefusal(answers.at(-1), 429);
    expectRefusal(await signIn(from('192.0.2.77'), 'owner@example.test'), 429);

    expect((await owner.get('/api/users/me')).status).toBe(200);
    expect((await signIn(from('198.51.100.1'), 'owner@example.test')).status).toBe(200);
    expect((await signIn(from('192.0.2.78'), 'another-user@example.test', WRONG)).status).toBe(401);
  });

  it('limits wrong passwords from one address and does not count right ones', async () => {
    await start({ AUTH_WRONG_PASSWORDS_PER_ADDRESS: '3' });
    await signUp(from('198.51.100.1'), 'owner@example.test');
    for (let index = 0; index < 6; index += 1)
      expect((await signIn(from('203.0.113.9'), 'owner@example.test')).status).toBe(200);
    const outcomes: number[] = [];
    for (let index = 0; index < 5; index += 1)
      outcomes.push((await signIn(from('203.0.113.9'), 'owner@example.test', WRONG)).status);
    expect(outcomes).toEqual([401, 401, 401, 429, 429]);
    expect((await signIn(from('203.0.113.10'), 'owner@example.test')).status).toBe(200);
  });

  it('limits wrong current passwords in a change of the password', async () => {
    await start({ AUTH_WRONG_PASSWORDS_PER_ADDRESS: '2' });
    const owner = from('198.51.100.1');
    await signUp(owner, 'owner@example.test');
    const change = (currentPassword: string, more = {}) =>
      owner.post('/api/auth/change-password', { currentPassword, newPassword: 'another password', ...more });
    const outcomes: number[] = [];
    for (let index = 0; index < 3; index += 1)
      outcomes.push((await change(WRONG, { email: `other${index}@example.test` })).status);
    expect(outcomes).toEqual([400, 400, 429]);
    expectRefusal(await change(PASSWORD), 429);
  });

  it('stores the counters of wrong passwords in the database, without the e-mail address', async () => {
    await start({ AUTH_WRONG_PASSWORDS_PER_ACCOUNT: '1' });
    await signIn(from('203.0.113.9'), 'owner@example.test', WRONG);
    const { rows } = await poolOf(server).query<{ key: string }>('select key from rate_limit');
    expect(rows.map(({ key }) => key.split(':')[0]).sort()).toEqual([
      'auth.account',
      'auth.account-address',
      'auth.address',
    ]);
    expect(JSON.stringify(rows)).not.toContain('owner');
  });
});
