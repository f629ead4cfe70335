import { afterEach, describe, expect, it } from '@jest/globals';
import type { ApiResponse } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { inTurn } from '../support/in-turn.js';
import { poolOf } from '../support/rows.js';
import { ownInstallation, ServerProcess } from './server-process.js';
import { addressOf, aSharedDocument, outcomeOf, ShareLinkVisitor } from './share-link-visitor.js';

const PASSWORD = 'open sesame';
const TOO_MANY = '429 server.too_many_requests';
const WRONG = '401 share_link.invalid_password';
const REQUIRED = '401 share_link.password_required';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function start(settings: Record<string, string> = {}): Promise<TestApp> {
  app = await startApp({ SERVER_TRUSTED_PROXIES: 'loopback', ...settings });
  return app;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const guess = () => Array.from({ length: 64 }, () => ALPHABET[Math.floor(Math.random() * 62)]).join('');
const count = (answers: ApiResponse<unknown>[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, outcomeOf)].map(([outcome, some]): [string, number] => [outcome, some.length]),
  );

async function oneByOne<Answer>(times: number, ask: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let index = 0; index < times; index += 1) answers.push(await ask(index));
  return answers;
}

describe('guesses of tokens', () => {
  it('guesses of tokens are refused after 60 an hour, leave one row per visitor, and do not block known links', async () => {
    const { baseUrl } = await start();
    const { share } = await aSharedDocument(app as TestApp);
    const { token } = await share();
    const from = (address: string, guessed = guess()) => new ShareLinkVisitor(baseUrl, guessed, address);
    const routes = ['document', 'file', 'preview'] as const;
    const guesses = await oneByOne(65, (index) =>
      index % 4 === 3 ? from('192.0.2.1').verify({ password: 'x' }) : from('192.0.2.1')[routes[index % 3] ?? 'file'](),
    );
    expect(count(guesses)).toEqual({ '404 share_link.not_found': 60, [TOO_MANY]: 5 });
    expect(Number(guesses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(outcomeOf(await from('192.0.2.2').document())).toBe('404 share_link.not_found');
    expect(outcomeOf(await from('192.0.2.1', token).document())).toBe('200');
    const { rows } = await poolOf(app as TestApp).query(`select from rate_limit where key like 'public-link.%'`);
    expect(rows).toHaveLength(2);
  });

  it('guesses of tokens are counted for one home with all its IPv6 addresses', async () => {
    const { baseUrl } = await start();
    const guesses = await oneByOne(61, (index) =>
      new ShareLinkVisitor(baseUrl, guess(), `2001:db8:0:1${index.toString(16).padStart(2, '0')}::1`).document(),
    );
    expect(count(guesses)).toEqual({ '404 share_link.not_found': 60, [TOO_MANY]: 1 });
  });

  it('a forged X-Forwarded-For does not help guesses, directly or through a proxy that appends to it', async () => {
    const { baseUrl } = await start({ SERVER_TRUSTED_PROXIES: '' });
    const direct = await oneByOne(61, (index) => new ShareLinkVisitor(baseUrl, guess(), addressOf(index)).document());
    expect(count(direct)).toEqual({ '404 share_link.not_found': 60, [TOO_MANY]: 1 });
    await app?.close();
    const { baseUrl: behindProxy } = await start();
    const appended = await oneByOne(61, (index) =>
      new ShareLinkVisitor(behindProxy, guess(), `${addressOf(index)}, 192.0.2.1`).document(),
    );
    expect(count(appended)).toEqual({ '404 share_link.not_found': 60, [TOO_MANY]: 1 });
  });

  // The gate restarts a server for every other commit.
  inTurn(2)('guesses of tokens are limited across a crash and a restart', async () => {
    const own = await ownInstallation();
    const settings = { ...own.settings, AUTH_SECRET: '5e0d9b27c41f8a6350b7e2d94c1f8a63' };
    let server = await ServerProcess.start(settings);
    try {
      const ask = () => new ShareLinkVisitor(server.baseUrl, guess()).document();
      expect(count(await oneByOne(40, ask))).toEqual({ '404 share_link.not_found': 40 });
      await server.kill('SIGKILL');
      server = await ServerProcess.start(settings);
      expect(count(await oneByOne(21, ask))).toEqual({ '404 share_link.not_found': 20, [TOO_MANY]: 1 });
    } finally {
      await server.kill('SIGKILL');
      await own.remove();
    }
  });
});

describe('guesses of a password', () => {
  const RATE = { DOCUMENT_SHARE_LINKS_PASSWORD_VERIFICATION_RATE_LIMIT: '3/1h' };

  it('guesses of a password are limited for each visitor, without effect on others', async () => {
    const { baseUrl } = await start(RATE);
    const { share } = await aSharedDocument(app as TestApp);
    const [{ token }, { token: otherToken }] = [
      await share({ password: PASSWORD }),
      await share({ password: PASSWORD }),
    ];
    const guest = new ShareLinkVisitor(baseUrl, token, '192.0.2.1');
    expect(count(await oneByOne(5, () => guest.verify({ password: 'wrong' })))).toEqual({ [WRONG]: 3, [TOO_MANY]: 2 });
    expect(outcomeOf(await guest.verify({ password: PASSWORD }))).toBe(TOO_MANY);
    expect(outcomeOf(await new ShareLinkVisitor(baseUrl, token, '192.0.2.2').verify({ password: PASSWORD }))).toBe(
      '200',
    );
    const another = new ShareLinkVisitor(baseUrl, otherToken, '192.0.2.1');
    expect(outcomeOf(await another.verify({ password: PASSWORD }))).toBe('200');
  });

  it('guesses of a password from any number of addresses end at ten times the limit, without blocking visitors who know it', async () => {
    // Without a time limit on requests, no guess is refused because it waited too long for its turn.
    const { baseUrl } = await start({ ...RATE, SERVER_API_ROUTES_TIMEOUT_MS: '0' });
    const { share } = await aSharedDocument(app as TestApp);
    const { token } = await share({ password: PASSWORD });
    const from = (address: string) => new ShareLinkVisitor(baseUrl, token, address);
    await from('192.0.2.1').accessToken(PASSWORD);
    const others = await Promise.all(
      Array.from({ length: 50 }, (_, index) => from(addressOf(index)).verify({ password: `guess ${index}` })),
    );
    const seen = count(others);
    expect(seen[WRONG]).toBe(30);
    expect(seen[TOO_MANY]).toBe(20);
    expect(outcomeOf(await from('192.0.2.2').verify({ password: PASSWORD }))).toBe(TOO_MANY);
    const accessToken = await from('192.0.2.1').accessToken(PASSWORD);
    expect(outcomeOf(await from('192.0.2.1').document(accessToken))).toBe('200');
    // A token goes on working from every address: the limit is about passwords.
    expect(outcomeOf(await from('192.0.2.3').document(accessToken))).toBe('200');
    await poolOf(app as TestApp).query(`update rate_limit set expire = 1 where key like 'share-link.wrong-password:%'`);
    expect(outcomeOf(await from('192.0.2.2').verify({ password: PASSWORD }))).toBe('200');
  });

  it('guesses of a password cost the server only a few hashes at a time', async () => {
    const { baseUrl, aUser } = await start({ AUTH_PASSWORD_QUEUE: '4', AUTH_PASSWORD_THREADS: '1' });
    const { share } = await aSharedDocument(app as TestApp);
    const { token } = await share({ password: PASSWORD });
    const guesses = Array.from({ length: 40 }, (_, index) =>
      new ShareLinkVisitor(baseUrl, token, addressOf(index)).verify({ password: 'wrong' }),
    );
    const { api } = await aUser();
    expect((await api.get('/api/organizations')).status).toBe(200);
    const { [WRONG]: tried = 0, '503 server.busy': refused = 0 } = count(await Promise.all(guesses));
    expect(tried + refused).toBe(40);
    expect(tried).toBeGreaterThanOrEqual(5);
    expect(refused).toBeGreaterThan(0);
  });
});

describe('the token for a password', () => {
  it('the token opens only its link', async () => {
    const { baseUrl } = await start();
    const { share } = await aSharedDocument(app as TestApp);
    const [one, two] = [await share({ password: PASSWORD }), await share({ password: PASSWORD })];
    const accessToken = await new ShareLinkVisitor(baseUrl, one.token).accessToken(PASSWORD);
    const other = new ShareLinkVisitor(baseUrl, two.token);
    for (const visit of [other.document, other.file, other.preview])
      expect(outcomeOf(await visit(accessToken))).toBe(REQUIRED);
  });

  it('the token ends when the password changes, even when the same one is set again', async () => {
    const { baseUrl } = await start();
    const { api, base, share } = await aSharedDocument(app as TestApp);
    const { id, token } = await share({ password: PASSWORD });
    const visitor = new ShareLinkVisitor(baseUrl, token);
    const change = (body: object) => api.patch(`${base}/share-links/${id}`, body);
    const first = await visitor.accessToken(PASSWORD);
    await change({ password: 'another one' });
    expect(outcomeOf(await visitor.document(first))).toBe(REQUIRED);
    await change({ password: PASSWORD });
    expect(outcomeOf(await visitor.file(first))).toBe(REQUIRED);
    const second = await visitor.accessToken(PASSWORD);
    await change({ password: null });
    expect(outcomeOf(await visitor.document())).toBe('200');
    await change({ password: PASSWORD });
    expect(outcomeOf(await visitor.document(second))).toBe(REQUIRED);
    await change({ expiresAt: '2999-12-31T23:59:59Z', maxDownloads: 9 });
    const third = await visitor.accessToken(PASSWORD);
    await change({ expiresAt: null });
    expect(outcomeOf(await visitor.document(third))).toBe('200');
  });

  it('the token for a password does not open a link that is disabled, expired or deleted', async () => {
    const { baseUrl } = await start();
    const { api, base, share } = await aSharedDocument(app as TestApp);
    const { id, token } = await share({ password: PASSWORD });
    const visitor = new ShareLinkVisitor(baseUrl, token);
    const accessToken = await visitor.accessToken(PASSWORD);
    const outcomes = async () => [
      outcomeOf(await visitor.document(accessToken)),
      outcomeOf(await visitor.file(accessToken)),
    ];
    const gone = ['410 share_link.gone', '410 share_link.gone'];
    await api.patch(`${base}/share-links/${id}`, { isEnabled: false });
    expect(await outcomes()).toEqual(gone);
    await api.patch(`${base}/share-links/${id}`, { isEnabled: true, expiresAt: '2001-01-01T00:00:00Z' });
    expect(await outcomes()).toEqual(gone);
    await api.delete(`${base}/share-links/${id}`);
    expect(await outcomes()).toEqual(['404 share_link.not_found', '404 share_link.not_found']);
  });

  it('the token for a password is not accepted on the routes of members', async () => {
    const { baseUrl } = await start();
    const { base, documentId, share } = await aSharedDocument(app as TestApp);
    const { token } = await share({ password: PASSWORD });
    const accessToken = await new ShareLinkVisitor(baseUrl, token).accessToken(PASSWORD);
    for (const path of [`${base}/documents/${documentId}`, `${base}/share-links`]) {
      const response = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${accessToken}` } });
      expect(response.status).toBe(401);
    }
  });
});
