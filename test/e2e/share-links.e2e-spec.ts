import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { ApiClient as Client } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { signIn } from './signed-in.js';
import { addMember } from '../authorization/archive.js';

interface ShareLink {
  id: string;
  token: string;
  url: string;
  createdAt: string;
  updatedAt: string;
  expiresAt: string | null;
  lastAccessedAt: string | null;
  downloadsCount: number;
  viewsCount: number;
}
type Failure = { error: { code: string; message: string; details?: { path: string | null }[] } };

describe('share links for members', () => {
  let app: TestApp;
  let api: ApiClient;
  let userId: string;
  let organizationId: string;
  let base: string;

  beforeAll(async () => {
    app = await startApp({
      DOCUMENT_SHARE_LINKS_BASE_URL: 'https://docs.example.com/',
      DOCUMENT_SHARE_LINKS_MAX_LINKS_PER_DOCUMENT: '3',
    });
    ({ api, userId, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });
  afterAll(() => app.close());

  let documents = 0;
  const aDocument = async (): Promise<string> => {
    documents += 1;
    const file = { name: `document ${documents}.txt`, content: `text ${documents}` };
    return (await api.upload(organizationId, file)).body.document.id;
  };
  const linksOf = (documentId: string) => `${base}/documents/${documentId}/share-links`;
  const aLink = async (body: object = {}, documentId?: string): Promise<ShareLink> => {
    const path = linksOf(documentId ?? (await aDocument()));
    const { status, body: created } = await api.post<{ shareLink: ShareLink }>(path, body);
    expect(status).toBe(201);
    return created.shareLink;
  };
  const outcomeOf = ({ status, body }: ApiResponse<unknown>) => {
    const { code } = ((body ?? {}) as Partial<Failure>).error ?? {};
    return code === undefined ? String(status) : `${status} ${code}`;
  };

  it('share links have the fields of the contract, and an address below the configured URL', async () => {
    const documentId = await aDocument();
    const link = await aLink({}, documentId);
    expect(link).toEqual({
      id: expect.stringMatching(/^dsl_[a-z0-9]{24}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: link.createdAt,
      organizationId,
      documentId,
      createdBy: userId,
      token: expect.stringMatching(/^[A-Za-z0-9]{64}$/),
      expiresAt: null,
      isEnabled: true,
      lastAccessedAt: null,
      isPasswordProtected: false,
      maxDownloads: null,
      downloadsCount: 0,
      viewsCount: 0,
      url: `https://docs.example.com/share/${link.token}`,
    });
  });

  it('share links are listed newest first, for a document and for the organization with its documents', async () => {
    const documentId = await aDocument();
    const older = await aLink({}, documentId);
    const newer = await aLink({ password: 'secret' }, documentId);
    expect((await api.get(linksOf(documentId))).body).toEqual({ shareLinks: [newer, older] });
    await api.delete(`${base}/documents/${documentId}`);
    const { shareLinks } = (await api.get<{ shareLinks: object[] }>(`${base}/share-links`)).body;
    const seen = { documentName: `document ${documents}.txt`, isDocumentDeleted: true };
    expect(shareLinks.slice(0, 2)).toEqual([
      { ...newer, ...seen },
      { ...older, ...seen },
    ]);
  });

  it('share links never show their password', async () => {
    const link = await aLink({ password: 'hunter2 hunter2' });
    expect(link).toMatchObject({ isPasswordProtected: true });
    const answers = [
      await api.get(`${base}/share-links`),
      await api.patch(`${base}/share-links/${link.id}`, { password: 'hunter3 hunter3' }),
      await api.get(`${base}/events`),
    ];
    for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(/hunter|scrypt|password_?hash/i);
  });

  it.each([
    ['2999-12-31T23:59:59Z', '2999-12-31T23:59:59.000Z'],
    ['2999-12-31T23:59:59.123456Z', '2999-12-31T23:59:59.123Z'],
    ['2999-12-31T23:59:59+02:00', '2999-12-31T21:59:59.000Z'],
    ['2999-12-31T23:59:59+0200', '2999-12-31T21:59:59.000Z'],
    ['2999-12-31 23:59:59-0130', '3000-01-01T01:29:59.000Z'],
    ['2001-01-01T00:00:00Z', '2001-01-01T00:00:00.000Z'],
    [null, null],
  ])('a link that should expire at %s expires as %s', async (expiresAt, stored) => {
    expect((await aLink({ expiresAt })).expiresAt).toBe(stored);
  });

  it.each([
    [{ expiresAt: '2999-12-31' }, 'expiresAt'],
    [{ expiresAt: '2999-12-31T23:59Z' }, 'expiresAt'],
    [{ expiresAt: '2999-12-31T23:59:59' }, 'expiresAt'],
    [{ expiresAt: '2999-02-30T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: '2999-12-31T25:00:00Z' }, 'expiresAt'],
    [{ expiresAt: '' }, 'expiresAt'],
    [{ expiresAt: 32_503_680_000_000 }, 'expiresAt'],
    [{ password: '' }, 'password'],
    [{ password: 'x'.repeat(257) }, 'password'],
    [{ password: null }, 'password'],
    [{ maxDownloads: 0 }, 'maxDownloads'],
    [{ maxDownloads: 1_000_001 }, 'maxDownloads'],
    [{ maxDownloads: 1.5 }, 'maxDownloads'],
    [{ isEnabled: true }, 'isEnabled'],
    [{ token: 'mine' }, 'token'],
  ])('a link cannot be created with %j', async (body, path) => {
    const refused = await api.post<Failure>(linksOf(await aDocument()), body);
    expect(outcomeOf(refused)).toBe('400 server.invalid_request.body');
    expect(refused.body.error.details).toMatchObject([{ path }]);
  });

  it('links are limited for each document, including disabled and expired ones', async () => {
    const documentId = await aDocument();
    const first = await aLink({ expiresAt: '2001-01-01T00:00:00Z' }, documentId);
    const second = await aLink({}, documentId);
    await api.patch(`${base}/share-links/${second.id}`, { isEnabled: false });
    await aLink({}, documentId);
    expect(outcomeOf(await api.post(linksOf(documentId), {}))).toBe('409 share_link.limit_reached');
    await aLink({}); // another document
    expect(outcomeOf(await api.delete(`${base}/share-links/${first.id}`))).toBe('204');
    await aLink({}, documentId);
  });

  it('links are limited even when many are created at once', async () => {
    const documentId = await aDocument();
    const created = await Promise.all(Array.from({ length: 10 }, () => api.post(linksOf(documentId), {})));
    expect(created.filter(({ status }) => status === 201)).toHaveLength(3);
  });

  it('a link can be created for a document in the trash, but not for an unknown one', async () => {
    const documentId = await aDocument();
    await api.delete(`${base}/documents/${documentId}`);
    await aLink({}, documentId);
    const unknown = linksOf('doc_aaaaaaaaaaaaaaaaaaaaaaaa');
    expect(outcomeOf(await api.post(unknown, {}))).toBe('404 document.not_found');
    expect(outcomeOf(await api.get(unknown))).toBe('404 document.not_found');
  });

  it('a PATCH changes the given fields of a link, and keeps the rest', async () => {
    const link = await aLink({ password: 'secret', expiresAt: '2999-12-31T23:59:59Z', maxDownloads: 2 });
    const path = `${base}/share-links/${link.id}`;
    const change = async (body: object) => (await api.patch<{ shareLink: ShareLink }>(path, body)).body.shareLink;
    const disabled = await change({ isEnabled: false });
    expect(disabled).toEqual({ ...link, isEnabled: false, updatedAt: disabled.updatedAt });
    expect(disabled.updatedAt > link.updatedAt).toBe(true);
    expect(await change({ expiresAt: null, maxDownloads: null })).toMatchObject({
      expiresAt: null,
      maxDownloads: null,
    });
    expect(await change({ password: null })).toMatchObject({ isPasswordProtected: false, isEnabled: false });
    expect(await change({ password: 'other', isEnabled: true })).toMatchObject({
      isPasswordProtected: true,
      isEnabled: true,
    });
  });

  it.each([[{}], [{ name: 'x' }], [{ password: '' }], [{ isEnabled: null }], [{ maxDownloads: 0 }]])(
    'a link refuses the change %j',
    async (body) => {
      const { id } = await aLink();
      expect(outcomeOf(await api.patch(`${base}/share-links/${id}`, body))).toBe('400 server.invalid_request.body');
    },
  );

  it('a deleted or unknown link is not found', async () => {
    const { id } = await aLink();
    const path = `${base}/share-links/${id}`;
    expect(outcomeOf(await api.delete(path))).toBe('204');
    expect(outcomeOf(await api.delete(path))).toBe('404 share_link.not_found');
    expect(outcomeOf(await api.patch(path, { isEnabled: true }))).toBe('404 share_link.not_found');
    expect(outcomeOf(await api.get(`${path}/accesses`))).toBe('404 share_link.not_found');
  });

  it('a link refuses a change of an old revision, when the client names it', async () => {
    const link = await aLink();
    const path = `${base}/share-links/${link.id}`;
    const changed = await api.patch(path, { maxDownloads: 4 });
    const stale = await api.send('PATCH', path, { maxDownloads: 5 }, { 'if-match': '"0"' });
    expect(stale.status).toBe(412);
    const etag = changed.headers.get('etag') ?? '';
    expect((await api.send('PATCH', path, { maxDownloads: 5 }, { 'if-match': etag })).status).toBe(200);
  });

  it('a link is created once for one Idempotency-Key', async () => {
    const path = linksOf(await aDocument());
    const create = (body: object) => api.post<{ shareLink: ShareLink }>(path, body, { 'idempotency-key': 'one link' });
    const first = await create({ password: 'secret' });
    expect((await create({ password: 'secret' })).body).toEqual(first.body);
    expect((await create({ password: 'secret', maxDownloads: 1 })).status).toBe(409);
    expect((await api.get<{ shareLinks: object[] }>(path)).body.shareLinks).toHaveLength(1);
  });

  it('events of links have no token and password, and are not in the activity of the document', async () => {
    const documentId = await aDocument();
    const { id, token } = await aLink({ password: 'secret' }, documentId);
    await api.patch(`${base}/share-links/${id}`, { password: 'other', isEnabled: false });
    await api.delete(`${base}/share-links/${id}`);
    const { rows } = await poolOf(app).query<{ name: string; payload: unknown }>(
      `select name, payload from event where organization_id = $1 and payload ->> 'shareLinkId' = $2 order by position`,
      [organizationId, id],
    );
    expect(rows).toEqual([
      { name: 'document:share-link:created', payload: { documentId, shareLinkId: id } },
      {
        name: 'document:share-link:updated',
        payload: { documentId, shareLinkId: id, updatedFields: ['password', 'isEnabled'] },
      },
      { name: 'document:share-link:deleted', payload: { documentId, shareLinkId: id } },
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
    const { body } = await api.get<{ activities: { event: string }[] }>(`${base}/documents/${documentId}/activity`);
    expect(body.activities.map(({ event }) => event)).toEqual(['created']);
  });

  it('links are hidden from viewers, who see neither addresses nor visits', async () => {
    const documentId = await aDocument();
    const { id } = await aLink({}, documentId);
    const viewer = await signIn(app, 'viewer@example.test');
    await addMember(app, organizationId, { userId: viewer.userId, role: 'viewer' });
    const paths = [`${base}/share-links`, linksOf(documentId), `${base}/share-links/${id}/accesses`];
    for (const path of paths) expect(outcomeOf(await viewer.session.get(path))).toBe('403 auth.forbidden');
    expect(outcomeOf(await viewer.session.post(linksOf(documentId), {}))).toBe('403 auth.forbidden');
  });

  it('links are removed when their document is deleted permanently', async () => {
    const documentId = await aDocument();
    const { id, token } = await aLink({}, documentId);
    const visitor = new Client(app.baseUrl, undefined);
    const visit = async () => outcomeOf(await visitor.get(`/api/share-links/${token}/document`));
    expect(await visit()).toBe('200');
    await api.delete(`${base}/documents/${documentId}`);
    await api.delete(`${base}/documents/trash/${documentId}`);
    expect(await visit()).toBe('404 share_link.not_found');
    expect(outcomeOf(await api.get(`${base}/share-links/${id}/accesses`))).toBe('404 share_link.not_found');
  });
});
