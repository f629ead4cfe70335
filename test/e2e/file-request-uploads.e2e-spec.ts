import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HandInFile } from '#outside/links';
import type { FileRequestView, ReceivedFileView } from '../../libs/outside/links/src/http/file-request.view.dto.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { aFileRequest, BEHIND_A_PROXY, Visitor } from './file-request-visitors.js';
import { untilNothingIsAstray, whatIsKept } from './kept-files.js';
import { end, filePart, MULTIPART, RawRequest } from './raw-upload.js';

const LARGEST = 200_000;

interface Document {
  id: string;
  name: string;
  createdBy: string | null;
  content: string;
  tags: { id: string }[];
}

describe('files that visitors hand in', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;
  let visitors = 0;

  beforeAll(async () => {
    app = await startApp({ ...BEHIND_A_PROXY, DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: String(LARGEST) });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });
  afterEach(async () => {
    await app.drain();
    await untilNothingIsAstray(app);
  });

  const aVisitor = () => {
    visitors += 1;
    return new Visitor(app, `198.18.${visitors >> 8}.${visitors & 255}`);
  };
  const request = (fields: object = {}) => aFileRequest(api, organizationId, fields);
  const now = async (id: string) =>
    (await api.get<{ fileRequest: FileRequestView }>(`${base}/file-requests/${id}`)).body.fileRequest;
  const received = async (id: string, query = '') =>
    (await api.get<{ files: ReceivedFileView[]; filesCount: number }>(`${base}/file-requests/${id}/files${query}`))
      .body;
  const documentOf = async (id: string | null | undefined) =>
    (await api.get<{ document: Document }>(`${base}/documents/${id ?? ''}`)).body.document;
  const documentsCount = async () =>
    (await api.get<{ documentsCount: number }>(`${base}/documents`)).body.documentsCount;
  const aTag = async (name: string) =>
    (await api.post<{ tag: { id: string } }>(`${base}/tags`, { name, color: '#336699' })).body.tag.id;
  const aFile = (name = 'receipt.txt') => ({ name, content: randomBytes(20).toString('hex') });

  /** An upload whose file has begun to arrive; `finish` sends the rest. */
  const begunUpload = async ({ token }: { token: string }, visitor = aVisitor()) => {
    const handIn = app.app.get(HandInFile, { strict: false });
    const begun = Promise.withResolvers<void>();
    handIn.receive = (...given) => {
      begun.resolve();
      return HandInFile.prototype.receive.apply(handIn, given);
    };
    const bytes = Buffer.concat([filePart('slow.txt', randomBytes(50_000)), end]);
    const raw = await RawRequest.begin(app.baseUrl, `/api/file-requests/${token}/files`, {
      ...visitor.headers,
      'content-type': MULTIPART,
      'content-length': bytes.length,
    });
    await raw.write(bytes.subarray(0, 30_000));
    await Promise.race([begun.promise, raw.answer()]);
    return {
      raw,
      finish: async () => {
        await raw.write(bytes.subarray(30_000));
        const { status, code } = await raw.answer();
        return `${status} ${code ?? 'ok'}`;
      },
    };
  };

  it('a received file becomes a document with the tags of the request and without a creator, and is read and logged', async () => {
    const [tagId, other] = [await aTag('Receipt'), await aTag('Unpaid')];
    const made = await request({ tagIds: [tagId, other] });
    const sent = { name: 'Caf\u00e9 receipt.txt', content: 'two espressos', type: 'text/plain' };
    const { status, body } = await aVisitor().handIn(made.token, sent, { fields: { senderName: '  Ada Miller ' } });
    expect([status, body]).toEqual([201, { file: { name: 'Caf\u00e9 receipt.txt', size: 13 } }]);
    const { files, filesCount } = await received(made.id);
    expect([files, filesCount]).toEqual([
      [
        {
          id: expect.stringMatching(/^frq_file_[a-z0-9]{24}$/),
          documentId: expect.stringMatching(/^doc_/),
          isInTrash: false,
          isDuplicate: false,
          name: 'Caf\u00e9 receipt.txt',
          size: 13,
          receivedAt: expect.stringMatching(/Z$/),
          senderName: 'Ada Miller',
          address: '198.18.0.0/24',
        },
      ],
      1,
    ]);
    expect(await now(made.id)).toEqual({ ...made, filesCount: 1, lastReceivedAt: files[0]?.receivedAt });
    await app.drain();
    const document = await documentOf(files[0]?.documentId);
    expect(document).toMatchObject({ name: 'Caf\u00e9 receipt.txt', createdBy: null, content: 'two espressos' });
    expect(document.tags.map(({ id }) => id).sort()).toEqual([tagId, other].sort());
  });

  it('a received file appears in the activity as an action of the file request and not of a user', async () => {
    const { id: fileRequestId, token } = await request();
    await aVisitor().handIn(token, aFile());
    const documentId = (await received(fileRequestId)).files[0]?.documentId ?? '';
    const facts = { fileRequestId, fileRequestTitle: 'Receipts' };
    const { activities } = (await api.get<{ activities: object[] }>(`${base}/documents/${documentId}/activity`)).body;
    expect(activities).toMatchObject([{ event: 'created', eventData: facts, userId: null, user: null }]);
    const { events } = (await api.get<{ events: { type: string }[] }>(`${base}/activity?limit=10`)).body;
    const by = { actor: { type: 'system', userId: null, reason: 'file-request' } };
    expect(events.slice(0, 2)).toMatchObject([
      {
        type: 'file-request:file:received',
        data: { fileRequestId, title: 'Receipts', documentId, name: 'receipt.txt', isDuplicate: false },
        ...by,
      },
      { type: 'document:created', data: { documentId, name: 'receipt.txt', ...facts }, ...by },
    ]);
  });

  it('a received file that the archive already has changes nothing in it', async () => {
    const own = await api.upload(organizationId, { name: 'mine.txt', content: 'known before' });
    const made = await request({ tagIds: [await aTag('Receipt')] });
    const count = await documentsCount();
    const known = await aVisitor().handIn(made.token, { name: 'theirs.txt', content: 'known before' });
    const fresh = await aVisitor().handIn(made.token, { name: 'theirs.txt', content: 'never known!' });
    expect(known.status).toBe(201);
    expect([known.status, known.body]).toEqual([fresh.status, fresh.body]);
    const names = (headers: Headers) => [...headers.keys()].sort();
    expect(names(known.headers)).toEqual(names(fresh.headers));
    expect(await documentsCount()).toBe(count + 1);
    const { files, filesCount } = await received(made.id);
    expect(filesCount).toBe(2);
    expect(files[1]).toMatchObject({
      documentId: own.body.document.id,
      isDuplicate: true,
      name: 'theirs.txt',
      size: 12,
    });
    expect(await documentOf(own.body.document.id)).toMatchObject({ name: 'mine.txt', tags: [] });
  });

  it('a received file that is in the trash is restored, as with any upload', async () => {
    const tagId = await aTag('Receipt');
    const { id, token } = await request({ tagIds: [tagId] });
    const { body } = await api.upload(organizationId, { name: 'mine.txt', content: 'thrown away' });
    await api.delete(`${base}/documents/${body.document.id}`);
    expect((await aVisitor().handIn(token, { name: 'again.txt', content: 'thrown away' })).status).toBe(201);
    expect((await received(id)).files).toMatchObject([{ documentId: body.document.id, isDuplicate: false }]);
    expect(await documentOf(body.document.id)).toMatchObject({ name: 'again.txt', tags: [{ id: tagId }] });
  });

  it('received files stay in the list when their documents are in the trash, or purged', async () => {
    const { id, token } = await request();
    for (const name of ['first.txt', 'second.txt']) await aVisitor().handIn(token, aFile(name));
    const [second, first] = (await received(id)).files;
    for (const file of [first, second]) await api.delete(`${base}/documents/${file?.documentId ?? ''}`);
    await api.delete(`${base}/documents/trash/${second?.documentId ?? ''}`);
    expect(await received(id)).toMatchObject({
      files: [
        { name: 'second.txt', documentId: null, isInTrash: false },
        { name: 'first.txt', documentId: first?.documentId, isInTrash: true },
      ],
      filesCount: 2,
    });
    expect((await received(id, '?pageIndex=1&pageSize=1')).files).toMatchObject([{ name: 'first.txt' }]);
    expect((await received(id, '?pageIndex=2&pageSize=1')).files).toEqual([]);
  });

  it('received files stay documents when their request is deleted', async () => {
    const { id, token } = await request();
    await aVisitor().handIn(token, aFile());
    const documentId = (await received(id)).files[0]?.documentId;
    await api.delete(`${base}/file-requests/${id}`);
    expect(await documentOf(documentId)).toMatchObject({ id: documentId });
  });

  it('a request receives no more files than its limit when 20 come at once, and the rest leaves nothing behind', async () => {
    const { id, token } = await request({ maxFiles: 7 });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async (_, number) => {
        const { status, body } = await aVisitor().handIn(token, aFile(`file ${number}.txt`));
        return status === 201 ? 'ok' : `${status} ${body.error.code}`;
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(7);
    expect(outcomes.filter((outcome) => outcome === '409 file_request.full')).toHaveLength(13);
    expect(await documentsCount()).toBe(7);
    expect((await now(id)).filesCount).toBe(7);
    expect((await received(id)).files).toHaveLength(7);
    expect((await aVisitor().open(token)).body).toMatchObject({ fileRequest: { filesLeft: 0 } });
  });

  it('a file counts once when a request is repeated with its Idempotency-Key, even the one that filled the limit', async () => {
    const { id, token } = await request({ maxFiles: 1 });
    const [visitor, file, headers] = [aVisitor(), aFile(), { 'idempotency-key': randomUUID() }];
    const first = await visitor.handIn(token, file, { headers });
    expect(first.status).toBe(201);
    expect(await visitor.handIn(token, file, { headers })).toMatchObject({ status: 201, body: first.body });
    const other = { 'idempotency-key': randomUUID() };
    for (const options of [{}, { headers: other }]) {
      expect(await visitor.handIn(token, aFile(), options)).toMatchObject({
        status: 409,
        body: { error: { code: 'file_request.full' } },
      });
    }
    expect((await received(id)).filesCount).toBe(1);
    const { rows } = await poolOf(app).query<{ row: string }>('select k::text as row from idempotency_key k');
    expect(rows.map(({ row }) => row).join()).not.toContain(token);
  });

  it('a full request receives no files, even with a new Idempotency-Key', async () => {
    const made = await request({ maxFiles: 1 });
    await aVisitor().handIn(made.token, aFile());
    const raw = await RawRequest.begin(app.baseUrl, `/api/file-requests/${made.token}/files`, {
      ...aVisitor().headers,
      'content-type': MULTIPART,
      'content-length': 100_000,
      'idempotency-key': randomUUID(),
    });
    expect(await raw.answer()).toMatchObject({ status: 409, code: 'file_request.full' });
  });

  const changes: [string, string, (made: FileRequestView, tagId: string) => Promise<unknown>][] = [
    [
      'are taken when their request expires',
      '201 ok',
      ({ id }) => poolOf(app).query('update file_request set expires_at = now() where id = $1', [id]),
    ],
    [
      'are refused when the end of their request is moved to before they began',
      '410 file_request.gone',
      ({ id }) => api.patch(`${base}/file-requests/${id}`, { expiresAt: '2020-01-01T00:00:00Z' }),
    ],
    [
      'are refused when their request is turned off',
      '410 file_request.gone',
      ({ id }) => api.patch(`${base}/file-requests/${id}`, { isEnabled: false }),
    ],
    [
      'are refused when their request is deleted',
      '404 file_request.not_found',
      ({ id }) => api.delete(`${base}/file-requests/${id}`),
    ],
    ['are refused when their organization is deleted', '410 file_request.gone', () => api.delete(base)],
    [
      'are refused when their request is filled',
      '409 file_request.full',
      ({ token }) => aVisitor().handIn(token, aFile()),
    ],
    ['are taken when a tag of their request is deleted', '201 ok', (_, tagId) => api.delete(`${base}/tags/${tagId}`)],
  ];
  it.each(changes)('files %s while they arrive', async (_, expected, change) => {
    const tagId = await aTag('Receipt');
    const made = await request({ tagIds: [tagId], maxFiles: 1 });
    const before = (await whatIsKept(app)).documents;
    const upload = await begunUpload(made);
    await change(made, tagId);
    expect(await upload.finish()).toBe(expected);
    const isTaken = expected === '201 ok' || expected === '409 file_request.full';
    expect((await whatIsKept(app)).documents).toBe(before + (isTaken ? 1 : 0));
  });

  it('a file is taken or requested again, but never lost, when the document with its content is purged meanwhile', async () => {
    const content = randomBytes(50_000).toString('latin1');
    const { id, token } = await request();
    const { body } = await api.upload(organizationId, { name: 'mine.txt', content });
    const handIn = app.app.get(HandInFile, { strict: false });
    handIn.receive = async (...given) => {
      const file = await HandInFile.prototype.receive.apply(handIn, given);
      handIn.receive = HandInFile.prototype.receive;
      await api.delete(`${base}/documents/${body.document.id}`);
      return file;
    };
    const visitor = aVisitor();
    const first = await visitor.handIn(token, { name: 'theirs.txt', content });
    expect(first).toMatchObject({ status: 503, body: { error: { code: 'server.busy' } } });
    expect(first.headers.get('retry-after')).toBe('1');
    expect((await visitor.handIn(token, { name: 'theirs.txt', content })).status).toBe(201);
    expect(await received(id)).toMatchObject({
      files: [{ documentId: body.document.id, isInTrash: false }],
      filesCount: 1,
    });
  });

  it.each<[string, () => Promise<string>, string]>([
    ['whose request does not exist', async () => 'a'.repeat(64), '404 file_request.not_found'],
    [
      'whose request has expired',
      async () => (await request({ expiresAt: '2020-01-01T00:00:00Z' })).token,
      '410 file_request.gone',
    ],
    [
      'whose password is missing',
      async () => (await request({ password: 'x' })).token,
      '401 file_request.password_required',
    ],
    [
      'whose request is full',
      async () => {
        const { token } = await request({ maxFiles: 1 });
        await aVisitor().handIn(token, aFile());
        return token;
      },
      '409 file_request.full',
    ],
    [
      'that are larger than the request allows',
      async () => (await request({ maxFileBytes: 1000 })).token,
      '413 document.size_too_large',
    ],
  ])('files %s are refused before they are sent', async (_, tokenOf, expected) => {
    const raw = await RawRequest.begin(app.baseUrl, `/api/file-requests/${await tokenOf()}/files`, {
      ...aVisitor().headers,
      'content-type': MULTIPART,
      'content-length': LARGEST,
    });
    const { status, code } = await raw.answer();
    expect(`${status} ${code ?? ''}`).toBe(expected);
  });

  it('a file is as large as the request allows, even when its size is not sent', async () => {
    const { token } = await request({ maxFileBytes: 1000 });
    const send = async (bytes: number) =>
      (await aVisitor().handIn(token, { name: 'x.bin', content: randomBytes(bytes) })).status;
    expect([await send(1000), await send(1001)]).toEqual([201, 413]);
    const whole = await request({ maxFileBytes: LARGEST * 2 });
    const tooLarge = { name: 'x.bin', content: randomBytes(LARGEST + 1) };
    expect((await aVisitor().handIn(whole.token, tooLarge)).status).toBe(413);
  });

  it('one visitor sends at most three files at once, and does not keep others out', async () => {
    const [made, other] = [await request(), await request()];
    const visitor = aVisitor();
    const open = [];
    for (let count = 0; count < 3; count += 1) open.push(await begunUpload(count === 2 ? other : made, visitor));
    const refused = await visitor.handIn(made.token, aFile());
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'server.too_many_requests' } } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await aVisitor().handIn(made.token, aFile())).status).toBe(201);
    expect(await open[0]?.finish()).toBe('201 ok');
    expect((await visitor.handIn(made.token, aFile())).status).toBe(201);
    for (const { finish } of open.slice(1)) expect(await finish()).toBe('201 ok');
  });

  it('one request receives at most 20 files at once, and visitors who leave free their places', async () => {
    const [made, other] = [await request(), await request()];
    const open = [];
    for (let count = 0; count < 20; count += 1) open.push(await begunUpload(made));
    expect((await aVisitor().handIn(made.token, aFile())).status).toBe(429);
    expect((await aVisitor().handIn(other.token, aFile())).status).toBe(201);
    for (const { raw } of open) raw.hangUp();
    let status = 429;
    for (let tries = 0; status === 429 && tries < 500; tries += 1)
      ({ status } = await aVisitor().handIn(made.token, aFile()));
    expect(status).toBe(201);
    expect((await now(made.id)).filesCount).toBe(1);
  });
});
