import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OpenedMail } from '@archivolt/plugin-kit';
import { openMail } from './open-mail.js';

type Opened = Extract<OpenedMail, { outcome: 'opened' }>;

const NEVER = new AbortController().signal;
const part = (head: string, body = 'x'): string => `--b\r\n${head}\r\n\r\n${body}\r\n`;
const mixed = (...parts: string[]): string =>
  `From: a@example.com\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\nPreamble\r\n${parts.join('')}--b--\r\nEpilogue\r\n`;

describe('opening a mail', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'open-mail-spec-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function open(mail: Buffer | string, signal = NEVER): Promise<OpenedMail> {
    const path = join(folder, 'file');
    await writeFile(path, mail);
    const limits = { maxOcrPages: 1, maxChars: 1, maxPixels: 1, maxInflatedBytes: 1, maxEntries: 1 };
    return openMail(
      { path, size: Buffer.byteLength(mail), type: 'message/rfc822', fileName: 'mail.eml' },
      { config: undefined, signal, deadline: Date.now() + 30_000, limits, tempDir: folder },
    );
  }
  async function opened(mail: Buffer | string): Promise<Opened> {
    const result = await open(mail);
    if (result.outcome !== 'opened') throw new Error(`${result.outcome}: ${result.reason}`);
    return result;
  }
  const fromOf = async (value: string) => (await opened(`From: ${value}\n\n`)).from;
  const shape = async (mail: Buffer | string) =>
    (await opened(mail)).parts.map(({ fileName, type, isInline, bytes }) => [
      ...[fileName, type, isInline],
      Buffer.from(bytes).toString('latin1'),
    ]);

  it('returns sender, recipients, subject, date, id and how the mail arrived', async () => {
    const mail = [
      'Return-Path: <bounce@example.com>',
      'Delivered-To: in@example.org',
      'Authentication-Results: mx.example.org;',
      '\tdkim=pass header.d=example.com',
      'X-Other: hidden',
      'From: =?utf-8?Q?J=C3=B6rg?= <Joerg@Example.com>',
      'To: "Team, the" <in@example.org>, two@example.org',
      'Cc: Group: three@example.org, Four <four@example.org>;',
      'Subject: =?utf-8?B?R3LDvMOf?= =?utf-8?Q?e_an_alle?=',
      'Date: Mon, 2 Nov 2026 10:00:00 +0100 (CET)',
      'Message-ID: <1@example.com>',
      '',
      'words',
    ].join('\r\n');
    expect(await opened(mail)).toEqual({
      outcome: 'opened',
      from: [{ address: 'Joerg@Example.com', name: 'Jörg' }],
      to: [
        { address: 'in@example.org', name: 'Team, the' },
        { address: 'two@example.org', name: '' },
        { address: 'three@example.org', name: '' },
        { address: 'four@example.org', name: 'Four' },
      ],
      subject: 'Grüße an alle',
      date: '2026-11-02T09:00:00.000Z',
      messageId: '<1@example.com>',
      trace: [
        { name: 'return-path', value: '<bounce@example.com>' },
        { name: 'delivered-to', value: 'in@example.org' },
        { name: 'authentication-results', value: 'mx.example.org;\tdkim=pass header.d=example.com' },
      ],
      parts: [],
    });
  });

  it.each([
    ['"boss@example.com" <evil@example.net>', 'evil@example.net'],
    ['boss@example.com <evil@example.net>', 'evil@example.net'],
    ['(boss@example.com) evil@example.net', 'evil@example.net'],
    ['evil@example.net (boss@example.com)', 'evil@example.net'],
    ['"boss@example.com, x" <evil@example.net>', 'evil@example.net'],
    ['"<boss@example.com>" <evil@example.net>', 'evil@example.net'],
    ['=?utf-8?Q?boss=40example=2Ecom?= <evil@example.net>', 'evil@example.net'],
    ['=?utf-8?Q?=3Cboss=40example=2Ecom=3E?= <evil@example.net>', 'evil@example.net'],
  ])('takes the address and not the name of the sender from %s', async (value, address) => {
    expect((await fromOf(value)).map((each) => each.address)).toEqual([address]);
  });

  it('returns every sender, so that a trusted one does not hide another', async () => {
    const addresses = async (head: string) => (await opened(`${head}\n\n`)).from.map(({ address }) => address);
    expect(await addresses('From: boss@example.com, evil@example.net')).toEqual([
      'boss@example.com',
      'evil@example.net',
    ]);
    expect(await addresses('From: Bosses: boss@example.com, x: evil@example.net;;')).toContain('evil@example.net');
    expect(await addresses('From: boss@example.com\nfrom: evil@example.net')).toEqual([
      'boss@example.com',
      'evil@example.net',
    ]);
  });

  it('reads no address from an encoded name, and none from a value without one', async () => {
    const encoded = Buffer.from('Boss <boss@example.com>').toString('base64');
    expect(await fromOf(`=?utf-8?B?${encoded}?=`)).toEqual([]);
    expect(await fromOf('undisclosed-recipients:;')).toEqual([]);
    expect(await fromOf('')).toEqual([]);
  });

  it('the results of checks are not decoded, because they could hide in encoded words', async () => {
    const { trace } = await opened('Authentication-Results: x; =?utf-8?Q?dmarc=3Dpass?=\n\n');
    expect(trace).toEqual([{ name: 'authentication-results', value: 'x; =?utf-8?Q?dmarc=3Dpass?=' }]);
  });

  it.each(['', 'yesterday', '99999999', 'Mon, 2 Nov 2026 99:99:99'])('a mail has no date for "%s"', async (value) => {
    expect(await opened(`From: a@example.com\nDate: ${value}\n\n`)).not.toHaveProperty('date');
  });

  it('returns the files of a mail with their unchanged bytes, without its texts', async () => {
    const binary = Buffer.from(Array.from({ length: 300 }, (_, at) => at % 256));
    const mail = mixed(
      part(
        'Content-Type: multipart/alternative; boundary=c',
        '--c\r\n\r\nplain\r\n--c\r\nContent-Type: text/html\r\n\r\n<p>rich\r\n--c--',
      ),
      part(
        'Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment',
        binary.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
      ),
      part(
        'Content-Type: text/csv; name=b.csv\r\nContent-Disposition: attachment',
        '1;2\r\n--but-no-boundary\r\n3;4\r\n',
      ),
      part('Content-Type: text/plain\r\nContent-Disposition: inline; filename="notes.txt"', 'shown below'),
      part('Content-Type: text/plain\r\nContent-Disposition: attachment', 'without a name'),
      part('Content-Type: application/ms-tnef; name=winmail.dat', 'tnef'),
    );
    expect(await shape(mail)).toEqual([
      ['a.pdf', 'application/pdf', false, binary.toString('latin1')],
      ['b.csv', 'text/csv', false, '1;2\r\n--but-no-boundary\r\n3;4\r\n'],
      ['notes.txt', 'text/plain', false, 'shown below'],
      ['', 'text/plain', false, 'without a name'],
      ['winmail.dat', 'application/ms-tnef', false, 'tnef'],
    ]);
  });

  it('marks pictures that the text shows as inline, and no others', async () => {
    const related = [
      '--r\r\nContent-Type: text/html\r\n\r\n<img src="cid:Logo%401"><img src="https://example.net/pixel.gif">',
      '--r\r\nContent-Type: image/png; name=logo.png\r\nContent-ID: <Logo@1>\r\nContent-Disposition: attachment\r\n\r\np',
      '--r\r\nContent-Type: image/png\r\nContent-ID: <unused>\r\n\r\nq',
      '--r\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-ID: <doc>\r\nContent-Disposition: attachment\r\n\r\nr',
      '--r--',
    ].join('\r\n');
    const mail = mixed(
      part('Content-Type: multipart/related; boundary=r', related),
      part('Content-Type: image/jpeg; name=photo.jpg\r\nContent-Disposition: inline', 's'),
    );
    expect(await shape(mail)).toEqual([
      ['logo.png', 'image/png', true, 'p'],
      ['', 'image/png', true, 'q'],
      ['a.pdf', 'application/pdf', false, 'r'],
      ['photo.jpg', 'image/jpeg', false, 's'],
    ]);
  });

  it('keeps a mail in a mail as one file that is named after its subject', async () => {
    const inner = `Subject: =?utf-8?Q?Fwd=3A_=C3=BC?=\r\nContent-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\nContent-Type: application/pdf; name=x.pdf\r\n\r\nhidden\r\n--i--`;
    const mail = mixed(
      part('Content-Type: message/rfc822', inner),
      part('Content-Type: message/rfc822; name=named.eml', 'From: x@example.com\r\n\r\nno subject'),
      part('Content-Type: multipart/digest; boundary=d', '--d\r\n\r\nSubject: in a digest\r\n\r\nwords\r\n--d--'),
    );
    expect(await shape(mail)).toEqual([
      ['Fwd: ü.eml', 'message/rfc822', false, inner],
      ['named.eml', 'message/rfc822', false, 'From: x@example.com\r\n\r\nno subject'],
      ['in a digest.eml', 'message/rfc822', false, 'Subject: in a digest\r\n\r\nwords'],
    ]);
  });

  it.each([
    ['in encoded words', 'filename="=?utf-8?B?w7wucGRm?="', 'ü.pdf'],
    ['in parts', "filename*0*=utf-8''%E2%82%AC; filename*1=7.pdf", '€7.pdf'],
    ['in UTF-8', 'filename="ü.pdf"', 'ü.pdf'],
    ['in Latin characters of eight bits', Buffer.from('filename="ü.pdf"', 'latin1'), 'ü.pdf'],
    ['with a path', 'filename="../../etc/passwd"', '../../etc/passwd'],
    ['with a path of Windows', String.raw`filename=C:\a\b.pdf`, String.raw`C:\a\b.pdf`],
    ['with a zero byte', 'filename="a%00\0.pdf"', 'a%00\0.pdf'],
    ['with a mark that turns the direction', "filename*=utf-8''a%E2%80%AEfdp.exe", 'a\u202efdp.exe'],
  ])('returns a name %s as the mail has it', async (_, name, fileName) => {
    const head = Buffer.from('From: a@example.com\nContent-Type: application/pdf\nContent-Disposition: attachment; ');
    const mail = Buffer.concat([head, Buffer.from(name), Buffer.from('\n\nx')]);
    expect((await opened(mail)).parts).toMatchObject([{ fileName, type: 'application/pdf' }]);
  });

  it('limits names, lists of addresses and the description of the way', async () => {
    const list = Array.from({ length: 5_000 }, (_, at) => `u${at}@example.com`).join(', ');
    const head = `To: ${list}\nSubject: ${'s'.repeat(50_000)}\n${'Delivered-To: x\n'.repeat(1_000)}`;
    const results = `Authentication-Results: ${'r'.repeat(50_000)}\n`;
    const mail = await opened(
      `${results}${head}Content-Type: application/pdf\nContent-Disposition: attachment; filename="${'n'.repeat(50_000)}"\n\nx`,
    );
    expect(mail.to.length).toBe(200);
    expect(mail.to.every(({ address }) => /^u\d+@example\.com$/.test(address))).toBe(true);
    expect(mail.subject.length).toBe(4_000);
    expect([mail.trace.length, mail.trace[0]?.value.length]).toEqual([200, 20_000]);
    expect(mail.parts[0]?.fileName.length).toBe(4_000);
  });

  it('opens a mail with 5,000 files, and one whose base64 is broken', async () => {
    const many = mixed(
      ...Array.from({ length: 5_000 }, (_, at) => part(`Content-Type: application/pdf; name=${at}.pdf`)),
    );
    expect((await opened(many)).parts.length).toBe(5_000);
    const broken = mixed(
      part('Content-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64', 'AAA=A!?=\r\n=\r\nB'),
    );
    expect((await opened(broken)).parts).toMatchObject([{ fileName: 'a.png' }]);
    const open =
      'From: a@example.com\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/pdf; name=a.pdf\n\nno end';
    expect(await shape(open)).toEqual([['a.pdf', 'application/pdf', false, 'no end']]);
  });

  it('opens 50 mails in mails as one file', async () => {
    const mail = `${'From: a@example.com\nContent-Type: message/rfc822\n\n'.repeat(50)}Subject: last\n\nwords`;
    expect((await opened(mail)).parts).toMatchObject([{ type: 'message/rfc822' }]);
  });

  it.each([
    ['headers of 10 MB in one line', `From: a@example.com\nX: ${'x'.repeat(10_000_000)}\n\nbody`],
    ['headers of 10 MB in many lines', `From: a@example.com\n${'X: y\n'.repeat(2_000_000)}\nbody`],
    [
      'parts that nest 1,000 levels deep',
      `From: a@example.com\n${Array.from({ length: 1_000 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`).join('')}`,
    ],
    [
      'a million parts',
      `From: a@example.com\nContent-Type: multipart/mixed; boundary=b\n\n${'--b\n'.repeat(1_000_000)}`,
    ],
  ])('a mail is too large with %s', async (_, mail) => {
    expect(await open(mail)).toEqual({ outcome: 'too-large', reason: expect.stringMatching(/headers/) });
  });

  it.each([
    ['nothing', ''],
    ['words', 'plain words without headers'],
    ['zeros', Buffer.alloc(10_000)],
    ['a PDF', '%PDF-1.7\n1 0 obj\n<< /Type: /Catalog >>\n'],
  ])('reports that a file of %s is no mail', async (_, file) => {
    expect(await open(file)).toEqual({ outcome: 'corrupt', reason: expect.any(String) });
  });

  it('opening a mail stops when it is aborted', async () => {
    await expect(open('From: a@example.com\n\n', AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  });
});
