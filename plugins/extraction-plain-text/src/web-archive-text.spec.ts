import { describe, expect, it } from '@jest/globals';
import { webArchiveText } from './web-archive-text.js';

const HEAD =
  'From: <Saved by Blink>\nSnapshot-Content-Location: https://example.org/\nSubject: =?utf-8?Q?=C3=9Cber_uns?=\n';
const PICTURE = 'Content-Type: image/png\nContent-Transfer-Encoding: base64\nContent-Location: a.png\n\naGlkZGVu';
const STYLE = 'Content-Type: text/css\n\n.hidden { display: none }';
const page = (html: string, charset = 'utf-8'): string =>
  `Content-Type: text/html; charset=${charset}\nContent-Transfer-Encoding: quoted-printable\n\n${html}`;
const related = (...parts: string[]): string =>
  `Content-Type: multipart/related; boundary=b\n\n${parts.map((part) => `--b\n${part}\n`).join('')}--b--`;
const read = (text: string): Promise<string> => webArchiveText(Buffer.from(text));

describe('the text of a saved web page', () => {
  it('a saved web page has the text of its pages, without pictures and styles', async () => {
    const archive = HEAD + related(page('<title>=C3=9Cber uns</title><p>first'), PICTURE, STYLE, page('<p>frame'));
    expect(await read(archive)).toBe('Über uns\nfirst\n\nframe');
  });

  it('the text begins with the subject when the page has no title, and is decoded as the part says', async () => {
    expect(await read(HEAD + related(page('<p>caf=E9', 'iso-8859-1')))).toBe('Über uns\ncafé');
  });

  it('the text of a saved web page is found in nested parts, and in a page that is the whole mail', async () => {
    const alternative = `Content-Type: multipart/alternative; boundary=c\n\n--c\n${page('<p>inside')}\n--c--`;
    expect(await read(related(alternative))).toBe('inside');
    expect(await read(page('<p>alone'))).toBe('alone');
  });

  it('a file with too many nested parts has the text that can be seen', async () => {
    const nested = Array.from(
      { length: 500 },
      (_, at) => `Content-Type: multipart/related; boundary=b${at}\n\n--b${at}\n`,
    );
    expect(await read(`${nested.join('')}${page('<p>bottom')}`)).toContain('bottom');
  });

  it('a saved web page is read in a time proportional to the number of parts', async () => {
    expect(await read(HEAD + related(...Array.from({ length: 19_000 }, () => page('<p>frame'))))).toContain('frame');
  });
});
