import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExtractionResult } from '@archivolt/plugin-kit';
import extractor from './extractor.js';

describe('text files', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'text-spec-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function read(content: Buffer | string, type = 'text/plain', maxChars = 100_000): Promise<ExtractionResult> {
    const path = join(folder, 'file');
    await writeFile(path, content);
    return readPath(path, Buffer.byteLength(content), type, maxChars);
  }

  function readPath(path: string, size: number, type: string, maxChars: number): Promise<ExtractionResult> {
    return extractor.extract(
      { path, size, type, fileName: 'file' },
      {
        config: undefined,
        signal: new AbortController().signal,
        deadline: Date.now() + 30_000,
        languages: [],
        limits: { maxOcrPages: 1, maxChars, maxPixels: 1, maxInflatedBytes: 1, maxEntries: 1 },
        tempDir: folder,
        ocr: () => Promise.reject(new Error('not asked for')),
        progress: () => undefined,
      },
    );
  }
  const textOf = async (content: Buffer | string, type?: string): Promise<string> =>
    (await read(content, type)).pages[0]?.text ?? '';

  it('reads the beginning of a file far larger than memory allows', async () => {
    const path = join(folder, 'huge');
    const file = await open(path, 'w');
    await file.write('one line ');
    await file.write('the end', 2 * 1024 ** 3);
    await file.close();
    const before = process.memoryUsage().rss;
    const result = await readPath(path, 2 * 1024 ** 3 + 7, 'text/plain', 100_000);
    // The rest of the file is zeros, which are no text.
    expect(result).toMatchObject({ outcome: 'unsupported' });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('keeps a long line up to the limit', async () => {
    const result = await read('ä'.repeat(5000), 'text/plain', 1000);
    expect(result).toMatchObject({ outcome: 'text', truncated: true });
    expect(result.pages[0]?.text).toBe('ä'.repeat(1000));
  });

  it('drops NUL characters from a text', async () => {
    expect(await textOf(`before\0after${' and more words'.repeat(5)}`)).toMatch(/^beforeafter and/);
  });

  it('does not take binary data for text', async () => {
    const noise = Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * at * 31) % 256));
    expect(await read(noise)).toMatchObject({ outcome: 'unsupported' });
  });

  it.each([
    ['windows-1252', 'Das Café öffnet für Gäste früh', Buffer.from('Das Café öffnet für Gäste früh', 'latin1')],
    ['UTF-16 big endian', 'wide', Buffer.from('\ufeffwide', 'utf16le').swap16()],
    ['a UTF-8 mark', 'marked', Buffer.from('\ufeffmarked')],
    ['EUC-JP', 'これはペンです', Buffer.from('a4b3a4eca4cfa5daa5f3a4c7a4b9', 'hex')],
  ])('reads %s', async (_, text, bytes) => {
    expect(await textOf(bytes)).toBe(text);
  });

  it('shows of a page what a reader sees', async () => {
    const page = `<html><head><title>Title</title><script>if (a < b) "</p>"</script></head><!-- no --><body title="a > b">
      <p>One<b>word</b></p><style>p{}</style><table><tr><td>left</td><td>right</td></tr></table>5 &lt; 6 &amp; 7`;
    expect(await textOf(page, 'text/html')).toBe('Title\nOneword\nleft right\n5 < 6 & 7');
  });

  it('stays quick with broken markup', async () => {
    for (const piece of ['<a "', "<a '", '<!--', '<script>', '<', '</', '&', '&#', '<![CDATA['])
      expect(['empty', 'text']).toContain((await read(piece.repeat(100_000), 'text/html')).outcome);
  });

  it('does not follow mail parts without end', async () => {
    const nested = Array.from(
      { length: 50 },
      (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n`,
    ).join('');
    expect(await textOf(`Subject: deep\n${nested}Content-Type: text/plain\n\nbottom`, 'message/rfc822')).toBe('deep\n');
  });

  it('prefers the plain one of alternative mail texts', async () => {
    const mail =
      'Subject: s\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nplain words\n--b\nContent-Type: text/html\n\n<p>rich words</p>\n--b--';
    const text = await textOf(mail, 'message/rfc822');
    expect(text).toContain('plain words');
    expect(text).not.toContain('rich words');
  });
});
