import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { FILE_NAMES } from './hostile-forms.js';
import { untilNothingIsAstray } from './kept-files.js';
import { end, filePart, part, sendRaw, type RawUpload } from './raw-upload.js';

describe('names and types of uploaded files', () => {
  let app: TestApp;
  let api: ApiClient;
  let documents: string;

  beforeAll(async () => {
    app = await startApp();
    const archive = await app.anArchive();
    api = archive.api;
    documents = `/api/organizations/${archive.organizationId}/documents`;
  });
  afterAll(() => app.close());
  afterEach(() => untilNothingIsAstray(app));

  const raw = (upload: RawUpload) => sendRaw(app.baseUrl, documents, api.token, upload);

  it.each(FILE_NAMES)(
    'stores the name %j up to 255 characters and sends it with the download',
    async (sent, expected) => {
      const content = randomBytes(30);
      const name = sent.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
      const answer = await raw({ body: [filePart(name, content), end] });
      expect(answer.status).toBe(200);
      const { document } = JSON.parse(Buffer.from(answer.body, 'latin1').toString()) as {
        document: { id: string; name: string };
      };
      expect(document.name).toBe(expected);
      const file = await fetch(`${app.baseUrl}${documents}/${document.id}/file`, {
        headers: { authorization: `Bearer ${api.token}` },
      });
      expect(file.status).toBe(200);
      expect(sentName(file)).toBe(escaped(expected));
      expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
    },
  );

  const hostileNames: [string, string][] = [
    ['NUL', 'filename="a\0b.txt"'],
    ['NUL, encoded', "filename*=utf-8''a%00b.txt"],
    ['a lone surrogate, encoded', "filename*=utf-8''a%ED%A0%80b.txt"],
    ['bytes that are not UTF-8', 'filename="a\u00FFb.txt"'],
    ['line ends, encoded', "filename*=utf-8''a%0D%0Ab.txt"],
    ['a folded line', 'filename="a\r\n b.txt"'],
    ['an unknown charset', "filename*=utf-99''a%80b.txt"],
    ['a broken escape', "filename*=utf-8''a%ZZb.txt"],
    ['no closing quote', 'filename="a b.txt'],
  ];
  it.each(hostileNames)(
    'rejects a file name with %s, or stores and sends it with a valid header',
    async (_, parameter) => {
      const content = randomBytes(30);
      const head = Buffer.from(`content-disposition: form-data; name="file"; ${parameter}`, 'latin1');
      const line = part('LINE', content);
      const at = line.indexOf('LINE');
      const body = Buffer.concat([line.subarray(0, at), head, line.subarray(at + 4)]);
      const answer = await raw({ body: [body, end] });
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400) return;
      const { document } = JSON.parse(Buffer.from(answer.body, 'latin1').toString()) as {
        document: { id: string; name: string };
      };
      const listed = await api.get<{ documents: { id: string; name: string }[] }>(documents);
      expect(listed.body.documents[0]).toMatchObject({ id: document.id, name: document.name });
      expect(document.name.isWellFormed()).toBe(true);
      expect(document.name).not.toContain('\0');
      const file = await fetch(`${app.baseUrl}${documents}/${document.id}/file`, {
        headers: { authorization: `Bearer ${api.token}` },
      });
      expect([file.status, sentName(file)]).toEqual([200, escaped(document.name)]);
      expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
    },
  );

  it.each(['text/pl\0ain', 'x'.repeat(60_000), '///', '\u00FF', 'text/html; charset="\u0001"'])(
    'stores or rejects a file of type %j',
    async (type) => {
      const answer = await raw({
        body: [
          part(['content-disposition: form-data; name="file"; filename="t"', `content-type: ${type}`], randomBytes(9)),
          end,
        ],
      });
      expect([200, 400]).toContain(answer.status);
    },
  );
});

/** The file name as percent-encoded in the header. */
const sentName = (file: Response): string | undefined =>
  /^attachment; filename\*=UTF-8''(.*)$/.exec(file.headers.get('content-disposition') ?? '')?.[1];

const escaped = (name: string) =>
  encodeURIComponent(name).replace(/['()*!]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
