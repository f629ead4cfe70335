import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExtractionResult } from '@archivolt/plugin-kit';
import { encryptedFile, signedFile, tnef } from '../test/packed-files.js';
import extractor from './extractor.js';
import { readMail } from './open-mail.js';

const MAIL = 'message/rfc822';
const CMS = 'application/pkcs7-mime';
const TNEF = 'application/vnd.ms-tnef';
const ENTITY = 'Content-Type: text/plain; charset=utf-8\r\n\r\nKündigung des Mietvertrags\r\n';
const TWICE = `Content-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n${signedFile(ENTITY).toString('base64')}\r\n`;
const WITH_FILE = [
  'Content-Type: multipart/mixed; boundary=inner',
  '',
  '--inner',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'see the plan',
  '--inner',
  'Content-Type: application/pdf; name="plan.pdf"',
  '',
  '%PDF',
  '--inner--',
].join('\r\n');

function mailOf(type: string, content: Buffer, headers = ''): string {
  return [
    'From: ada@example.com',
    'Subject: Signed',
    ...(headers === '' ? [] : [headers]),
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    '',
    content.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    '',
  ].join('\r\n');
}
const smime = (content: Buffer): string => mailOf('application/x-pkcs7-mime; name="smime.p7m"', content);
const outlook = (content: Buffer, text = ''): string =>
  [
    'From: lena@example.com',
    'Subject: Offer',
    'Content-Type: multipart/mixed; boundary=outer',
    '',
    '--outer',
    'Content-Type: text/plain',
    '',
    text,
    '--outer',
    'Content-Type: application/ms-tnef; name="winmail.dat"',
    'Content-Disposition: attachment; filename="winmail.dat"',
    'Content-Transfer-Encoding: base64',
    '',
    content.toString('base64'),
    '--outer--',
  ].join('\n');
/** Rich text as Outlook packs it, without a copy of anything before. */
function packedRtf(rtf: string): Buffer {
  const pieces = rtf.match(/[^]{1,8}/g) ?? [];
  const content = Buffer.concat(pieces.map((piece) => Buffer.from(`\0${piece}`, 'latin1')));
  const head = Buffer.alloc(16);
  [content.length + 12, rtf.length, 0x75465a4c].forEach((value, index) => head.writeUInt32LE(value, index * 4));
  return Buffer.concat([head, content]);
}

