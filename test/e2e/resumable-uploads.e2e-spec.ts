import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateApiKey } from '#people/auth';
import type { Permission } from '#ground/http-kit';
import { ResumableUploads } from '#archive/uploads';
import { addMember } from '../authorization/archive.js';
import { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { StatementGate } from '../support/statement-gate.js';
import { untilNothingIsAstray } from './kept-files.js';
import { clientOfNewUser, ownInstallation, ServerProcess, until } from './server-process.js';
import { TusClient } from './tus-client.js';

const LARGEST = 20_000_000;
/** Generous: reached only on a machine that is busy with other work. */
const WITHIN_MS = 120_000;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a resumable upload', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let userId: string;
  let tus: TusClient;

  beforeAll(async () => {
    app = await startApp({
      DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: String(LARGEST),
      DOCUMENT_UPLOADS_MAX_UNFINISHED: '5',
      DOCUMENT_UPLOADS_MAX_UNFINISHED_BYTES: '50000000',
    });
    ({ api, organizationId, userId } = await app.anArchive());
    tus = new TusClient(api, `/api/organizations/${organizationId}/uploads`);
  });
  afterAll(() => app.close());

  /** Ends every unfinished upload; then only the files of documents may be left. */
  afterEach(async () => {
    await poolOf(app).query(`update resumable_upload set expires_at = now() - interval '1 s'`);
    await app.app.get(ResumableUploads, { strict: false }).removeExpired(new AbortController().signal);
    await app.drain();
    await untilNothingIsAstray(app);
  });

  const documentOf = async (id: string | undefined) =>
    (await api.get<{ document: object }>(`/api/organizations/${organizationId}/documents/${id}`)).body.document;
  const aTag = async (name: string) => {
    const tags = `/api/organizations/${organizationId}/tags`;
    return (await api.post<{ tag: { id: string } }>(tags, { name, color: '#336699' })).body.tag.id;
  };

  it('the server names its version and extensions of the protocol, and the largest size of a file', async () => {
    const { status, headers } = await tus.send('OPTIONS', tus.uploads);
    expect([status, headers.get('tus-version'), headers.get('tus-extension'), headers.get('tus-max-size')]).toEqual([
      204,
      '1.0.0',
      'creation,creation-with-upload,expiration,termination',
      String(LARGEST),
    ]);
    const { body } = await api.get<{ config: { upload: object } }>('/api/config');
    expect(body.config.upload).toEqual({ maxBytes: LARGEST, isResumable: true });
  });

  it('a resumable upload becomes one document with its details when the last part has arrived', async () => {
    const bytes = randomBytes(300_000);
    const tagId = await aTag('resumed');
    const path = await tus.begun(bytes.length, {
      filename: 'Übersicht.pdf',
      filetype: 'application/pdf',
      tagIds: tagId,
      documentDate: '2026-02-03',
      notes: 'in parts',
    });
    expect(await tus.offsetOf(path)).toBe(0);
    const first = await tus.continue(path, 0, bytes.subarray(0, 100_000));
    expect([first.status, first.headers.get('upload-offset'), first.body]).toEqual([204, '100000', {}]);
    expect(first.headers.get('upload-expires')).toMatch(/GMT$/);
    expect((await tus.continue(path, 100_000, bytes.subarray(100_000, 200_000))).status).toBe(204);
    const last = await tus.continue(path, 200_000, bytes.subarray(200_000));
    expect(last).toMatchObject({ status: 200, body: { document: { name: 'Übersicht.pdf' } } });
    expect(await documentOf(last.body.document?.id)).toMatchObject({
      mimeType: 'application/pdf',
      originalSha256Hash: sha256(bytes),
      originalSize: bytes.length,
      documentDate: '2026-02-03T00:00:00.000Z',
      notes: 'in parts',
      tags: [{ id: tagId }],
    });
    const file = await fetch(
      `${api.baseUrl}/api/organizations/${organizationId}/documents/${last.body.document?.id}/file`,
      { headers: { authorization: `Bearer ${api.token}` } },
    );
    expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(bytes));
  });

  it('stores a whole file with the request that begins it, once for each Idempotency-Key', async () => {
    const bytes = randomBytes(2_000);
    const send = () => tus.begin(bytes.length, { filename: 'at once.bin' }, { 'idempotency-key': 'at-once' }, bytes);
    const first = await send();
    expect(first).toMatchObject({ status: 201, body: { document: { name: 'at once.bin' } } });
    expect(first.headers.get('upload-offset')).toBe('2000');
    const again = await send();
    expect(again.body.document?.id).toBe(first.body.document?.id);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
  });

  it('the same document is returned again when the response to the last part was lost', async () => {
    const bytes = randomBytes(5_000);
    const path = await tus.begun(bytes.length);
    await tus.continue(path, 0, bytes.subarray(0, 3_000));
    const last = await tus.continue(path, 3_000, bytes.subarray(3_000));
    const id = last.body.document?.id;
    expect((await tus.continue(path, 3_000, bytes.subarray(3_000))).body.document?.id).toBe(id);
    expect((await tus.continue(path, 5_000, new Uint8Array())).body.document?.id).toBe(id);
    const head = await tus.send('HEAD', path);
    expect([head.headers.get('upload-offset'), head.headers.get('upload-document-id')]).toEqual(['5000', id]);
    expect((await tus.send('GET', path)).body).toMatchObject({ upload: { documentId: id }, document: { id } });
  });

  it('refuses other bytes for an upload that is finished', async () => {
    const bytes = randomBytes(5_000);
    const path = await tus.begun(bytes.length);
    const { body } = await tus.continue(path, 0, bytes);
    const other = Buffer.from(bytes);
    other[4_999] = (other[4_999] ?? 0) ^ 1;
    const changed: [offset: number, bytes: Uint8Array][] = [
      [0, other],
      [0, bytes.subarray(0, 4_999)],
      [0, Buffer.concat([bytes, Buffer.from('more')])],
      [500, bytes],
      [4_999, other.subarray(4_999)],
      [5_000, Buffer.from('x')],
      [6_000, new Uint8Array()],
    ];
    for (const [offset, sent] of changed)
      expect([offset, (await tus.continue(path, offset, sent)).status]).toEqual([offset, 409]);
    expect(await documentOf(body.document?.id)).toMatchObject({ originalSha256Hash: sha256(bytes) });
  });

  it('stores one of different last parts that come at the same time, and refuses the others with 409', async () => {
    const first = randomBytes(200_000);
    const path = await tus.begun(400_000);
    await tus.continue(path, 0, first);
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => tus.continue(path, 200_000, randomBytes(200_000))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('refuses another first body for an Idempotency-Key whose upload is finished', async () => {
    const bytes = randomBytes(2_000);
    const send = (body: Uint8Array) =>
      tus.begin(body.length, { filename: 'twice.bin' }, { 'idempotency-key': 'twice' }, body);
    expect((await send(bytes)).status).toBe(201);
    expect((await send(randomBytes(2_000))).status).toBe(409);
    expect((await send(bytes)).body.document?.name).toBe('twice.bin');
  });

  it('shows, continues and cancels an upload only for the user who began it', async () => {
    const path = await tus.begun(1_000);
    await tus.continue(path, 0, randomBytes(400));
    const colleague = await app.aUser();
    await addMember(app, organizationId, { userId: colleague.userId, role: 'admin' });
    const other = new TusClient(colleague.api, `/api/organizations/${organizationId}/uploads`);
    const statuses = [
      (await other.send('HEAD', path)).status,
      (await other.send('GET', path)).status,
      (await other.continue(path, 400, randomBytes(600))).status,
      (await other.send('DELETE', path)).status,
    ];
    expect(statuses).toEqual([404, 404, 404, 404]);
    expect(await tus.offsetOf(path)).toBe(400);
  });

  it('makes one document when the last part comes again between any two statements of the first one', async () => {
    const gate = new StatementGate(poolOf(app));
    const uploads = app.app.get(ResumableUploads, { strict: false });
    const ctx = {
      requestId: undefined,
      organizationId,
      role: 'owner' as const,
      actor: { via: 'session' as const, userId, sessionId: 'auth_ses_twice', isAdmin: false },
    };
    const found: (string | undefined)[][] = [];
    const begin = async () => {
      const bytes = randomBytes(2_000);
      const path = await tus.begun(bytes.length);
      await tus.continue(path, 0, bytes.subarray(0, 1_000));
      found.push([]);
      return { bytes, uploadId: path.slice(path.lastIndexOf('/') + 1) };
    };
    const last = async ({ bytes, uploadId }: Awaited<ReturnType<typeof begin>>) => {
      const part = {
        offset: 1_000,
        length: 1_000,
        body: Readable.from([bytes.subarray(1_000)], { objectMode: false }),
      };
      const { document } = await uploads.append(ctx, uploadId, part, new AbortController().signal);
      found.at(-1)?.push(document?.id);
    };
    await gate.interleave(begin, ['the last part', last], ['the same again', last], (error) => {
      throw error;
    });
    expect(found.length).toBeGreaterThan(1);
    for (const [one, other] of found) expect(other).toBe(one);
  });

  it('makes one document when the last part comes twice at the same time', async () => {
    const bytes = randomBytes(400_000);
    const path = await tus.begun(bytes.length);
    await tus.continue(path, 0, bytes.subarray(0, 200_000));
    const rest = () => tus.continue(path, 200_000, bytes.subarray(200_000));
    const responses = await Promise.all([rest(), rest(), rest()]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(responses.map(({ body }) => body.document?.id)).size).toBe(1);
  });

  it('a part that is sent several times at once is added once, and the others are refused with 409', async () => {
    const bytes = randomBytes(600_000);
    const path = await tus.begun(bytes.length);
    const part = () => tus.continue(path, 0, bytes.subarray(0, 300_000));
    const statuses = (await Promise.all([part(), part(), part(), part()])).map(({ status }) => status).sort();
    expect(statuses).toEqual([204, 409, 409, 409]);
    expect(await tus.offsetOf(path)).toBe(300_000);
    const last = await tus.continue(path, 300_000, bytes.subarray(300_000));
    expect(await documentOf(last.body.document?.id)).toMatchObject({ originalSha256Hash: sha256(bytes) });
  });

  it('keeps what has arrived when the connection breaks in the middle of a long request', async () => {
    const bytes = randomBytes(12_000_000);
    const path = await tus.begun(bytes.length);
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.baseUrl).port) });
    socket.on('error', () => undefined);
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.token}\r\nupload-offset: 0\r\n` +
        `content-type: application/offset+octet-stream\r\ncontent-length: ${bytes.length}\r\n\r\n`,
    );
    socket.write(bytes.subarray(0, 9_000_000));
    await until(WITHIN_MS, 'the first part to be stored', async () => (await tus.offsetOf(path)) > 8_000_000);
    socket.destroy();
    const finish = async () => {
      const offset = await tus.offsetOf(path);
      return tus.continue(path, offset, bytes.subarray(offset));
    };
    // The part that the end of the connection cut off may be stored between the two requests.
    const last = await until(WITHIN_MS, 'the rest to be accepted', async () => {
      const response = await finish();
      return response.status === 200 && response;
    });
    expect(await documentOf(last.body.document?.id)).toMatchObject({ originalSha256Hash: sha256(bytes) });
  });

  it('stores a request that is larger than a part in several parts', async () => {
    const bytes = randomBytes(18_000_000);
    const path = await tus.begun(bytes.length);
    expect((await tus.continue(path, 0, bytes.subarray(0, 17_000_000))).headers.get('upload-offset')).toBe('17000000');
    const { rows } = await poolOf(app).query<{ count: number }>(
      'select count(*)::int as count from resumable_upload_part where upload_id = $1',
      [path.split('/').at(-1)],
    );
    expect(rows).toEqual([{ count: 3 }]);
    const last = await tus.continue(path, 17_000_000, bytes.subarray(17_000_000));
    expect(await documentOf(last.body.document?.id)).toMatchObject({ originalSha256Hash: sha256(bytes) });
  });

  it('refuses a wrong offset, too many bytes and another type, and changes nothing', async () => {
    const path = await tus.begun(1_000);
    const ten = randomBytes(10);
    const refusals = [
      await tus.continue(path, 5, ten),
      await tus.continue(path, 0, randomBytes(1_001)),
      await tus.send('PATCH', path, { 'upload-offset': '-1' }, ten),
      await tus.send('PATCH', path, { 'upload-offset': '0', 'content-type': 'application/octet-stream' }, ten),
      await tus.send('PATCH', path, { 'upload-offset': '0', 'tus-resumable': '0.2.0' }, ten),
    ];
    expect(refusals.map(({ status, body }) => `${status} ${body.error?.code}`)).toEqual([
      '409 uploads.wrong_offset',
      '413 uploads.length_exceeded',
      '400 uploads.invalid_offset',
      '415 uploads.unsupported_type',
      '412 uploads.unsupported_version',
    ]);
    expect(refusals.at(-1)?.headers.get('tus-version')).toBe('1.0.0');
    expect(refusals.map(({ headers }) => headers.get('tus-resumable'))).toEqual(refusals.map(() => '1.0.0'));
    expect(await tus.offsetOf(path)).toBe(0);
  });

  it('a refused body is received to its end, so that the client gets the response', async () => {
    const path = await tus.begun(1_000);
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.baseUrl).port) });
    const chunk = Buffer.concat([Buffer.from('f4240\r\n'), randomBytes(1_000_000), Buffer.from('\r\n')]);
    let response = '';
    const failure = new Promise<Error>((resolve) => socket.once('error', resolve));
    const ended = new Promise<void>((resolve) => {
      socket.on('data', (data) => {
        response += data.toString('latin1');
        if (response.includes('uploads.length_exceeded')) resolve();
      });
    });
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.token}\r\nupload-offset: 0\r\n` +
        'content-type: application/offset+octet-stream\r\ntransfer-encoding: chunked\r\n\r\n',
    );
    // Far more than the buffers of a connection hold.
    for (let count = 0; count < 20; count += 1) socket.write(chunk);
    const sent = new Promise<string>((resolve) => socket.write('0\r\n\r\n', () => resolve('sent')));
    expect(await Promise.race([sent, failure])).toBe('sent');
    await ended;
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    expect(await tus.offsetOf(path)).toBe(0);
  });

  it('refuses a file that is empty, too large, without a name or with invalid details', async () => {
    const length = { 'upload-length': '', 'upload-defer-length': '1' };
    const refusals = [
      await tus.begin(0),
      await tus.begin(LARGEST + 1),
      await tus.begin(5, { filename: 'a' }, length),
      await tus.begin(5, {}),
      await tus.begin(5, { filename: 'a' }, { 'upload-metadata': 'filename ***' }),
      await tus.begin(5, { filename: 'a' }, { 'upload-metadata': 'filename YQ==,filename YQ==' }),
      await tus.begin(5, { filename: 'a', tagIds: 'tag_000000000000000000000000' }),
      await tus.begin(5, { filename: 'a', tagIds: 'constructor' }),
      await tus.begin(5, { filename: 'a', documentDate: 'soon' }),
      await tus.begin(5, { filename: 'a', notes: 'a\0b' }),
      await tus.begin(5, { filename: 'a', ocrLanguages: 'xxx' }),
    ];
    expect(refusals.map(({ status, body }) => `${status} ${body.error?.code}`)).toEqual([
      '400 document.empty_file',
      '413 document.size_too_large',
      '400 uploads.invalid_length',
      '400 uploads.invalid_metadata',
      '400 uploads.invalid_metadata',
      '400 uploads.invalid_metadata',
      ...Array.from({ length: 5 }, () => '400 server.invalid_request.form_data'),
    ]);
    expect((await tus.begin(5, { filename: 'a', __proto__x: 'b', constructor: 'c' })).status).toBe(201);
  });

  it('the response names the document that has the same content', async () => {
    const bytes = randomBytes(1_000);
    const first = await tus.begin(1_000, { filename: 'first.bin' }, {}, bytes);
    const path = await tus.begun(1_000, { filename: 'second.bin' });
    expect(await tus.continue(path, 0, bytes)).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'document.already_exists',
          documentId: first.body.document?.id,
          documentName: 'first.bin',
        },
      },
    });
    expect((await tus.send('HEAD', path)).status).toBe(404);
  });

  it('a resumable upload is not unfinished when a document has the same content', async () => {
    const bytes = randomBytes(1_000);
    const send = () => tus.begin(1_000, { filename: 'same.bin' }, {}, bytes);
    expect((await send()).status).toBe(201);
    for (let count = 0; count < 6; count += 1) expect((await send()).status).toBe(409);
    expect((await tus.begin(1_000)).status).toBe(201);
  });

  it('a resumable upload restores a document from the trash and says so', async () => {
    const bytes = randomBytes(1_000);
    const { body } = await tus.begin(1_000, { filename: 'back.bin' }, {}, bytes);
    await api.delete(`/api/organizations/${organizationId}/documents/${body.document?.id}`);
    const again = await tus.begin(1_000, { filename: 'again.bin', notes: 'returned' }, {}, bytes);
    expect(again).toMatchObject({
      status: 201,
      body: { isRestored: true, document: { id: body.document?.id, name: 'again.bin', notes: 'returned' } },
    });
  });

  it('a resumable upload expires, and its files are removed', async () => {
    const path = await tus.begun(1_000);
    await tus.continue(path, 0, randomBytes(500));
    await poolOf(app).query(`update resumable_upload set expires_at = now() - interval '1 s'`);
    for (const response of [await tus.send('GET', path), await tus.continue(path, 500, randomBytes(500))]) {
      expect(response).toMatchObject({ status: 410, body: { error: { code: 'uploads.expired' } } });
    }
    expect((await tus.send('HEAD', path)).status).toBe(410);
  });

  it('a cancelled upload is removed', async () => {
    const path = await tus.begun(1_000);
    await tus.continue(path, 0, randomBytes(500));
    expect((await tus.send('DELETE', path)).status).toBe(204);
    expect(await tus.send('GET', path)).toMatchObject({ status: 404, body: { error: { code: 'uploads.not_found' } } });
    await app.drain();
    await untilNothingIsAstray(app);
  });

  it('a resumable upload is not found from another organization', async () => {
    const path = await tus.begun(1_000);
    const id = path.split('/').at(-1) ?? '';
    const other = await app.anArchive('Another archive');
    const foreign = new TusClient(other.api, `/api/organizations/${other.organizationId}/uploads`);
    const theirs = `${foreign.uploads}/${id}`;
    for (const [method, headers] of [
      ['GET', {}],
      ['PATCH', { 'upload-offset': '0' }],
      ['DELETE', {}],
    ] as const) {
      expect((await foreign.send(method, theirs, headers)).body.error?.code).toBe('uploads.not_found');
      expect((await foreign.send(method, path, headers)).body.error?.code).toBe('user.not_in_organization');
    }
  });

  it('a resumable upload is refused when too many are unfinished, or they announce too many bytes', async () => {
    const large = 18_000_000;
    for (let count = 0; count < 2; count += 1) await tus.begun(large);
    expect(await tus.begin(large)).toMatchObject({
      status: 429,
      body: { error: { code: 'uploads.too_many_unfinished' } },
    });
    for (let count = 0; count < 3; count += 1) await tus.begun(10);
    expect((await tus.begin(10)).status).toBe(429);
    const other = await app.anArchive('Has its own limit');
    const theirs = new TusClient(other.api, `/api/organizations/${other.organizationId}/uploads`);
    expect((await theirs.begin(10)).status).toBe(201);
  });

  it('a resumable upload needs documents:create, and with tags what adding a tag needs', async () => {
    const tagId = await aTag('needs permissions');
    const withKey = async (permissions: readonly Permission[]) => {
      const { token } = await app.app
        .get(CreateApiKey, { strict: false })
        .execute({ userId, name: 'some permissions', permissions });
      const keyed = new TusClient(new ApiClient(app.baseUrl, token), tus.uploads);
      const response = await keyed.begin(10, { filename: 'a', tagIds: tagId });
      return `${response.status} ${response.body.error?.code}`;
    };
    expect(await withKey(['documents:read', 'tags:read', 'documents:update'])).toBe('403 auth.forbidden');
    expect(await withKey(['documents:create', 'documents:update'])).toBe('403 auth.forbidden');
    expect(await withKey(['documents:create', 'tags:read'])).toBe('403 auth.forbidden');
    expect(await withKey(['documents:create', 'tags:read', 'documents:update'])).toBe('201 undefined');
  });
});

