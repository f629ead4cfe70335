import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ReceivedFileView } from '../../libs/outside/links/src/http/file-request.view.dto.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { aFileRequest } from './file-request-visitors.js';
import { FILE_NAMES, HOSTILE_FORMS } from './hostile-forms.js';
import { untilNothingIsAstray, whatIsKept } from './kept-files.js';
import { end, fieldPart, filePart, part, sendRaw, type RawUpload } from './raw-upload.js';

/** What visitors may send is what anybody on the Internet may send: all of it arrives at a route without a caller. */
describe('forms of visitors', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let fileRequestId: string;
  let path: string;

  beforeAll(async () => {
    app = await startApp({ FILE_REQUESTS_UPLOAD_RATE_LIMIT: '1000/1h' });
    ({ api, organizationId } = await app.anArchive());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const { id, token } = await aFileRequest(api, organizationId);
    fileRequestId = id;
    path = `/api/file-requests/${token}/files`;
  });
  afterEach(() => untilNothingIsAstray(app));

  const raw = (upload: RawUpload) =>
    sendRaw(app.baseUrl, path, undefined, { ...upload, headers: { authorization: undefined, ...upload.headers } });
  const received = async () =>
    (
      await api.get<{ files: ReceivedFileView[]; filesCount: number }>(
        `/api/organizations/${organizationId}/file-requests/${fileRequestId}/files`,
      )
    ).body;

  it.each(HOSTILE_FORMS)(
    'a form with %s is rejected, and neither stored nor counted',
    async (_, upload, status, code) => {
      const before = (await whatIsKept(app)).documents;
      const answer = await raw(upload);
      expect([answer.status, answer.code]).toEqual([status, code]);
      expect((await whatIsKept(app)).documents).toBe(before);
      expect(await received()).toEqual({ files: [], filesCount: 0 });
    },
  );

  it.each(FILE_NAMES)(
    'a form with the file name %j is stored and logged with up to 255 characters',
    async (sent, expected) => {
      const name = sent.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
      const answer = await raw({ body: [filePart(name, randomBytes(30)), end] });
      expect(answer.status).toBe(201);
      expect(JSON.parse(Buffer.from(answer.body, 'latin1').toString())).toEqual({ file: { name: expected, size: 30 } });
      expect((await received()).files).toMatchObject([{ name: expected }]);
    },
  );

  it('a form names its sender before or after the file, or not at all', async () => {
    const file = () => filePart('a.txt', randomBytes(20));
    const from = (name: string) => fieldPart('senderName', name);
    for (const body of [
      [file(), end],
      [from('  '), file(), end],
      [from(' Ada '), file(), end],
      [file(), from('Grace'), end],
      [from('<b>=1+1</b>\u202E\u0007'), file(), end],
    ])
      expect((await raw({ body })).status).toBe(201);
    expect((await received()).files.map(({ senderName }) => senderName).reverse()).toEqual([
      null,
      null,
      'Ada',
      'Grace',
      '<b>=1+1</b>',
    ]);
  });

  it.each<[string, Buffer[]]>([
    ['a sender of 121 characters', [fieldPart('senderName', 'x'.repeat(121))]],
    ['two senders', [fieldPart('senderName', 'Ada'), fieldPart('senderName', 'Grace')]],
    ['a sender with NUL', [fieldPart('senderName', 'A\0da')]],
  ])('a form with %s is rejected', async (_, fields) => {
    const answer = await raw({ body: [...fields, filePart('a.txt', randomBytes(20)), end] });
    expect([answer.status, answer.code]).toEqual([400, 'server.invalid_request.form_data']);
    expect((await received()).filesCount).toBe(0);
  });

  it('a form cannot set tags, notes, dates or languages of its document', async () => {
    const { body } = await api.post<{ tag: { id: string } }>(`/api/organizations/${organizationId}/tags`, {
      name: 'Secret',
      color: '#336699',
    });
    const fields = { tagIds: body.tag.id, notes: 'planted', documentDate: '2020-01-01', ocrLanguages: 'deu' };
    const parts = Object.entries(fields).map(([name, value]) => fieldPart(name, value));
    expect((await raw({ body: [...parts, filePart('a.txt', randomBytes(20)), end] })).status).toBe(201);
    const { files } = await received();
    const { document } = (
      await api.get<{ document: object }>(
        `/api/organizations/${organizationId}/documents/${files[0]?.documentId ?? ''}`,
      )
    ).body;
    expect(document).toMatchObject({ tags: [], notes: null, documentDate: null });
  });

  it.each(['text/pl\0ain', 'x'.repeat(60_000), '///', '\u00FF', 'text/html; charset="\u0001"'])(
    'a form with a file of type %j is stored or rejected',
    async (type) => {
      const head = ['content-disposition: form-data; name="file"; filename="t"', `content-type: ${type}`];
      expect([201, 400]).toContain((await raw({ body: [part(head, randomBytes(9)), end] })).status);
    },
  );
});
