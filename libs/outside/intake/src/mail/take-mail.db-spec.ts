import { Readable } from 'node:stream';
import type { IntakeMail } from '@archivolt/plugin-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createId } from '#ground/kernel';
import type { ApiClient } from '../../../../../test/support/api-client.js';
import { startApp, type TestApp } from '../../../../../test/support/app.js';
import { poolOf } from '../../../../../test/support/rows.js';
import { anAddress } from '../../../../../test/e2e/intake-mails.js';
import { TakeMail } from './take-mail.js';

const source = { pluginId: 'intake-test', instance: 'default' };
const SERVER = 'mx.archive.example';
const VERIFIED = `Authentication-Results: ${SERVER}; dmarc=pass header.from=example.com`;

interface MailText {
  from?: string;
  to?: string;
  headers?: string[];
  files?: { name: string; content: string; type?: string }[];
}

/** A message as a mail server stores it. */
function messageOf({
  from = 'Boss <boss@example.com>',
  to = 'x@y.example',
  headers = [VERIFIED],
  files = [],
}: MailText) {
  const parts = files.map(
    ({ name, content, type = 'application/octet-stream' }) =>
      `--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n` +
      `Content-Disposition: attachment; filename="${name}"\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`,
  );
  return (
    `${headers.map((header) => `${header}\r\n`).join('')}From: ${from}\r\nTo: ${to}\r\nSubject: The bills\r\n` +
    'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n' +
    `--b\r\nContent-Type: text/plain\r\n\r\nSee the files.\r\n${parts.join('')}--b--\r\n`
  );
}

