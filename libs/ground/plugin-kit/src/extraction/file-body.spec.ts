import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fileBody, formWithFile, jsonWithFile } from './file-body.js';

describe('a request with a file', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'file-body-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const fileOf = async (content: Buffer, fileName = 'a.pdf') => {
    const path = join(folder, 'file');
    await writeFile(path, content);
    return { path, size: content.length, type: 'application/pdf', fileName };
  };
  const bytesOf = async ({ headers, body }: ReturnType<typeof fileBody>) => {
    const bytes = await buffer(body as Readable);
    expect(headers['content-length']).toBe(String(bytes.length));
    return bytes;
  };

  it.each([0, 1, 2, 3, 65_535, 65_536, 65_537, 200_000])('a request has a file of %d bytes in Base64', async (size) => {
    const content = Buffer.from(Array.from({ length: size }, (_, index) => (index * 31) % 256));
    const sent = jsonWithFile(await fileOf(content), (file) => ({ name: 'ß', url: `data:x;base64,${file}`, more: 1 }));
    const url = `data:x;base64,${content.toString('base64')}`;
    expect(JSON.parse(String(await bytesOf(sent)))).toEqual({ name: 'ß', url, more: 1 });
  });

  it.each(['letter.pdf', 'Größe.pdf', 'a "b"\r\nc: d.pdf', 'lone \ud800.pdf'])(
    'a request has the file %j in a form',
    async (name) => {
      const content = Buffer.from([0, 255, 13, 10, 45, 45]);
      const sent = formWithFile(await fileOf(content, name), 'file', { to: 'md' });
      const type = sent.headers['content-type'] ?? '';
      const received = new Response(new Uint8Array(await bytesOf(sent)), { headers: { 'content-type': type } });
      // oxlint-disable-next-line typescript/no-deprecated -- the body was made by this test
      const form = await received.formData();
      const file = form.get('file') as File;
      expect([...form.keys()]).toEqual(['to', 'file']);
      expect(form.get('to')).toBe('md');
      expect(file.type).toBe('application/pdf');
      expect(Buffer.from(await file.arrayBuffer())).toEqual(content);
      // A parser may or may not read the escapes of browsers.
      const names = [name.toWellFormed(), name.toWellFormed().replaceAll('"', '%22').replaceAll('\r\n', '%0D%0A')];
      expect(names).toContain(file.name);
    },
  );

  it('a request has only the bytes of the file', async () => {
    expect(await bytesOf(fileBody(await fileOf(Buffer.from('%PDF'))))).toEqual(Buffer.from('%PDF'));
  });
});
