import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { aPdf, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { signIn } from './signed-in.js';
import { aSharedDocument, outcomeOf, ShareLinkVisitor } from './share-link-visitor.js';

const CONTENT = 'abcdefghijklmnopqrstuvwxyz';
type Shared = Awaited<ReturnType<typeof aSharedDocument>>;

interface ListedLink {
  lastAccessedAt: string | null;
  downloadsCount: number;
  viewsCount: number;
  updatedAt: string;
}
interface Access {
  at: string;
  kind: string;
  address: string;
  userAgent: string | null;
}

describe('visits of share links', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ SERVER_TRUSTED_PROXIES: 'loopback', PREVIEWS_TIMEOUT_MS: '60000' });
  });
  afterAll(() => app.close());

  const visitor = (token: string, address?: string) => new ShareLinkVisitor(app.baseUrl, token, address);
  const file = (token: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${app.baseUrl}/api/share-links/${token}/document/file`, { method, headers });
  const listed = async ({ api, base }: Shared, id: string): Promise<ListedLink> => {
    const { body } = await api.get<{ shareLinks: (ListedLink & { id: string })[] }>(`${base}/share-links`);
    return body.shareLinks.find((link) => link.id === id) as ListedLink;
  };
  const accesses = async ({ api, base }: Shared, id: string): Promise<Access[]> =>
    (await api.get<{ accesses: Access[] }>(`${base}/share-links/${id}/accesses`)).body.accesses;

  it('a visit shows name, size and type of the document, and nothing that only members know', async () => {
    const { share } = await aSharedDocument(app, { name: 'Brief für Ada.txt', content: CONTENT });
    const { token } = await share({ expiresAt: '2999-12-31T23:59:59Z', maxDownloads: 5 });
    const { status, body, headers } = await visitor(token).document();
    expect(status).toBe(200);
    expect(body).toEqual({
      document: {
        name: 'Brief für Ada.txt',
        size: 26,
        mimeType: 'text/plain',
        pageCount: null,
        preview: { status: 'pending', version: expect.any(String), pagesCount: null },
      },
      shareLink: { expiresAt: '2999-12-31T23:59:59.000Z', downloadsLeft: 5 },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
  });

  it('a visit says that downloads are unlimited when the link has no limit', async () => {
    const { share } = await aSharedDocument(app, { content: CONTENT });
    const { token } = await share();
    expect((await visitor(token).document()).body).toMatchObject({
      shareLink: { expiresAt: null, downloadsLeft: null },
    });
  });

  it('a visit of a link with a password needs the token that the password gives', async () => {
    const { share } = await aSharedDocument(app, { content: CONTENT });
    const { token } = await share({ password: 'open sesame' });
    const guest = visitor(token);
    const routes = [guest.document, guest.file, guest.preview];
    for (const route of routes) expect(outcomeOf(await route())).toBe('401 share_link.password_required');
    expect(outcomeOf(await guest.verify({ password: 'Open sesame' }))).toBe('401 share_link.invalid_password');
    const accessToken = await guest.accessToken('open sesame');
    expect((await guest.document(accessToken)).status).toBe(200);
    expect((await guest.file(accessToken)).body).toBe(CONTENT);
    expect((await guest.preview(accessToken)).status).toBe(202);
  });

  it('a wrong password returns how many attempts are left', async () => {
    const { share } = await aSharedDocument(app);
    const { token } = await share({ password: 'open sesame' });
    const messages: string[] = [];
    const left: string[] = [];
    for (let attempt = 0; attempt < 30; attempt += 1) {
      const { body } = await visitor(token, '192.0.2.77').verify({ password: 'wrong' });
      const { error } = body as { error: { message: string; attemptsLeft: string } };
      messages.push(error.message);
      left.push(error.attemptsLeft);
    }
    expect(left).toEqual(Array.from({ length: 30 }, (_, attempt) => String(29 - attempt)));
    expect(messages[0]).toBe('The password is wrong. 29 attempts are left.');
    expect(messages[28]).toBe('The password is wrong. 1 attempt is left.');
    expect(messages[29]).toBe('The password is wrong. No attempts are left for now; try again later.');
    const refused = await visitor(token, '192.0.2.77').verify({ password: 'open sesame' });
    expect(outcomeOf(refused)).toBe('429 server.too_many_requests');
    expect(refused.headers.get('ratelimit-policy')).toBe('"share-link.verify";q=30;w=3600');
    expect(refused.headers.get('retry-after')).toBe(/t=(\d+)/.exec(refused.headers.get('ratelimit') ?? '')?.[1]);
  });

  it.each([
    [{}, 'application/json'],
    [{ password: '' }, 'application/json'],
    [{ password: 'x'.repeat(257) }, 'application/json'],
    [{ password: 1 }, 'application/json'],
    [{ password: 'x', other: 1 }, 'application/json'],
    [{ password: 'x' }, 'text/plain'],
  ])('a visit refuses to verify %j sent as %s', async (body, type) => {
    const { share } = await aSharedDocument(app);
    const { token } = await share();
    const response = await fetch(`${app.baseUrl}/api/share-links/${token}/verify`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'server.invalid_request.body' } });
  });

  it('tokens that differ only in upper and lower case are different', async () => {
    const { share } = await aSharedDocument(app);
    const { token } = await share();
    const swapped = token.replace(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    expect(outcomeOf(await visitor(swapped).document())).toBe('404 share_link.not_found');
  });

  it('a visit ignores credentials that belong to other routes', async () => {
    const { api, share } = await aSharedDocument(app);
    const { token } = await share();
    expect((await visitor(token).document(api.token)).status).toBe(200);
    const basic = { authorization: 'Basic YTpi', cookie: 'better-auth.session_token=nonsense' };
    expect((await file(token, basic)).status).toBe(200);
  });

  it('a visitor downloads the file under its name, and nothing in it or in its name runs', async () => {
    const name = `"><img src=x onerror=alert(1)>.html`;
    const { api, base, documentId, share } = await aSharedDocument(app, { content: '<script>alert(1)</script>' });
    await api.patch(`${base}/documents/${documentId}`, { name });
    const { token } = await share();
    const response = await file(token);
    expect(await response.text()).toBe('<script>alert(1)</script>');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert%281%29%3E.html`,
      'content-length': '25',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes',
    });
    const { body, headers } = await visitor(token).document();
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body).toMatchObject({ document: { name } });
  });

  it('a visitor downloads parts of the file, or only its headers', async () => {
    const { share } = await aSharedDocument(app, { content: CONTENT });
    const { token } = await share();
    const part = await file(token, { range: 'bytes=2-4' });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'cde', 'bytes 2-4/26']);
    const head = await file(token, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '26', '']);
    expect((await file(token, { range: 'bytes=26-' })).status).toBe(416);
    expect((await file(token, { 'if-none-match': head.headers.get('etag') ?? '' })).status).toBe(304);
  });

  it('a visitor sees pictures of the pages', async () => {
    const pdf = aPdf({ drawing: textLines(['A letter that is shared']) });
    const { share } = await aSharedDocument(app, { name: 'letter.pdf', content: pdf });
    await app.drain();
    const { token } = await share();
    expect((await visitor(token).document()).body).toMatchObject({
      document: { pageCount: 1, preview: { status: 'available', pagesCount: 1 } },
    });
    const response = await fetch(`${app.baseUrl}/api/share-links/${token}/document/preview?page=1&width=240`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { format, width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([format, width]).toEqual(['webp', 240]);
    const beyond = await fetch(`${app.baseUrl}/api/share-links/${token}/document/preview?page=2`);
    expect([beyond.status, await beyond.json()]).toEqual([
      404,
      { error: { code: 'documents.preview_unavailable', message: expect.any(String) } },
    ]);
  });

  it('a visit moves the time of the last access at most once a minute, and not by a password', async () => {
    const shared = await aSharedDocument(app);
    const { id, token } = await shared.share({ password: 'open sesame' });
    const accessToken = await visitor(token).accessToken('open sesame');
    expect((await listed(shared, id)).lastAccessedAt).toBeNull();
    const accessed = async (secondsAgo: number, visit: () => Promise<unknown>) => {
      const { rows } = await poolOf(app).query<{ before: Date }>(
        `update share_link set last_accessed_at = now() - make_interval(secs => $2) where id = $1
         returning last_accessed_at as before`,
        [id, secondsAgo],
      );
      await visit();
      return (await listed(shared, id)).lastAccessedAt !== rows[0]?.before.toISOString();
    };
    for (const visit of [() => visitor(token).document(accessToken), () => visitor(token).file(accessToken)]) {
      expect(await accessed(40, visit)).toBe(false);
      expect(await accessed(61, visit)).toBe(true);
    }
    expect(await accessed(61, () => visitor(token).accessToken('open sesame'))).toBe(false);
  });

  it('views and downloads are counted without changing what members have set', async () => {
    const shared = await aSharedDocument(app, { content: CONTENT });
    const { id, token } = await shared.share();
    const { updatedAt } = await listed(shared, id);
    await visitor(token).document();
    await visitor(token).document();
    await visitor(token).file();
    await visitor(token).preview();
    expect(await listed(shared, id)).toMatchObject({ viewsCount: 2, downloadsCount: 1, updatedAt });
  });

  it('visits are logged newest first, with the network of the visitor instead of the address', async () => {
    const shared = await aSharedDocument(app, { content: CONTENT });
    const { id, token } = await shared.share({ password: 'open sesame' });
    expect(await accesses(shared, id)).toEqual([]);
    await visitor(token, '203.0.113.9').verify({ password: 'wrong' });
    const accessToken = await visitor(token, '2001:db8:12:34::9').accessToken('open sesame');
    await visitor(token, '2001:db8:12:34::9').document(accessToken);
    await file(token, {
      authorization: `Bearer ${accessToken}`,
      'user-agent': 'Testbrowser/1',
      'x-forwarded-for': '203.0.113.10',
    });
    const log = await accesses(shared, id);
    expect(log.map(({ kind, address }) => `${kind} ${address}`)).toEqual([
      'download 203.0.113.0/24',
      'view 2001:db8:12::/48',
      'wrong-password 203.0.113.0/24',
    ]);
    expect(log[0]?.userAgent).toBe('Testbrowser/1');
    expect(log.map(({ at }) => at)).toEqual(
      log
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
  });

  it('a visit stays in the log until 100 newer ones have come', async () => {
    const shared = await aSharedDocument(app);
    const { id, token } = await shared.share();
    await visitor(token, '203.0.113.9').file();
    for (let visit = 0; visit < 99; visit += 1) await visitor(token).document();
    expect((await accesses(shared, id)).map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 99 }, () => 'view'),
      'download',
    ]);
    await visitor(token).file();
    const log = await accesses(shared, id);
    expect([log.length, log[0]?.kind, log[99]?.kind]).toEqual([100, 'download', 'view']);
  });

  it('a link is suspended while the document is in the trash, or its organization deleted', async () => {
    const { session } = await signIn(app, 'owner@example.test');
    const { api, base, documentId, share } = await aSharedDocument(app, { by: session });
    const { token } = await share();
    const visit = async () => [outcomeOf(await visitor(token).document()), outcomeOf(await visitor(token).file())];
    const gone = ['410 share_link.gone', '410 share_link.gone'];
    await api.delete(`${base}/documents/${documentId}`);
    expect(await visit()).toEqual(gone);
    await api.post(`${base}/documents/${documentId}/restore`);
    expect(await visit()).toEqual(['200', '200']);
    await api.delete(base);
    expect(await visit()).toEqual(gone);
    await api.post(`${base}/restore`);
    expect(await visit()).toEqual(['200', '200']);
  });

  it('visits end when the link is disabled, and continue when it is enabled', async () => {
    const { api, base, share } = await aSharedDocument(app);
    const { id, token } = await share();
    await api.patch(`${base}/share-links/${id}`, { isEnabled: false });
    const refused = await visitor(token).document();
    expect([outcomeOf(refused), refused.headers.get('cache-control')]).toEqual(['410 share_link.gone', 'no-store']);
    await api.patch(`${base}/share-links/${id}`, { isEnabled: true });
    expect(outcomeOf(await visitor(token).document())).toBe('200');
    await api.patch(`${base}/share-links/${id}`, { expiresAt: '2001-01-01T00:00:00Z' });
    expect(outcomeOf(await visitor(token).document())).toBe('410 share_link.gone');
    await api.patch(`${base}/share-links/${id}`, { expiresAt: null });
    expect(outcomeOf(await visitor(token).document())).toBe('200');
  });

  describe('with a limit of downloads', () => {
    it('a link allows exactly as many downloads as its limit, however many begin at once', async () => {
      const shared = await aSharedDocument(app, { content: CONTENT });
      const { id, token } = await shared.share({ maxDownloads: 7 });
      const downloads = await Promise.all(
        Array.from({ length: 20 }, (_, index) => visitor(token, `198.51.100.${index + 1}`).file()),
      );
      expect(downloads.map(outcomeOf).sort()).toEqual([
        ...Array.from({ length: 7 }, () => '200'),
        ...Array.from({ length: 13 }, () => '410 share_link.gone'),
      ]);
      for (const { status, body } of downloads) if (status === 200) expect(body).toBe(CONTENT);
      expect(await listed(shared, id)).toMatchObject({ downloadsCount: 7 });
      expect(await accesses(shared, id)).toHaveLength(7);
    });

    it('the rest of a file counts as the same download for an hour, for the same visitor', async () => {
      const shared = await aSharedDocument(app, { content: CONTENT });
      const { id, token } = await shared.share({ maxDownloads: 1 });
      const mine = { 'x-forwarded-for': '192.0.2.1' };
      expect((await file(token, { ...mine, range: 'bytes=0-9' })).status).toBe(206);
      expect((await file(token, { ...mine, range: 'bytes=10-19' })).status).toBe(206);
      expect((await file(token, { ...mine, range: 'bytes=20-' })).status).toBe(206);
      expect(await listed(shared, id)).toMatchObject({ downloadsCount: 1 });
      expect((await visitor(token, '192.0.2.1').document()).body).toMatchObject({ shareLink: { downloadsLeft: 0 } });
      expect((await file(token, { ...mine, range: 'bytes=0-' })).status).toBe(410);
      expect((await file(token, { 'x-forwarded-for': '192.0.2.2', range: 'bytes=10-' })).status).toBe(410);
      await poolOf(app).query(`update rate_limit set expire = 1 where key like 'share-link.download:%'`);
      expect((await file(token, { ...mine, range: 'bytes=20-' })).status).toBe(410);
    });

    it.each([
      ['the rest of a file', ['bytes=0-0', 'bytes=1-', 'bytes=1-'], [206, 206, 410]],
      ['its last bytes', ['bytes=0-', 'bytes=-20', 'bytes=-20'], [206, 206, 410]],
      [
        'many small parts',
        ['bytes=0-0', ...Array.from({ length: 29 }, () => 'bytes=7-7')],
        [206, ...Array.from({ length: 28 }, () => 206), 410],
      ],
    ])('%s can be fetched about once for a download that was counted', async (_, ranges, statuses) => {
      const shared = await aSharedDocument(app, { content: CONTENT });
      const { token } = await shared.share({ maxDownloads: 1 });
      const mine = { 'x-forwarded-for': '192.0.2.3' };
      const seen: number[] = [];
      for (const range of ranges) seen.push((await file(token, { ...mine, range })).status);
      expect(seen).toEqual(statuses);
    });

    it('a download that does not begin at the first byte counts, unless the visitor has begun before', async () => {
      const shared = await aSharedDocument(app, { content: CONTENT });
      const { id, token } = await shared.share();
      await file(token, { range: 'bytes=5-' });
      await file(token, { range: 'bytes=6-' });
      expect(await listed(shared, id)).toMatchObject({ downloadsCount: 1 });
    });

    it('requests for headers and of a client that has the file are not counted', async () => {
      const shared = await aSharedDocument(app, { content: CONTENT });
      const { id, token } = await shared.share({ maxDownloads: 1 });
      const { headers } = await file(token, {}, 'HEAD');
      await file(token, { 'if-none-match': headers.get('etag') ?? '' });
      await file(token, { range: 'bytes=99-' });
      expect(await listed(shared, id)).toMatchObject({ downloadsCount: 0 });
      expect((await file(token)).status).toBe(200);
    });

    it('a link works again when its limit is raised', async () => {
      const { api, base, share } = await aSharedDocument(app);
      const { id, token } = await share({ maxDownloads: 1 });
      await visitor(token, '192.0.2.1').file();
      expect(outcomeOf(await visitor(token, '192.0.2.2').document())).toBe('410 share_link.gone');
      await api.patch(`${base}/share-links/${id}`, { maxDownloads: 2 });
      expect((await visitor(token, '192.0.2.2').document()).body).toMatchObject({ shareLink: { downloadsLeft: 1 } });
      expect(outcomeOf(await visitor(token, '192.0.2.2').file())).toBe('200');
    });
  });
});