describe('TakeMail', () => {
  let app: TestApp;
  let takeMail: TakeMail;
  let archive: { api: ApiClient; organizationId: string };

  beforeAll(async () => {
    app = await startApp({
      INTAKE_EMAILS_TRUSTED_AUTHENTICATION_SERVER: SERVER,
      INTAKE_EMAILS_MAX_MAIL_BYTES: '20000',
    });
    takeMail = app.app.get(TakeMail, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    archive = await app.anArchive();
  });

  const take = (
    message: string,
    changes: Partial<Omit<IntakeMail, 'content'>> = {},
    { again = false }: { again?: boolean } = {},
  ) => {
    const content = Readable.from([Buffer.from(message)]);
    const mail: IntakeMail = { key: createId('doc'), recipients: [], ...changes, content };
    return takeMail.execute(source, mail, new AbortController().signal, { again });
  };
  const rows = async <Row extends object>(text: string, organizationId = archive.organizationId) =>
    (await poolOf(app).query<Row & Record<string, unknown>>(text, [organizationId])).rows;
  const names = async (organizationId?: string) =>
    (
      await rows<{ name: string }>(
        `select name from document where organization_id = $1 and source = 'email' order by name`,
        organizationId,
      )
    ).map(({ name }) => name);
  const failures = () =>
    rows<{ id: string; kind: string; reason: string; reference: string | null }>(
      `select id, kind, file_name, sender, subject, reason, reference from intake_failure
       where organization_id = $1 order by id`,
    );
  const files = [{ name: 'bill.txt', content: 'a bill', type: 'text/plain' }];

  it('takes the files of a mail for the organization of the source, and the mail itself on request', async () => {
    const { organizationId } = archive;
    const changes = { organizationId, allowedSenders: ['boss@example.com'], keepsMessage: true, key: 'mail 1' };
    const pdf = { name: 'scan.bin', content: '%PDF-1.4\n%âãÏÓ\n' };
    expect(await take(messageOf({ files: [...files, pdf] }), changes)).toEqual({ outcome: 'taken' });
    expect(await names()).toEqual(['The bills.eml', 'bill.txt', 'scan.bin']);
    expect(await rows(`select mime_type from document where organization_id = $1 and name = 'scan.bin'`)).toEqual([
      { mime_type: 'application/pdf' },
    ]);
    expect(await take(messageOf({ files: [...files, pdf] }), changes)).toEqual({ outcome: 'taken' });
    expect(await names()).toHaveLength(3);
  });

  it('names files without a name after the mail and their type: an invitation, a scan, a picture', async () => {
    const { organizationId } = archive;
    const parts = [
      ['text/calendar; method=REQUEST', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR'],
      ['application/pdf', '%PDF-1.4'],
      ['image/png', 'a picture'],
      ['application/x-private', 'a file of a kind of its own'],
    ].map(([type, content]) => `--b\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`);
    const message = messageOf({}).replace('--b--', `${parts.join('')}--b--`);
    const changes = { organizationId, allowedSenders: ['boss@example.com'] };
    expect(await take(message, changes)).toEqual({ outcome: 'taken' });
    expect(await names()).toEqual(['The bills', 'The bills.ics', 'The bills.pdf', 'The bills.png']);
  });

  it('finds the addresses of organizations in the recipients and in the headers', async () => {
    const others = [await app.anArchive(), await app.anArchive(), await app.anArchive()];
    const [first, second, third] = await Promise.all(others.map((other) => anAddress(other)));
    const mine = await anAddress(archive);
    const headers = [
      VERIFIED,
      `Delivered-To: ${first?.emailAddress}`,
      `X-Original-To: <${second?.emailAddress.toUpperCase()}>`,
    ];
    const message = messageOf({ to: `"a, b" <${third?.emailAddress.replace('@', '+x@')}>`, headers, files });
    expect(await take(message, { recipients: [mine.emailAddress] })).toEqual({ outcome: 'taken' });
    for (const { organizationId } of [archive, ...others]) expect(await names(organizationId)).toEqual(['bill.txt']);
  });

  it('refuses a mail without an intake address among its recipients', async () => {
    const result = await take(messageOf({ files }), { recipients: ['unknown@archivolt.local'] });
    expect(result).toEqual({ outcome: 'refused', reason: expect.stringContaining('No enabled intake address') });
  });

  it.each([
    ['no verdict', []],
    ['a verdict of another server', ['Authentication-Results: mx.evil.example; dmarc=pass header.from=example.com']],
    ['a forged verdict below', [`Authentication-Results: ${SERVER}; dmarc=fail header.from=example.com`, VERIFIED]],
    ['only SPF of another domain', [`Authentication-Results: ${SERVER}; spf=pass smtp.mailfrom=x@evil.example`]],
    [
      'a verdict in a comment',
      [`Authentication-Results: ${SERVER}; spf=fail (dmarc=pass; dmarc=pass) smtp.mailfrom=a@b.c`],
    ],
  ])('holds the files of a mail with %s, although its sender is allowed', async (_, headers) => {
    const { emailAddress } = await anAddress(archive);
    const result = await take(messageOf({ headers, files }), { recipients: [emailAddress] });
    expect(result).toEqual({ outcome: 'refused', reason: expect.stringContaining('may be forged') });
    expect(await names()).toEqual([]);
    expect(await failures()).toMatchObject([{ kind: 'file', file_name: 'bill.txt', sender: 'boss@example.com' }]);
  });

  it('takes a mail whose sender was verified by DKIM or SPF of its domain', async () => {
    const { emailAddress } = await anAddress(archive);
    const verdicts = ['dkim=pass header.d=example.com', 'spf=pass smtp.mailfrom=bounce@mail.example.com'];
    for (const [index, verdict] of verdicts.entries()) {
      const one = [{ name: `${index}.txt`, content: `number ${index}`, type: 'text/plain' }];
      const message = messageOf({ headers: [`Authentication-Results: ${SERVER} 1; ${verdict}`], files: one });
      expect(await take(message, { recipients: [emailAddress] })).toEqual({ outcome: 'taken' });
    }
    expect(await names()).toEqual(['0.txt', '1.txt']);
  });

  it.each([
    ['takes', 'pass', { outcome: 'taken' }],
    ['holds', 'fail', { outcome: 'refused' }],
  ])('%s a mail whose DMARC result, "%s", is at the end of a long header', async (_, result, outcome) => {
    const { emailAddress } = await anAddress(archive);
    const lines = Array.from(
      { length: 150 },
      (__, at) => `\r\n dkim=pass header.d=example.com header.s=selector-${at};`,
    );
    const header = `Authentication-Results: ${SERVER};${lines.join('')}\r\n dmarc=${result} header.from=example.com`;
    expect(header.length).toBeGreaterThan(7_000);
    const mail = messageOf({ headers: [header], files });
    expect(await take(mail, { recipients: [emailAddress] })).toMatchObject(outcome);
  });

  it('the name before an address, or one of two addresses, is not an allowed sender', async () => {
    const { emailAddress } = await anAddress(archive);
    for (const from of ['"boss@example.com" <evil@evil.example>', 'boss@example.com, evil@evil.example'])
      expect(await take(messageOf({ from, files }), { recipients: [emailAddress] })).toMatchObject({
        outcome: 'refused',
      });
    expect(await names()).toEqual([]);
  });

  it('a refused mail stays in place when the source can open it again, and another attempt takes it', async () => {
    const { emailAddress } = await anAddress(archive);
    const message = messageOf({ from: 'another@example.com', files });
    const mail = { key: 'mail 7', recipients: [emailAddress], reference: 'uid 7' };
    const reason = expect.stringContaining('another@example.com is not allowed');
    expect(await take(message, mail)).toEqual({ outcome: 'refused', reason });
    expect(await failures()).toMatchObject([{ kind: 'mail', subject: 'The bills', reference: 'uid 7', reason }]);
    const again = { ...mail, organizationId: archive.organizationId, allowedSenders: ['*'] };
    expect(await take(message, again, { again: true })).toEqual({ outcome: 'taken' });
    expect([await names(), await failures()]).toEqual([['bill.txt'], []]);
  });

  it('keeps the message for an address that wants it, even on another attempt', async () => {
    const { id, emailAddress } = await anAddress(archive);
    const { organizationId, api } = archive;
    await api.put(`/api/organizations/${organizationId}/intake-emails/${id}`, { keepsMessage: true });
    expect(await take(messageOf({}), { recipients: [emailAddress] })).toEqual({ outcome: 'taken' });
    const headers = [VERIFIED, `Delivered-To: ${emailAddress}`];
    const changes = { organizationId, allowedSenders: ['*'] };
    expect(await take(messageOf({ headers, from: 'a@example.com' }), changes, { again: true })).toEqual({
      outcome: 'taken',
    });
    expect(await names()).toEqual(['The bills.eml', 'The bills.eml']);
  });

  it('refuses a mail that is too large or empty, and shows it to the organization', async () => {
    const { organizationId } = archive;
    const changes = { organizationId, allowedSenders: ['*'], reference: 'uid 9' };
    expect(await take('x'.repeat(20_001), { ...changes, key: 'large' })).toMatchObject({ outcome: 'refused' });
    expect(await take('', { ...changes, key: 'empty' })).toMatchObject({ outcome: 'refused' });
    expect((await failures()).map(({ reason }) => reason)).toEqual([
      expect.stringContaining('larger than 20000 bytes'),
      'The mail is empty.',
    ]);
  });

  it('reports a mail without attachments to an address as sent in vain, and ignores one in a mailbox', async () => {
    const { emailAddress } = await anAddress(archive);
    const { organizationId } = archive;
    expect(await take(messageOf({}), { organizationId, allowedSenders: ['*'] })).toEqual({ outcome: 'taken' });
    expect(await failures()).toEqual([]);
    expect(await take(messageOf({}), { recipients: [emailAddress] })).toMatchObject({ outcome: 'refused' });
    expect(await failures()).toMatchObject([{ kind: 'mail' }]);
  });

  it('refuses fields that no mail can have', async () => {
    await expect(take('x', { key: '' })).rejects.toThrow('the key of a mail');
    await expect(take('x', { organizationId: 'mine' })).rejects.toThrow('organizationId');
    await expect(take('x', { recipients: [7 as never] })).rejects.toThrow('recipients');
  });
});
