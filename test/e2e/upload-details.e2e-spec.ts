import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateApiKey } from '#people/auth';
import type { Permission } from '#ground/http-kit';
import { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

interface Uploaded {
  document: { id: string; name: string };
  isRestored?: boolean;
  error?: { code: string; documentId?: string; documentName?: string; details?: { path: string; message: string }[] };
}

describe('an upload with details', () => {
  let app: TestApp;
  let api: ApiClient;
  let userId: string;
  let organizationId: string;
  let base: string;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId, userId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });
  afterAll(() => app.close());

  const withKey = async (...permissions: Permission[]) => {
    const { token } = await app.app
      .get(CreateApiKey, { strict: false })
      .execute({ userId, name: 'some permissions', permissions });
    return new ApiClient(app.baseUrl, token);
  };
  const upload = (
    name: string,
    content: string,
    fields: Record<string, string> = {},
    client = api,
  ): Promise<{ status: number; body: Uploaded }> =>
    client.upload<Uploaded>(organizationId, { name, content }, { after: fields });
  const aTag = async (name: string) =>
    (await api.post<{ tag: { id: string } }>(`${base}/tags`, { name, color: '#336699' })).body.tag.id;
  const documentOf = async (id: string) =>
    (await api.get<{ document: { tags: { id: string }[] } }>(`${base}/documents/${id}`)).body.document;
  const unique = () => randomBytes(20).toString('hex');
  const count = async () => (await api.get<{ documentsCount: number }>(`${base}/documents`)).body.documentsCount;

  it('an uploaded document has its tags, date and notes from the first moment', async () => {
    const [one, two] = [await aTag('one'), await aTag('two')];
    const fields = { tagIds: `${one},${two}`, documentDate: '3 July 2026', notes: 'about nougat' };
    const { status, body } = await upload('a.txt', unique(), fields);
    expect(status).toBe(200);
    const document = await documentOf(body.document.id);
    expect(document).toMatchObject({ documentDate: '2026-07-03T00:00:00.000Z', notes: 'about nougat' });
    expect(document.tags.map(({ id }) => id).sort()).toEqual([one, two].sort());
    const found = await api.get<{ documentsCount: number }>(`${base}/documents?searchQuery=notes:nougat`);
    expect(found.body.documentsCount).toBe(1);
  });

  it('an upload is refused as a whole when a tag or a date is wrong', async () => {
    const other = await app.anArchive('Another archive');
    const foreign = await other.api.post<{ tag: { id: string } }>(`/api/organizations/${other.organizationId}/tags`, {
      name: 'foreign',
      color: '#336699',
    });
    const before = await count();
    for (const [fields, path] of [
      [{ tagIds: foreign.body.tag.id }, 'tagIds'],
      [{ tagIds: 'tag_000000000000000000000000' }, 'tagIds'],
      [{ tagIds: '__proto__' }, 'tagIds'],
      [{ tagIds: '[1' }, 'tagIds'],
      [{ documentDate: 'soon' }, 'documentDate'],
      [{ notes: 'x'.repeat(2_049) }, 'notes'],
    ] as const) {
      const { status, body } = await upload('a.txt', unique(), fields);
      expect([status, body.error?.code, body.error?.details?.[0]?.path]).toEqual([
        400,
        'server.invalid_request.form_data',
        path,
      ]);
    }
    expect(await count()).toBe(before);
  });

  it('an upload with tags needs what adding a tag needs', async () => {
    const tagIds = await aTag('needs permissions');
    const status = async (...permissions: Permission[]) =>
      (await upload('a.txt', unique(), { tagIds }, await withKey(...permissions))).status;
    expect(await status('documents:create')).toBe(403);
    expect(await status('documents:create', 'tags:read')).toBe(403);
    expect(await status('documents:create', 'tags:read', 'documents:update')).toBe(200);
  });

  it('the 409 of an equal upload names the document, but not to a key that may not read documents', async () => {
    const content = unique();
    const { body } = await upload('first.txt', content);
    expect(await upload('second.txt', content)).toMatchObject({
      status: 409,
      body: {
        error: { code: 'document.already_exists', documentId: body.document.id, documentName: 'first.txt' },
      },
    });
    const refused = await upload('third.txt', content, {}, await withKey('documents:create'));
    expect([refused.status, Object.keys(refused.body.error ?? {}).sort()]).toEqual([409, ['code', 'message']]);
  });

  it('an upload reports the restore from the trash, and keeps date and notes unless others are given', async () => {
    const content = unique();
    const { body } = await upload('first.txt', content, { notes: 'kept', documentDate: '2026-01-02' });
    expect(body.isRestored).toBeUndefined();
    const trash = () => api.delete(`${base}/documents/${body.document.id}`);
    await trash();
    expect((await upload('again.txt', content)).body).toMatchObject({
      isRestored: true,
      document: { id: body.document.id, name: 'again.txt', notes: 'kept' },
    });
    await trash();
    expect((await upload('more.txt', content, { notes: 'new' })).body).toMatchObject({
      isRestored: true,
      document: { notes: 'new', documentDate: '2026-01-02T00:00:00.000Z' },
    });
  });

  it('a document is known by its hash, in the trash too, and only in its own organization', async () => {
    const contents = [unique(), unique(), unique()];
    const sha256 = contents.map((content) => createHash('sha256').update(content).digest('hex'));
    const [active, trashed] = [await upload('a.txt', contents[0] ?? ''), await upload('b.txt', contents[1] ?? '')];
    await api.delete(`${base}/documents/${trashed.body.document.id}`);
    const asked = [...sha256.map((hash) => hash.toUpperCase()), sha256[0]];
    expect(await api.post(`${base}/documents/known`, { sha256: asked })).toMatchObject({
      status: 200,
      body: {
        known: [
          { sha256: sha256[0], documentId: active.body.document.id, isDeleted: false },
          { sha256: sha256[1], documentId: trashed.body.document.id, isDeleted: true },
        ],
      },
    });
    const other = await app.anArchive('Knows nothing');
    const foreign = await other.api.post(`/api/organizations/${other.organizationId}/documents/known`, { sha256 });
    expect(foreign.body).toEqual({ known: [] });
    for (const wrong of [[], ['abc'], Array.from({ length: 101 }, () => sha256[0]), [null]]) {
      expect((await api.post(`${base}/documents/known`, { sha256: wrong })).status).toBe(400);
    }
  });
});
