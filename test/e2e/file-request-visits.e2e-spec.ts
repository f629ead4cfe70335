import { createLinkToken } from '#outside/links';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { aFileRequest, BEHIND_A_PROXY, Visitor } from './file-request-visitors.js';

const FILE = { name: 'receipt.txt', content: 'a receipt' };
const ATTEMPTS = 3;

describe('visits of file requests', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let visitors = 0;

  beforeAll(async () => {
    app = await startApp({
      ...BEHIND_A_PROXY,
      FILE_REQUESTS_PASSWORD_VERIFICATION_RATE_LIMIT: `${ATTEMPTS}/1h`,
      FILE_REQUESTS_ACCESS_RATE_LIMIT: '20/1h',
      FILE_REQUESTS_UPLOAD_RATE_LIMIT: '4/1h',
      DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: '2000',
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive('Miller & Sons'));
  });

  const aVisitor = (accessToken?: string) => new Visitor(app, `192.0.2.${(visitors += 1)}`, accessToken);
  const request = (fields: object = {}) => aFileRequest(api, organizationId, fields);
  const change = (fileRequestId: string, fields: object) =>
    api.patch(`/api/organizations/${organizationId}/file-requests/${fileRequestId}`, fields);
  /** What the three routes say to a visitor. */
  const outcomes = async (token: string, visitor = aVisitor(), password: unknown = 'wrong'): Promise<string[]> =>
    [await visitor.open(token), await visitor.verify(token, password), await visitor.handIn(token, FILE)].map(
      ({ status, body }) => `${status} ${status < 400 ? 'ok' : body.error.code}`,
    );

  it('a visit shows title, message, organization and limits, and nothing else of the archive', async () => {
    const { token } = await request({
      message: 'All of 2026, please',
      expiresAt: '2999-01-01T00:00:00Z',
      maxFiles: 2,
      maxFileBytes: 1000,
    });
    expect((await aVisitor().open(token)).body).toEqual({
      fileRequest: {
        title: 'Receipts',
        message: 'All of 2026, please',
        organizationName: 'Miller & Sons',
        expiresAt: '2999-01-01T00:00:00.000Z',
        maxFileBytes: 1000,
        filesLeft: 2,
        isPasswordProtected: false,
      },
    });
    const unlimited = await request({ maxFileBytes: 1_000_000 });
    expect((await aVisitor().open(unlimited.token)).body).toMatchObject({
      fileRequest: { maxFileBytes: 2000, filesLeft: null, expiresAt: null, message: null },
    });
  });

  it.each(['x', 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}-`, `${'a'.repeat(63)}%00`])(
    'a visit rejects %s, which is not the form of a token, with 400 before anything else',
    async (token) => {
      expect(await outcomes(token, aVisitor(), '')).toEqual([
        '400 server.invalid_request.params',
        '400 server.invalid_request.params',
        '400 server.invalid_request.params',
      ]);
    },
  );

  it('a visit rejects a password in the wrong form with 400, even where there is no such request', async () => {
    for (const password of [undefined, '', 1, 'x'.repeat(257)]) {
      expect(await aVisitor().verify(createLinkToken(), password)).toMatchObject({
        status: 400,
        body: { error: { code: 'server.invalid_request.body' } },
      });
    }
  });

  it('a visit returns 404 for a token that never existed, has other letters, or whose request was deleted', async () => {
    const { id, token } = await request();
    const unknown = ['404 file_request.not_found', '404 file_request.not_found', '404 file_request.not_found'];
    expect(await outcomes(createLinkToken())).toEqual(unknown);
    const swapped = token.replace(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    expect(await outcomes(swapped)).toEqual(unknown);
    await api.delete(`/api/organizations/${organizationId}/file-requests/${id}`);
    expect(await outcomes(token)).toEqual(unknown);
  });

  it('a visit returns 410 while a request is off, expired or of a deleted organization, before its password counts', async () => {
    const gone = ['410 file_request.gone', '410 file_request.gone', '410 file_request.gone'];
    const off = await request({ password: 'open sesame' });
    await change(off.id, { isEnabled: false });
    expect(await outcomes(off.token)).toEqual(gone);
    await change(off.id, { isEnabled: true });
    expect((await outcomes(off.token))[0]).toBe('401 file_request.password_required');
    const expired = await request({ expiresAt: '2020-01-01T00:00:00Z' });
    expect(await outcomes(expired.token)).toEqual(gone);
    const { token } = await request();
    await api.delete(`/api/organizations/${organizationId}`);
    expect(await outcomes(token)).toEqual(gone);
    const restored = 'deleted_at = null, deleted_by = null, scheduled_purge_at = null';
    await poolOf(app).query(`update organization set ${restored} where id = $1`, [organizationId]);
    expect((await outcomes(token))[0]).toBe('200 ok');
  });

  it('a visit needs the access token of this request, as long as its password is the same', async () => {
    const { id, token } = await request({ password: 'open sesame' });
    const other = await request({ password: 'open sesame' });
    expect(await outcomes(token)).toEqual([
      '401 file_request.password_required',
      '401 file_request.invalid_password',
      '401 file_request.password_required',
    ]);
    const { accessToken } = (await aVisitor().verify(token, 'open sesame')).body;
    expect((await aVisitor(accessToken).open(token)).body).toMatchObject({
      fileRequest: { isPasswordProtected: true },
    });
    expect((await aVisitor(accessToken).handIn(token, FILE)).status).toBe(201);
    for (const wrong of [
      `${accessToken}x`,
      'x',
      api.token,
      (await aVisitor().verify(other.token, 'open sesame')).body.accessToken,
    ])
      expect((await outcomes(token, aVisitor(wrong)))[0]).toBe('401 file_request.password_required');
    await change(id, { password: 'close sesame' });
    expect((await aVisitor(accessToken).open(token)).status).toBe(401);
    await change(id, { password: null });
    expect((await aVisitor().open(token)).status).toBe(200);
    expect((await outcomes(token))[1]).toBe('400 file_request.not_password_protected');
  });

  it('a visit says how many attempts are left, then refuses this visitor and no other one', async () => {
    const { token } = await request({ password: 'open sesame' });
    const visitor = aVisitor();
    const messages = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
      messages.push((await visitor.verify(token, 'guess')).body.error.message);
    expect(messages).toEqual([
      'The password is wrong. 2 attempts are left.',
      'The password is wrong. 1 attempt is left.',
      'The password is wrong. No attempts are left for now; try again later.',
    ]);
    const refused = await visitor.verify(token, 'open sesame');
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'server.too_many_requests' } } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await aVisitor().verify(token, 'open sesame')).status).toBe(200);
  });

  it('files that a visitor sends to one request are counted, including refused ones', async () => {
    const [{ id, token }, other] = [await request(), await request()];
    const visitor = aVisitor();
    const send = async (to = token) => (await visitor.handIn(to, { ...FILE, content: String(Math.random()) })).status;
    expect([await send(), await send()]).toEqual([201, 201]);
    await change(id, { isEnabled: false });
    expect([await send(), await send(), await send()]).toEqual([410, 410, 429]);
    await change(id, { isEnabled: true });
    expect([await send(), await send(other.token)]).toEqual([429, 201]);
    expect((await aVisitor().handIn(token, { ...FILE, content: 'another visitor' })).status).toBe(201);
  });

  it('visits that only look are limited for each visitor and request', async () => {
    const { token } = await request();
    const visitor = aVisitor();
    for (let visit = 0; visit < 20; visit += 1) expect((await visitor.open(token)).status).toBe(200);
    expect(await visitor.open(token)).toMatchObject({
      status: 429,
      body: { error: { code: 'server.too_many_requests' } },
    });
    expect((await aVisitor().open(token)).status).toBe(200);
    expect((await visitor.open((await request()).token)).status).toBe(200);
  });

  it('a visitor who tries many wrong tokens is refused, and leaves no row for each', async () => {
    const { token } = await request();
    const visitor = aVisitor();
    const before = await poolOf(app).query('select from rate_limit');
    for (let guess = 0; guess < 60; guess += 1) expect((await visitor.open(createLinkToken())).status).toBe(404);
    expect((await visitor.open(createLinkToken())).status).toBe(429);
    expect((await visitor.verify(createLinkToken(), 'x')).status).toBe(429);
    expect((await visitor.handIn(createLinkToken(), FILE)).status).toBe(429);
    const after = await poolOf(app).query('select from rate_limit');
    expect((after.rowCount ?? 0) - (before.rowCount ?? 0)).toBe(1);
    expect((await visitor.open(token)).status).toBe(200);
  });

  it('responses to visits are not cached or indexed and send no referrer, even when refused', async () => {
    const { token } = await request({ password: 'open sesame' });
    const visitor = aVisitor();
    const responses = [
      await visitor.open(token),
      await visitor.open(createLinkToken()),
      await visitor.verify(token, 'open sesame'),
      await visitor.verify(token, 'wrong'),
      await visitor.handIn(token, FILE),
    ];
    for (const { headers } of responses) {
      expect([headers.get('cache-control'), headers.get('x-robots-tag'), headers.get('referrer-policy')]).toEqual([
        'no-store',
        'noindex, nofollow',
        'no-referrer',
      ]);
    }
  });

  it('visits ignore the session and the key of the user who opens a request', async () => {
    const { token } = await request();
    const other = await app.aUser();
    expect((await aVisitor(other.api.token).open(token)).status).toBe(200);
    expect((await aVisitor('avk_nonsense').open(token)).status).toBe(200);
  });
});
