import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExtractionResult } from '@archivolt/plugin-kit';
import { encodeAs } from '@archivolt/plugin-kit/testing';
import extractor from './extractor.js';

const WORDS = 'Die überfällige Gebühr für die Prüfung beträgt 45 Euro. Schöne Grüße';
const POLISH = 'W załączeniu przesyłam fakturę za sierpień, proszę o zapłatę.';
const RUSSIAN = 'Уважаемый клиент, ваш счёт приложен к письму.';
const named = (charset: string): string => `Content-Type: text/plain; charset=${charset}`;
const body = (headers: string, content: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(`Subject: s\n${headers}\n\n`), Buffer.from(content)]);

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

  it('reads the beginning of a file that is larger than the memory limit', async () => {
    const path = join(folder, 'huge');
    const file = await open(path, 'w');
    await file.write('one line ');
    await file.write('the end', 2 * 1024 ** 3);
    await file.close();
    const before = process.memoryUsage().rss;
    const result = await readPath(path, 2 * 1024 ** 3 + 7, 'text/plain', 100_000);
    // The rest of the file is zeros, which is not text.
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

  it('reports binary data as unsupported', async () => {
    const noise = Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * at * 31) % 256));
    expect(await read(noise)).toMatchObject({ outcome: 'unsupported' });
  });

  it.each([
    ['windows-1252', 'Das Café öffnet für Gäste früh', Buffer.from('Das Café öffnet für Gäste früh', 'latin1')],
    ['UTF-16 big endian', 'wide', Buffer.from('\ufeffwide', 'utf16le').swap16()],
    ['a UTF-8 mark', 'marked', Buffer.from('\ufeffmarked')],
    ['EUC-JP', 'これはペンです', Buffer.from('a4b3a4eca4cfa5daa5f3a4c7a4b9', 'hex')],
  ])('a text file is read: %s', async (_, text, bytes) => {
    expect(await textOf(bytes)).toBe(text);
  });

  it('returns the text of a page that a browser displays', async () => {
    const page = `<html><head><title>Title</title><script>if (a < b) "</p>"</script></head><!-- no --><body title="a > b">
      <p>One<b>word</b></p><style>p{}</style><table><tr><td>left</td><td>right</td></tr></table>5 &lt; 6 &amp; 7`;
    expect(await textOf(page, 'text/html')).toBe('Title\nOneword\nleft right\n5 < 6 & 7');
  });

  it.each([
    ['names of entities of HTML 5', '&hearts; &NotEqualTilde; &copy', '♥ ≂̸ ©'],
    ['numbers of characters', '&#8364; &#x1F389; in words, &#x110000; is none', '€ 🎉 in words, � is none'],
    ['a CDATA section', '<svg><![CDATA[a < b &amp; c]]></svg>', 'a < b &amp; c'],
    ['the text after a script that closes itself', '<script src="a.js"/><p>words', 'words'],
    ['a body without the end of its head', '<head><title>Top</title><body>words', 'Top\nwords'],
    ['a script that holds tags', '<script>"<p>no</p>"</SCRIPT >words', 'words'],
  ])('reads a web page with %s', async (_, markup, text) => {
    expect(await textOf(markup, 'text/html')).toBe(text);
  });

  it('broken markup is read in a short time', async () => {
    for (const piece of ['<a "', "<a '", '<!--', '<script>', '<', '</', '&', '&#', '<![CDATA['])
      expect(['empty', 'text']).toContain((await read(piece.repeat(100_000), 'text/html')).outcome);
  });

  it.each([10, 1000])('a mail with %i nested parts is read to the innermost one', async (depth) => {
    const nested = Array.from(
      { length: depth },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`,
    ).join('');
    const text = await textOf(`Subject: deep\n${nested}Content-Type: text/plain\n\nbottom`, 'message/rfc822');
    expect(text).toMatch(/deep[^]*bottom\n?$/);
  });

  it('reads a mail whose headers are longer than the limit as plain characters', async () => {
    const mail = `Subject: ${'long '.repeat(200_000)}\n\nbody`;
    expect((await read(mail, 'message/rfc822', 2_000_000)).pages[0]?.text).toMatch(/^Subject: long long [^]*body$/);
  });

  it('reads the first 150,000 lines of a mail and reports that the rest is missing', async () => {
    const result = await read(
      `Subject: long\n\n${'\n'.repeat(149_000)}inside\n${'\n'.repeat(2_000)}outside`,
      'message/rfc822',
      1e6,
    );
    expect(result).toMatchObject({ outcome: 'text', truncated: true });
    expect(result.pages[0]?.text).toContain('inside');
    expect(result.pages[0]?.text).not.toContain('outside');
  });

  it('prefers the plain text of a mail to its HTML alternative', async () => {
    const mail =
      'Subject: s\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nplain words\n--b\nContent-Type: text/html\n\n<p>rich words</p>\n--b--';
    const text = await textOf(mail, 'message/rfc822');
    expect(text).toContain('plain words');
    expect(text).not.toContain('rich words');
  });

  it.each([
    [
      'an encoded subject in two words',
      'Subject: =?utf-8?B?R3LDvMOf?= =?utf-8?Q?e_an_alle?=\n\nbody',
      'Grüße an alle\n\nbody',
    ],
    [
      'a quoted body in another encoding',
      'Content-Type: text/plain; charset=iso-8859-15\nContent-Transfer-Encoding: quoted-printable\n\n5 =A4, soft =\nbreak',
      '5 €, soft break',
    ],
    ['a body of HTML alone', 'Content-Type: text/html\n\n<style>p{}</style><p>rich&nbsp;words', 'rich words'],
    [
      'a name of an attachment in parts',
      "Content-Disposition: attachment; filename*0*=utf-8''%E2%82%AC; filename*1=7.pdf\nContent-Type: application/pdf\n\nx",
      '€7.pdf',
    ],
    ['a body in UTF-8 that is named US-ASCII', body('Content-Type: text/plain; charset=us-ascii', WORDS), WORDS],
    ['a body in UTF-8 that is named Latin-1', body('Content-Type: text/plain; charset=iso-8859-1', WORDS), WORDS],
    ['a body in UTF-8 whose encoding is unknown', body('Content-Type: text/plain; charset=x-unknown', WORDS), WORDS],
    ['a body in Latin-1 without an encoding', body('X: y', encodeAs('windows-1252', WORDS)), WORDS],
    ['a body in Latin-1 that is named UTF-8', body(named('utf-8'), encodeAs('windows-1252', WORDS)), WORDS],
    ['a body in Latin-2 without an encoding', body('X: y', encodeAs('iso-8859-2', POLISH)), POLISH],
    ['a body in KOI8-R that is named Latin-1', body(named('iso-8859-1'), encodeAs('koi8-r', RUSSIAN)), RUSSIAN],
    [
      'a body in GBK that is named US-ASCII',
      body(named('us-ascii'), encodeAs('gbk', '您的发票已经附在这封信中')),
      '您的发票',
    ],
    [
      'a body in Shift-JIS without an encoding',
      body('X: y', encodeAs('shift_jis', 'お客様へ請求書を送ります')),
      'お客様へ請求書',
    ],
    [
      'a page that names its encoding itself',
      body('Content-Type: text/html', encodeAs('koi8-r', `<meta charset="koi8-r"><p>${RUSSIAN}</p>`)),
      RUSSIAN,
    ],
    [
      'a quoted body in UTF-8 that is named Latin-1',
      body(`${named('iso-8859-1')}\nContent-Transfer-Encoding: quoted-printable`, 'Gr=C3=BC=C3=9Fe'),
      'Grüße',
    ],
    [
      'a body in base64 without an encoding',
      body('Content-Transfer-Encoding: base64', encodeAs('cp850', WORDS).toString('base64')),
      WORDS,
    ],
    ['headers in Latin-1', encodeAs('windows-1252', `Subject: Rechnung für März\n\n${WORDS}`), 'Rechnung für März'],
    ['headers in windows-1251', encodeAs('windows-1251', `Subject: Договор аренды\n\n${RUSSIAN}`), 'Договор аренды'],
    ['headers in GBK', encodeAs('gbk', 'Subject: 项目报告\n\nwords'), '项目报告'],
    ['a mail saved as UTF-16', Buffer.from('\ufeffSubject: wide\n\nbody', 'utf16le'), 'wide\n\nbody'],
  ])('a mail is read: %s', async (_, mail, text) => {
    expect(await textOf(mail, 'message/rfc822')).toContain(text);
  });
});