describe('a server that is killed during a resumable upload', () => {
  const TEST_MS = 400_000;
  let installation: Awaited<ReturnType<typeof ownInstallation>>;
  let server: ServerProcess;

  beforeAll(async () => {
    installation = await ownInstallation();
    server = await ServerProcess.start(installation.settings);
  }, TEST_MS);
  afterAll(async () => {
    await server.kill('SIGKILL');
    await installation.remove();
  });

  it(
    'the killed server has every part that it acknowledged, and the document gets all bytes',
    async () => {
      const api = await clientOfNewUser(server.baseUrl);
      const { body } = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Parts' });
      const tus = new TusClient(api, `/api/organizations/${body.organization.id}/uploads`);
      const bytes = randomBytes(3_000_000);
      const path = await tus.begun(bytes.length);
      expect((await tus.continue(path, 0, bytes.subarray(0, 1_000_000))).status).toBe(204);
      const socket = connect({ host: '127.0.0.1', port: Number(installation.settings['PORT']) });
      socket.on('error', () => undefined);
      socket.write(
        `PATCH ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.token}\r\nupload-offset: 1000000\r\n` +
          'content-type: application/offset+octet-stream\r\ncontent-length: 2000000\r\n\r\n',
      );
      socket.write(bytes.subarray(1_000_000, 1_500_000));
      await until(WITHIN_MS, 'the server to read', () => Promise.resolve(socket.bytesWritten > 500_000));
      await server.kill('SIGKILL');
      socket.destroy();
      server = await ServerProcess.start(installation.settings);
      expect(await tus.offsetOf(path)).toBe(1_000_000);
      expect((await tus.continue(path, 1_000_000, bytes.subarray(1_000_000, 2_000_000))).status).toBe(204);
      const last = await tus.continue(path, 2_000_000, bytes.subarray(2_000_000));
      expect(last).toMatchObject({ status: 200, body: { document: { originalSha256Hash: sha256(bytes) } } });
    },
    TEST_MS,
  );
});