describe('what is packed into a mail or a file', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'packed-spec-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function read(content: Buffer | string, type: string, fileName = 'file'): Promise<ExtractionResult> {
    const path = join(folder, 'file');
    await writeFile(path, content);
    return extractor.extract(
      { path, size: Buffer.byteLength(content), type, fileName },
      {
        config: undefined,
        signal: new AbortController().signal,
        deadline: Date.now() + 30_000,
        languages: [],
        limits: { maxOcrPages: 1, maxChars: 100_000, maxPixels: 1, maxInflatedBytes: 1, maxEntries: 1 },
        tempDir: folder,
        ocr: () => Promise.reject(new Error('not asked for')),
        progress: () => undefined,
      },
    );
  }
  const textOf = async (...file: Parameters<typeof read>) => (await read(...file)).pages[0]?.text ?? '';
  /** Names with contents, or why there is none. */
  async function filesOf(...file: Parameters<typeof read>): Promise<string[][]> {
    const files: string[][] = [];
    for await (const { name, read: contentOf } of (await read(...file)).attachments ?? []) {
      const content = await contentOf(1_000_000);
      files.push([name, content instanceof Uint8Array ? Buffer.from(content).toString('latin1') : content.outcome]);
    }
    return files;
  }
  /** Names of the documents that an intake makes of a mail. */
  async function documentsOf(mail: string): Promise<string[]> {
    const opened = await readMail(Buffer.from(mail), new AbortController().signal);
    return opened.outcome === 'opened' ? opened.parts.map(({ fileName }) => fileName) : [opened.outcome];
  }

  it.each([
    ['in one piece', signedFile(ENTITY)],
    ['in pieces', signedFile(ENTITY, { pieces: 7 })],
    ['twice', signedFile(TWICE)],
  ])('a mail that is signed as a whole is read: %s', async (_, content) => {
    const mail = smime(content);
    expect(await textOf(mail, MAIL)).toMatch(/^ada@example\.com\nSigned\n\nKündigung des Mietvertrags\s*$/);
    expect(await documentsOf(mail)).toEqual([]);
  });

  it('the files in a mail that is signed as a whole are files of the mail', async () => {
    const mail = smime(signedFile(WITH_FILE, { pieces: 50 }));
    expect(await textOf(mail, MAIL)).toContain('see the plan\nplan.pdf');
    expect(await filesOf(mail, MAIL)).toEqual([['plan.pdf', '%PDF']]);
    expect(await documentsOf(mail)).toEqual(['plan.pdf']);
  });

  it('the signature next to the text that it signs is no file', async () => {
    const mail = `From: a@example.com\nSubject: s\nContent-Type: multipart/signed; boundary=b\n\n--b\n\nwords\n--b\n${mailOf(
      'application/pkcs7-signature; name="smime.p7s"',
      signedFile(undefined),
    ).replace(/^From.*\r\n.*\r\n/, '')}\n--b--`;
    expect(await textOf(mail, MAIL)).toMatch(/^a@example\.com\ns\n\nwords\s*$/);
    expect(await documentsOf(mail)).toEqual([]);
  });

  it('a mail that is encrypted says so, is found by its subject, and is kept as a whole', async () => {
    const pgp =
      'From: ada@example.com\nSubject: Signed\nContent-Type: multipart/encrypted; boundary=b\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream\n\nsecret\n--b--';
    for (const mail of [smime(encryptedFile()), smime(signedFile(smime(encryptedFile()))), pgp]) {
      const result = await read(mail, MAIL);
      expect(result).toMatchObject({ outcome: 'text', warnings: [expect.stringContaining('encrypted')] });
      expect(result.pages[0]?.text).toContain('Signed');
      expect(result.pages[0]?.text).not.toContain('secret');
      expect(await filesOf(mail, MAIL)).toEqual([['smime.p7m', 'encrypted']]);
      expect(await documentsOf(mail)).toEqual(['Signed.eml']);
    }
  });

  it.each([
    ['binary', signedFile('<invoice/>')],
    ['as text', Buffer.from(signedFile('<invoice/>').toString('base64'))],
    [
      'with the lines of PEM',
      Buffer.from(`-----BEGIN PKCS7-----\n${signedFile('<invoice/>').toString('base64')}\n-----END PKCS7-----\n`),
    ],
  ])('a file that is signed as a whole holds the file: %s', async (_, file) => {
    expect(await filesOf(file, CMS, 'invoice.xml.p7m')).toEqual([['invoice.xml', '<invoice/>']]);
    expect(await textOf(file, CMS, 'invoice.xml.p7m')).toBe('invoice.xml');
  });

  it('a signed file of an intake stays as it is, with its signature', async () => {
    const mail = mailOf('application/pkcs7-mime; name="invoice.xml.p7m"', signedFile('<invoice/>'));
    expect(await documentsOf(mail)).toEqual(['invoice.xml.p7m']);
  });

  it('a file of S/MIME that cannot be read says why', async () => {
    expect(await read(encryptedFile(), CMS)).toMatchObject({ outcome: 'encrypted' });
    expect(await read(signedFile(undefined), CMS)).toMatchObject({ outcome: 'unsupported' });
    expect(await read(Buffer.from('0\x82'), CMS)).toMatchObject({ outcome: 'corrupt' });
    expect(await textOf(signedFile(ENTITY), CMS)).toContain('Kündigung des Mietvertrags');
  });

  it.each([
    ['plain text', { body: 'Hallo, Größe 7' }, 'Hallo, Größe 7'],
    ['a page', { html: '<p>Hallo, Gr\xf6\xdfe 7</p>' }, 'Hallo, Größe 7'],
    ['rich text', { rtf: packedRtf("{\\rtf1\\ansi Hallo, Gr\\'f6\\'dfe 7}") }, 'Hallo, Größe 7'],
    ['a page in Cyrillic', { html: '<p>\xcf\xf0\xe8\xe2\xe5\xf2 \xe2\xf1\xe5\xec</p>', codePage: 1251 }, 'Привет всем'],
  ])('the text of a mail that Outlook packed is read: %s', async (_, content, text) => {
    expect(await textOf(outlook(tnef({ subject: 'inside', ...content })), MAIL)).toContain(`Offer\n\n${text}`);
    expect(await textOf(tnef({ subject: 'inside', ...content }), TNEF)).toBe(`inside\n\n${text}`);
  });

  it('the text of a mail that Outlook packed is not shown a second time', async () => {
    const text = await textOf(outlook(tnef({ body: 'See you\r\non Monday' }), 'See you on Monday'), MAIL);
    expect(text.match(/Monday/g)).toHaveLength(1);
  });

  it('the files that Outlook packed are files of the mail, under their long names', async () => {
    const content = tnef({
      body: 'two plans',
      files: [
        { title: 'plan.txt', content: 'Lieferplan Tor 3' },
        { title: 'ANGEBO~1.PDF', longName: 'Angebot für März.pdf', content: '%PDF' },
        { title: 'lost.txt' },
      ],
    });
    const files = [
      ['plan.txt', 'Lieferplan Tor 3'],
      ['Angebot für März.pdf', '%PDF'],
    ];
    const mail = outlook(content);
    expect(await filesOf(mail, MAIL)).toEqual(files);
    expect(await documentsOf(mail)).toEqual(files.map(([name]) => name));
    expect(await textOf(mail, MAIL)).toContain('two plans\nplan.txt\nAngebot für März.pdf');
    expect(await filesOf(content, TNEF)).toEqual(files);
  });

  it('a message in a message that Outlook packed is read as one', async () => {
    const inside = tnef({ subject: 'first', body: 'the first words' });
    const [file] = await filesOf(tnef({ body: 'x', files: [{ longName: 'first', message: inside }] }), TNEF);
    expect(file?.[0]).toBe('first.tnef');
    expect(await textOf(Buffer.from(file?.[1] ?? '', 'latin1'), TNEF)).toBe('first\n\nthe first words');
  });

  it('a message of Outlook that is cut off or damaged is read as far as it goes', async () => {
    const whole = tnef({ subject: 'inside', body: 'words', files: [{ title: 'a.txt', content: 'x'.repeat(50) }] });
    for (let length = 7; length < whole.length; length += 1)
      expect(['empty', 'text', 'unsupported']).toContain((await read(whole.subarray(0, length), TNEF)).outcome);
    const damaged = Buffer.from(whole);
    for (let at = 6; at < damaged.length; at += 1) damaged[at] = 0xff;
    expect((await read(damaged, TNEF)).outcome).toBe('empty');
    expect((await read('no such file', TNEF)).outcome).toBe('corrupt');
  });

  it.each([
    ['a text', `Subject: Grüße\n\nwords of Apple`, /^Grüße\n\nwords of Apple$/],
    [
      'a file',
      `Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\ninside\n--b\nContent-Type: a/b; name=a.pdf\n\n%PDF\n--b--`,
      /inside\s+a\.pdf$/,
    ],
    ['a page', `Subject: s\nContent-Type: text/html\n\n<p>shown`, /^s\n\nshown$/],
  ])('a mail of Apple Mail is read without what the program notes: %s', async (_, mail, text) => {
    const file = `${Buffer.byteLength(mail)}      \n${mail}<?xml version="1.0"?><plist><dict><key>flags</key></dict></plist>`;
    expect(await textOf(file, 'message/x-emlx')).toMatch(text);
    expect((await read(file, 'message/x-emlx')).truncated).toBe(false);
    if (mail.includes('a.pdf')) expect(await filesOf(file, 'message/x-emlx')).toEqual([['a.pdf', '%PDF']]);
  });
});
