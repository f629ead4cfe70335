import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { StorageDrivers } from '#capabilities/storage';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { shortPause } from '../support/until.js';
import { HOSTILE_FORMS } from './hostile-forms.js';
import { untilNothingIsAstray, whatIsKept } from './kept-files.js';
import { patientUpload } from './patient-upload.js';
import { end, fieldPart, filePart, MULTIPART, part, RawRequest, sendRaw, type RawUpload } from './raw-upload.js';

const LARGEST = 2_000_000;

interface ErrorBody {
  error: { code: string };
}

describe('uploads', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let documents: string;

  beforeAll(async () => {
    app = await startApp({ DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: String(LARGEST) });
    ({ api, organizationId } = await app.anArchive());
    documents = `/api/organizations/${organizationId}/documents`;
  });
  afterAll(() => app.close());

  const raw = (upload: RawUpload) => sendRaw(app.baseUrl, documents, api.token, upload);
  const begin = (headers: Record<string, number | string | undefined>) =>
    RawRequest.begin(app.baseUrl, documents, {
      authorization: `Bearer ${api.token}`,
      'content-type': MULTIPART,
      ...headers,
    });

  const kept = () => whatIsKept(app);

  afterEach(() => untilNothingIsAstray(app));

  it('accepts text fields before, after and around the file and ignores a second file', async () => {
    const file = () => filePart('order.txt', randomBytes(20).toString('hex'));
    const field = fieldPart('ocrLanguages', 'eng');
    for (const body of [
      [file(), end],
      [field, file(), end],
      [file(), field, end],
      [field, file(), field, end],
    ]) {
      expect(await raw({ body })).toMatchObject({ status: 200 });
    }
    const before = (await kept()).documents;
    expect(await raw({ body: [file(), filePart('second.txt', randomBytes(100_000)), end] })).toMatchObject({
      status: 200,
      body: expect.stringContaining('"name":"order.txt"'),
    });
    expect((await kept()).documents).toBe(before + 1);
  });

  it('accepts a file without a type as text/plain, and a repeated field', async () => {
    const answer = await raw({
      body: [
        part('content-disposition: form-data; name="file"; filename="untyped"', 'untyped'),
        fieldPart('folder', 'a'),
        fieldPart('folder', 'b'),
        end,
      ],
    });
    expect(JSON.parse(answer.body)).toMatchObject({ document: { mimeType: 'text/plain', originalName: 'untyped' } });
  });

  it.each(HOSTILE_FORMS)('rejects an upload of %s and stores nothing', async (_, upload, status, code) => {
    const before = (await kept()).documents;
    const answer = await raw(upload);
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect((await kept()).documents).toBe(before);
  });

  it('accepts a file name of 4096 bytes and a part header of 1 MB', async () => {
    const long = 'ä漢🙂'.repeat(500).slice(0, 1000);
    for (const headers of [
      [`content-disposition: form-data; name="file"; filename="${long}"`],
      ['content-disposition: form-data; name="file"; filename="ordinary.txt"', `x-long: ${'x'.repeat(1024 * 1024)}`],
    ]) {
      expect(await raw({ body: [part(headers, randomBytes(20)), end] })).toMatchObject({ status: 200 });
    }
  });

  it('accepts a file of exactly the largest size and rejects one byte more with 413', async () => {
    const largest = randomBytes(LARGEST);
    expect(await raw({ body: [filePart('largest', largest), end] })).toMatchObject({ status: 200 });
    const over = await raw({ body: [filePart('over', Buffer.concat([largest, Buffer.from('x')])), end] });
    expect([over.status, over.code]).toEqual([413, 'document.size_too_large']);
  });

  it('rejects a file that is far too large while it is being sent, with or without a content-length', async () => {
    const head = filePart('far.bin', '').subarray(0, -2);
    const chunk = randomBytes(64 * 1024);
    const announced = await begin({ 'content-length': 1_000_000_000 });
    await announced.write(head);
    const unannounced = await begin({ 'transfer-encoding': 'chunked' });
    const send = (bytes: Buffer) =>
      unannounced.write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]));
    await send(head);
    let sent = 0;
    for (let most = 20_000; most > 0 && !announced.hasAnswer && (await announced.write(chunk)); most -= 1)
      await shortPause();
    while (!unannounced.hasAnswer && (await send(chunk))) sent += chunk.length;
    for (const request of [announced, unannounced]) {
      const { status, code } = await request.answer();
      expect([status, code]).toEqual([413, 'document.size_too_large']);
    }
    expect(sent).toBeGreaterThan(LARGEST);
    expect(sent).toBeLessThan(LARGEST + 20_000_000);
  });

  it('rejects an upload without permission before reading its body', async () => {
    const other = await app.anArchive('Another organization');
    const reader = await app.aUser({ permissions: ['documents:read'] });
    for (const [token, status, code] of [
      [other.api.token, 403, 'user.not_in_organization'],
      [reader.api.token, 403, 'auth.forbidden'],
      ['ppapi_unknown', 401, 'auth.unauthorized'],
    ] as const) {
      const request = await begin({ 'content-length': 1_000_000, authorization: `Bearer ${token}` });
      const answer = await request.answer(); // no byte of the body was sent
      expect([answer.status, answer.code]).toEqual([status, code]);
    }
  });

  it('leaves nothing behind when clients hang up at any moment of an upload', async () => {
    const before = (await kept()).documents;
    const body = Buffer.concat([fieldPart('ocrLanguages', 'eng'), filePart('gone.bin', randomBytes(400_000)), end]);
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        Array.from({ length: 10 }, async (_, each) => {
          const moment = each === 0 ? 60 : each === 1 ? body.length - 3 : Math.floor((body.length * each) / 10);
          const request = await begin({ 'content-length': body.length });
          await request.write(body.subarray(0, moment));
          for (let turns = round % 2 === 0 ? each : 0; turns > 0; turns -= 1) await turn();
          if (round % 3 === 0) request.socket.end();
          else request.hangUp();
        }),
      );
    }
    expect(await api.get('/api/health')).toMatchObject({ status: 200 });
    expect(await raw({ body: [filePart('after.txt', 'after'), end] })).toMatchObject({ status: 200 });
    expect((await kept()).documents).toBe(before + 1);
  });

  it('stores one document when one file is uploaded fifty times at once', async () => {
    const before = (await kept()).documents;
    const content = randomBytes(50_000);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        patientUpload<ErrorBody>(api, organizationId, { name: `${number}.bin`, content }),
      ),
    );
    const taken = answers.filter(({ status }) => status === 200);
    const rest = answers.filter(({ status, body }) => status === 409 && body.error.code === 'document.already_exists');
    expect([taken.length, rest.length]).toEqual([1, 49]);
    expect((await kept()).documents).toBe(before + 1);
  });

  it('stores three hundred files that are uploaded at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, number) =>
        patientUpload(api, organizationId, { name: `${number}.txt`, content: `many ${number}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  describe('when storing fails', () => {
    const failing = async (code: string | undefined, work: () => Promise<void>) => {
      const driver = app.app.get(StorageDrivers, { strict: false }).writer;
      const write = driver.write.bind(driver);
      driver.write = (key, source, options) => write(key, breaksAfter(source, 100_000, code), options);
      try {
        await work();
      } finally {
        driver.write = write;
      }
    };

    it.each([
      ['ENOSPC', 507, 'documents.storage.full'],
      ['EDQUOT', 507, 'documents.storage.full'],
    ])('reports %s, stores nothing and accepts the next upload', async (errorCode, status, code) => {
      const before = (await kept()).documents;
      const body = [filePart('big.bin', randomBytes(800_000)), end];
      await failing(errorCode, async () => {
        const answer = await raw({ body });
        expect([answer.status, answer.code]).toEqual([status, code]);
        expect(await kept()).toEqual({ documents: before, unequal: [] });
      });
      expect(await raw({ body })).toMatchObject({ status: 200 });
    });
  });
});

async function* bytesUntil(source: Readable, limit: number, code: string | undefined): AsyncIterable<Buffer> {
  let count = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    count += chunk.length;
    if (count > limit) throw Object.assign(new Error(`write failed: ${code}`), { code });
    yield chunk;
  }
}

const breaksAfter = (source: Readable, limit: number, code: string | undefined) =>
  Readable.from(bytesUntil(source, limit, code), { objectMode: false });
