/** @own-modules */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rendition } from '@archivolt/plugin-kit';
import { renderHtml } from './render-html.js';

const MAX_BYTES = 12_000_000;
/** What no page may have, whatever the file is. */
const ACTIVE =
  /<\s*\/?(?:script|style|svg|iframe|object|embed|form|input|base|meta|link|math|textarea)|\son\w+\s*=|javascript:|url\(|https?:|href/i;

describe('a file as a page', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'render-html-spec-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function render(type: string, file: string, maxBytes = MAX_BYTES): Promise<Rendition> {
    const path = join(folder, 'file');
    await writeFile(path, file);
    const limits = { maxOcrPages: 1, maxChars: 1, maxPixels: 1, maxInflatedBytes: 1, maxEntries: 1 };
    const signal = new AbortController().signal;
    return renderHtml(
      { path, size: Buffer.byteLength(file), type, fileName: 'file' },
      { maxBytes },
      { config: undefined, signal, deadline: Date.now() + 30_000, limits, tempDir: folder },
    );
  }
  async function page(type: string, file: string): Promise<{ html: string; isCut: boolean }> {
    const rendition = await render(type, file);
    if (rendition.outcome !== 'rendered') throw new Error(`${rendition.outcome}: ${rendition.reason}`);
    return rendition;
  }

  it.each([
    ['text/csv', 'Name;Amount\n"Baker; Sons";12,50\n', ['<th>Name</th><th>Amount</th>', '<td>Baker; Sons</td>']],
    ['text/tab-separated-values', 'a,b\tc\n1\t2\n', ['<th>a,b</th><th>c</th>', '<td>1</td><td>2</td>']],
  ])('values in a file of the type %s are shown as a table with a head', async (type, file, parts) => {
    const { html, isCut } = await page(type, file);
    for (const part of parts) expect(html).toContain(part);
    expect(isCut).toBe(false);
  });

  it('a table shows 1,000 rows and 50 columns, and says when there are more', async () => {
    const rows = (count: number) => 'a,b\n'.repeat(count);
    const whole = await page('text/csv', rows(1_001));
    expect([whole.html.match(/<tr>/g)?.length, whole.isCut]).toEqual([1_001, false]);
    const long = await page('text/csv', rows(200_000));
    expect([long.html.match(/<tr>/g)?.length, long.isCut]).toEqual([1_001, true]);
    const wide = await page('text/csv', `${'x,'.repeat(100_000)}x\n`);
    expect([wide.html.match(/<th>/g)?.length, wide.isCut]).toEqual([50, true]);
  });

  it('markup in the cells of a table is text', async () => {
    const { html } = await page('text/csv', 'a,b\n<script>alert(1)</script>,"<img src=x onerror=""x"">"\n');
    expect(html).toContain('<td>&#60;script&#62;alert(1)&#60;/script&#62;</td>');
    expect(html).not.toMatch(/<(?:script|img)/);
  });

  it('a web page keeps its text, headings, lists and tables', async () => {
    const kept = '<h1>Offer</h1><ul><li>one</li></ul><table><tbody><tr><td colspan="2">Sum</td></tr></tbody></table>';
    const { html } = await page('text/html', `<html><head><title>t</title></head><body>${kept}</body></html>`);
    expect(html.trim()).toBe(kept);
  });

  it.each([
    '<script>alert(1)</script>',
    '<scr<script>ipt>alert(1)</script>',
    '<img src="https://example.com/pixel.gif">',
    '<img src=x onerror=alert(1)>',
    '<img srcset="https://example.com/a 1x">',
    '<img src="data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=">',
    '<a href="javascript:alert(1)" onclick="x()">link</a>',
    '<a href="https://example.com/">link</a>',
    '<p style="background-image:url(https://example.com/x)">p</p>',
    '<p style="color:url(javascript:x)">p</p>',
    '<style>@import "https://example.com/x.css"; p{background:url(//x)}</style>',
    '<meta http-equiv="refresh" content="0;url=https://example.com/">',
    '<svg onload="alert(1)"><script>alert(1)</script><a xlink:href="javascript:x"/></svg>',
    '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
    '<base href="https://example.com/"><link rel="stylesheet" href="https://example.com/x.css">',
    '<form action="https://example.com/"><input name="password"><button>Go</button></form>',
    '<iframe src="https://example.com/"></iframe><object data="x"></object><embed src="x">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
    '<table background="https://example.com/x"><td background="https://example.com/x">c</td></table>',
    '<body onload="alert(1)"><video src="https://example.com/x" autoplay></video>',
  ])('a web page keeps nothing that acts or loads of %s', async (hostile) => {
    const { html } = await page('text/html', `<p>before</p>${hostile}<p>after</p>`);
    expect(html).toContain('before');
    expect(html).not.toMatch(ACTIVE);
    const markdown = await page('text/markdown', `before\n\n${hostile}\n`);
    expect(markdown.html).not.toMatch(ACTIVE);
  });

  it('elements that are nested 200 deep become a page that is at most 100 deep', async () => {
    const { html, isCut } = await page('text/html', `${'<div>'.repeat(200)}deep`);
    expect(html).toContain('deep');
    expect(html.match(/<div>/g)?.length).toBeLessThanOrEqual(100);
    expect(isCut).toBe(false);
  });

  it('a web page is cut where its elements are nested more than 500 deep', async () => {
    const { html, isCut } = await page('text/html', `<p>before</p>${'<div>'.repeat(20_000)}deep`);
    expect(html).toContain('before');
    expect(html).not.toContain('deep');
    expect(isCut).toBe(true);
  });

  it.each([
    ['that ends in a quoted value', 'a,b\n1,2\n3,"4', '<td>2</td>', true],
    ['that begins with a quote without an end', '"a,b\n1,2\n', '<td>2</td>', false],
    ['with quotes in the middle of a value', 'a,b\n5" pipe,2\n', '<td>5&#34; pipe</td>', false],
    ['with a mark of its byte order', '\uFEFFa,b\n1,2\n', '<th>a</th>', false],
  ])('a table %s is shown as far as it can be read', async (_, file, part, expected) => {
    const { html, isCut } = await page('text/csv', file);
    expect(html).toContain(part);
    expect(isCut).toBe(expected);
  });

  it('a long web page is cut, and one that gets too large is refused', async () => {
    expect((await page('text/html', `<p>${'word '.repeat(400_000)}</p>`)).isCut).toBe(true);
    expect(await render('text/html', '<p>word</p>', 5)).toMatchObject({ outcome: 'too-large' });
    expect(await render('text/x-other', 'word')).toMatchObject({ outcome: 'unsupported' });
  });

  it('Markdown is shown with headings, lists, tables and emphasis', async () => {
    const { html } = await page(
      'text/markdown',
      '# Plan\n\n- *one*\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[x](javascript:x)',
    );
    for (const part of ['<h1>Plan</h1>', '<em>one</em>', '<td>1</td>']) expect(html).toContain(part);
    expect(html).not.toMatch(ACTIVE);
  });

  describe('of a mail', () => {
    const HEAD =
      'From: Ada <ada@example.com>\r\nTo: b@example.com\r\nDate: Mon, 1 Jun 2026 10:00:00 +0000\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= <b>\r\n';
    const related = (html: string): string =>
      `${HEAD}Content-Type: multipart/mixed; boundary=m\r\n\r\n` +
      `--m\r\nContent-Type: multipart/related; boundary=r\r\n\r\n` +
      `--r\r\nContent-Type: multipart/alternative; boundary=a\r\n\r\n` +
      `--a\r\nContent-Type: text/plain\r\n\r\nplain words\r\n--a\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--a--\r\n` +
      `--r\r\nContent-Type: image/png\r\nContent-ID: <logo@x>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--r--\r\n` +
      `--m\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="<bill>.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${'QUJD'.repeat(500)}\r\n--m--\r\n`;

    it('the page has the head, the richest text with the pictures in it, and the files with their sizes', async () => {
      const { html, isCut } = await page(
        'message/rfc822',
        related('<p>rich words</p><img src="cid:logo@x"><img src="https://example.com/pixel.gif">'),
      );
      expect(html).toContain('Ada &#60;ada@example.com&#62;');
      expect(html).toContain('Grüße &#60;b&#62;');
      expect(html).toContain('<p>rich words</p><img src="data:image/png;base64,iVBORw0KGgo=" />');
      expect(html).not.toContain('plain words');
      expect(html).toContain('<bdi>&#60;bill&#62;.pdf</bdi> (2 kB)');
      expect(html.match(/<li>/g)).toHaveLength(1);
      expect(html).not.toMatch(ACTIVE);
      expect(isCut).toBe(false);
    });

    it('a plain text keeps its lines, and markup in it is text', async () => {
      const { html } = await page('message/rfc822', `${HEAD}\r\nfirst\r\n  <script>x</script>\r\n`);
      expect(html).toContain('<pre dir="auto">first\n  &#60;script&#62;x&#60;/script&#62;');
    });

    it('scripts, forms and links in the text of a mail are left out', async () => {
      const { html } = await page(
        'message/rfc822',
        related('<script>x</script><form action="https://x"><input></form><a href="https://x" onclick="x">pay</a>'),
      );
      expect(html).toContain('pay');
      expect(html).not.toMatch(ACTIVE);
    });

    it('a mail with parts nested without end is not shown', async () => {
      const nested = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n'.repeat(1_000);
      expect(await render('message/rfc822', nested)).toMatchObject({ outcome: 'unsupported' });
    });
  });
});
