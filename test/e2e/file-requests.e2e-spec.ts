import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FileRequestView } from '../../libs/outside/links/src/http/file-request.view.dto.js';
import { addMember } from '../authorization/archive.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';

interface RequestBody {
  fileRequest: FileRequestView;
}
interface ErrorBody {
  error: { code: string; message: string; details?: { path: string | null }[] };
}

describe('file requests', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let requests: string;

  beforeAll(async () => {
    app = await startApp({ FILE_REQUESTS_MAX_PER_ORGANIZATION: '3', CLIENT_BASE_URL: 'https://archive.example.com/' });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    requests = `/api/organizations/${organizationId}/file-requests`;
  });

  const create = async (fields: object = {}): Promise<FileRequestView> =>
    (await api.post<RequestBody>(requests, { title: 'Receipts', ...fields })).body.fileRequest;
  const aTag = async (name: string): Promise<string> =>
    (await api.post<{ tag: { id: string } }>(`/api/organizations/${organizationId}/tags`, { name, color: '#336699' }))
      .body.tag.id;
  const events = async (): Promise<{ type: string; data: object; actor: object }[]> =>
    (
      await api.get<{ events: { type: string; data: object; actor: object }[] }>(
        `/api/organizations/${organizationId}/events?limit=100`,
      )
    ).body.events.filter(({ type }) => type.startsWith('file-request:'));

  it('file requests have an address for visitors, no limits unless given, and are listed newest first', async () => {
    const { status, body } = await api.post<RequestBody>(requests, { title: '  Receipts 2026 ' });
    expect(status).toBe(201);
    const { fileRequest } = body;
    expect(fileRequest).toEqual({
      id: expect.stringMatching(/^frq_[a-z0-9]{24}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      updatedAt: fileRequest.createdAt,
      organizationId,
      createdBy: expect.stringMatching(/^usr_/),
      title: 'Receipts 2026',
      message: null,
      tagIds: [],
      token: expect.stringMatching(/^[A-Za-z0-9]{64}$/),
      url: `https://archive.example.com/drop/${fileRequest.token}`,
      expiresAt: null,
      isEnabled: true,
      isPasswordProtected: false,
      maxFiles: null,
      maxFileBytes: null,
      filesCount: 0,
      lastReceivedAt: null,
    });
    const newer = await create({ title: 'Newer' });
    expect(newer.token).not.toBe(fileRequest.token);
    expect((await api.get(requests)).body).toEqual({ fileRequests: [newer, fileRequest] });
    expect((await api.get(`${requests}/${fileRequest.id}`)).body).toEqual({ fileRequest });
    expect((await api.get(`${requests}/${fileRequest.id}/files`)).body).toEqual({ files: [], filesCount: 0 });
  });

  it('a file request takes message, tags, expiry, password and limits, and loses them with null', async () => {
    const tagId = await aTag('Receipt');
    const made = await create({
      message: 'Please send\nall of them',
      tagIds: [tagId, tagId],
      expiresAt: '2999-01-01T00:00:00+02:00',
      password: 'open sesame',
      maxFiles: 10,
      maxFileBytes: 5_000_000_000,
    });
    expect(made).toMatchObject({
      message: 'Please send\nall of them',
      tagIds: [tagId],
      expiresAt: '2998-12-31T22:00:00.000Z',
      isPasswordProtected: true,
      maxFiles: 10,
      maxFileBytes: 5_000_000_000,
    });
    const { body } = await api.patch<RequestBody>(`${requests}/${made.id}`, {
      message: null,
      tagIds: [],
      expiresAt: null,
      password: null,
      maxFiles: null,
      maxFileBytes: null,
    });
    expect(body.fileRequest).toEqual({
      ...made,
      ...{ message: null, tagIds: [], expiresAt: null, maxFiles: null, maxFileBytes: null },
      isPasswordProtected: false,
      updatedAt: expect.any(String),
    });
    expect(body.fileRequest.updatedAt > made.updatedAt).toBe(true);
  });

  it('a change of a file request keeps what it does not name, including the password and the address', async () => {
    const made = await create({ password: 'open sesame', maxFiles: 3, message: 'Hello' });
    const { body } = await api.patch<RequestBody>(`${requests}/${made.id}`, { isEnabled: false, title: 'Other' });
    expect(body.fileRequest).toEqual({ ...made, isEnabled: false, title: 'Other', updatedAt: expect.any(String) });
    expect((await api.patch<RequestBody>(`${requests}/${made.id}`, {})).body).toEqual(body);
  });

  it('the password of a file request is kept only as a hash, which no response and no event contains', async () => {
    const { id } = await create({ password: 'open sesame' });
    const { rows } = await poolOf(app).query<{ row: string; hash: string }>(
      'select r::text as row, password_hash as hash from file_request r where id = $1',
      [id],
    );
    expect(rows[0]?.hash).toMatch(/^\$scrypt\$ln=14,r=8,p=1\$/);
    expect(rows[0]?.row).not.toContain('open sesame');
    expect(JSON.stringify([await events(), (await api.get(requests)).body])).not.toMatch(/scrypt|sesame/);
  });

  it.each<[string, object, string]>([
    ['no title', { title: undefined }, 'title'],
    ['a title of spaces', { title: '  ' }, 'title'],
    ['a title of 121 characters', { title: 'x'.repeat(121) }, 'title'],
    ['a message of 2001 characters', { message: 'x'.repeat(2001) }, 'message'],
    ['a message that is not a text', { message: 1 }, 'message'],
    ['51 tags', { tagIds: Array.from({ length: 51 }, () => 'tag_0mc5t1k8a0q7w2e9r4t6y1u3') }, 'tagIds'],
    ['an id of another kind as tag', { tagIds: ['doc_0mc5t1k8a0q7w2e9r4t6y1u3'] }, 'tagIds'],
    ['an expiry without a zone', { expiresAt: '2030-01-01T00:00:00' }, 'expiresAt'],
    ['an expiry that is not a time', { expiresAt: 'tomorrow' }, 'expiresAt'],
    ['an empty password', { password: '' }, 'password'],
    ['null as password', { password: null }, 'password'],
    ['a password of 257 characters', { password: 'x'.repeat(257) }, 'password'],
    ['no files at all', { maxFiles: 0 }, 'maxFiles'],
    ['10,001 files', { maxFiles: 10_001 }, 'maxFiles'],
    ['half a file', { maxFiles: 1.5 }, 'maxFiles'],
    ['files of no bytes', { maxFileBytes: 0 }, 'maxFileBytes'],
    ['a size beyond whole numbers', { maxFileBytes: 2 ** 53 }, 'maxFileBytes'],
    ['a key that does not exist', { token: 'x'.repeat(64) }, 'token'],
    ['isEnabled, which only a change may have', { isEnabled: true }, 'isEnabled'],
  ])('a file request is rejected with %s', async (_, fields, path) => {
    const { status, body } = await api.post<ErrorBody>(requests, { title: 'Fine', ...fields });
    expect([status, body.error.code, body.error.details?.[0]?.path]).toEqual([
      400,
      'server.invalid_request.body',
      path,
    ]);
  });

  it('file requests are limited to the number of the server, even when several are created at once', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => api.post(requests, { title: 'Many' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409]);
    const refused = responses.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ error: { code: 'file_request.limit_reached' } });
    const { fileRequests } = (await api.get<{ fileRequests: FileRequestView[] }>(requests)).body;
    await api.delete(`${requests}/${fileRequests[0]?.id ?? ''}`);
    expect((await api.post(requests, { title: 'One more' })).status).toBe(201);
  });

  it('a file request is created once when the request is repeated with its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { title: 'Once', password: 'open sesame' };
    const first = await api.post(requests, body, headers);
    expect(await api.post(requests, body, headers)).toMatchObject({ status: 201, body: first.body });
    expect(await api.post(requests, { title: 'Other' }, headers)).toMatchObject({ status: 409 });
    expect((await api.get<{ fileRequests: object[] }>(requests)).body.fileRequests).toHaveLength(1);
  });

  it('a file request is changed only in the revision that If-Match names', async () => {
    const { id } = await create();
    const etag = (await api.get(`${requests}/${id}`)).headers.get('etag') ?? '';
    const change = (title: string) => api.send('PATCH', `${requests}/${id}`, { title }, { 'if-match': etag });
    expect(await change('First')).toMatchObject({ status: 200 });
    expect(await change('Second')).toMatchObject({
      status: 412,
      body: { error: { code: 'server.precondition_failed' } },
    });
  });

  it('a deleted file request is not found', async () => {
    const { id } = await create();
    expect((await api.delete(`${requests}/${id}`)).status).toBe(204);
    const refused = { status: 404, body: { error: { code: 'file_request.not_found' } } };
    expect(await api.delete(`${requests}/${id}`)).toMatchObject(refused);
    expect(await api.get(`${requests}/${id}`)).toMatchObject(refused);
    expect(await api.get(`${requests}/${id}/files`)).toMatchObject(refused);
    expect(await api.patch(`${requests}/${id}`, { title: 'x' })).toMatchObject(refused);
  });

  it('a file request rejects tags that do not exist, and omits those that were deleted since', async () => {
    const [tagId, other] = [await aTag('Receipt'), await aTag('Other')];
    const unknown = { tagIds: ['tag_0mc5t1k8a0q7w2e9r4t6y1u3'] };
    const refused = { status: 404, body: { error: { code: 'tags.not_found' } } };
    expect(await api.post(requests, { title: 'x', ...unknown })).toMatchObject(refused);
    const { id } = await create({ tagIds: [tagId, other] });
    expect(await api.patch(`${requests}/${id}`, unknown)).toMatchObject(refused);
    await api.delete(`/api/organizations/${organizationId}/tags/${tagId}`);
    expect((await api.get<RequestBody>(`${requests}/${id}`)).body.fileRequest.tagIds).toEqual([other]);
  });

  it('a file request whose tag is merged gives the other tag, and each tag only once', async () => {
    const [tagId, other] = [await aTag('Bill'), await aTag('Invoice')];
    const one = await create({ tagIds: [tagId] });
    const both = await create({ tagIds: [tagId, other] });
    const merge = `/api/organizations/${organizationId}/tags/${tagId}/merge`;
    expect((await api.post(merge, { intoTagId: other })).status).toBe(202);
    await app.drain();
    for (const { id, updatedAt } of [one, both]) {
      const { fileRequest } = (await api.get<RequestBody>(`${requests}/${id}`)).body;
      expect(fileRequest.tagIds).toEqual([other]);
      expect(fileRequest.updatedAt > updatedAt).toBe(true);
    }
  });

  it('a file request with tags needs more permissions of a key, because tags are given to documents', async () => {
    const tagId = await aTag('Receipt');
    const key = async (permissions: Parameters<TestApp['aUser']>[0]) => {
      const user = await app.aUser(permissions);
      await addMember(app, organizationId, { userId: user.userId, role: 'member' });
      return user.api;
    };
    const plain = await key({ permissions: ['file-requests:create'] });
    expect((await plain.post(requests, { title: 'No tags' })).status).toBe(201);
    const tagged = { title: 'Tags', tagIds: [tagId] };
    expect(await plain.post(requests, tagged)).toMatchObject({
      status: 403,
      body: { error: { code: 'auth.forbidden', message: expect.stringContaining('tags:read') } },
    });
    const reading = await key({ permissions: ['file-requests:create', 'tags:read'] });
    expect(await reading.post(requests, tagged)).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('documents:update') } },
    });
    const enough = await key({ permissions: ['file-requests:create', 'tags:read', 'documents:update'] });
    expect((await enough.post(requests, tagged)).status).toBe(201);
  });

  it('file requests are in the log with their titles and without their tokens', async () => {
    const { id: fileRequestId, token } = await create();
    await api.patch(`${requests}/${fileRequestId}`, { title: 'Bills', password: 'open sesame', isEnabled: false });
    await api.delete(`${requests}/${fileRequestId}`);
    const logged = await events();
    expect(logged.map(({ type, data }) => [type, data])).toEqual([
      ['file-request:created', { fileRequestId, title: 'Receipts' }],
      [
        'file-request:updated',
        { fileRequestId, title: 'Bills', updatedFields: expect.arrayContaining(['title', 'password', 'isEnabled']) },
      ],
      ['file-request:deleted', { fileRequestId, title: 'Bills' }],
    ]);
    expect(JSON.stringify(logged)).not.toContain(token);
  });
});
