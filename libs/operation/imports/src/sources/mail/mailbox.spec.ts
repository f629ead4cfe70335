import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { collected, ofKind, unmappedOf } from '../../../test/collected-records.js';
import { mailName, readHead } from './mail-head.js';
import { openMailbox } from './mailbox.js';
import { OriginalLines } from './mbox.js';

const { signal } = new AbortController();
const SEPARATOR = 'From anna@example.com Mon May  6 10:11:12 2024\n';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'archivolt-test-mailbox-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

const mail = (id: string, body = 'Hello.\n'): string =>
  `Message-ID: <${id}@example.com>\nSubject: Mail ${id}\nDate: Mon, 6 May 2024 23:30:00 -0500\n\n${body}`;

/** What is in a mailbox: its records, and the content of each document. */
async function read(path = folder) {
  const source = await openMailbox(path);
  const all = await collected(source.records(signal));
  const documents = ofKind(all, 'document');
  const contents = await Promise.all(documents.map(async ({ file }) => text(await source.open(file, signal))));
  return { all, documents, contents };
}

describe('a mailbox file as a source of an archive', () => {
  it('each mail becomes a document with its subject, its day and its bytes as they were sent', async () => {
    const quoted = 'From here on\n>From there\n>>From far\nFrom: no\n> From\n';
    const stored = quoted.replaceAll(/^(>*From )/gm, '>$1');
    write('Inbox.mbox', `${SEPARATOR}${mail('one', stored)}\n${SEPARATOR}${mail('two')}\n`);
    const { documents, contents } = await read(join(folder, 'Inbox.mbox'));
    expect(contents).toEqual([mail('one', quoted), mail('two')]);
    expect(documents[0]).toEqual({
      ...{ kind: 'document', name: 'Mail one.eml', documentDate: '2024-05-06', createdAt: '2024-05-07T04:30:00.000Z' },
      ref: expect.stringMatching(/^id-[0-9a-f]{40}$/),
      file: {
        ...{ name: 'Mail one.eml', mimeType: 'message/rfc822', size: mail('one', quoted).length },
        ...{
          path: expect.stringMatching(/^mbox:47-\d+:Inbox\.mbox$/),
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
      properties: [{ ref: 'mailbox', values: ['Inbox.mbox'] }],
    });
  });

  it('line ends of Windows, lines like separators without a time, and no line end at the end are understood', async () => {
    const first = mail('one', 'a\n\nFrom me to you\n').replaceAll('\n', '\r\n');
    write('a', `${SEPARATOR.replace('\n', '\r\n')}${first}\r\n${SEPARATOR}${mail('two', 'end')}`);
    await expect(read()).resolves.toMatchObject({ contents: [first, mail('two', 'end')] });
  });

  it('mails around the borders of the blocks that are read are complete', async () => {
    const mails = Array.from({ length: 40 }, (_, index) => mail(String(index), `${'x'.repeat(52_400 + index)}\n`));
    write('big', mails.map((one) => `${SEPARATOR}${one}\n`).join(''));
    const { contents } = await read();
    expect(contents.map(({ length }) => length)).toEqual(mails.map(({ length }) => length));
    expect(contents).toEqual(mails);
  });

  it('a mail whose one line is 5 MB long is read', async () => {
    const long = mail('long', 'y'.repeat(5_000_000));
    write('big', `${SEPARATOR}${long}\n\n${SEPARATOR}${mail('next')}`);
    const { contents } = await read();
    expect([contents.length, contents[0]?.length]).toEqual([2, long.length + 1]);
  });

  it('a mail with the Message-ID of another one is reported, and mails without one differ by their content', async () => {
    write('a.mbox', `${SEPARATOR}${mail('one')}\n${SEPARATOR}${mail('one')}\n${SEPARATOR}Subject: x\n\na\n`);
    write('b.mbox', `${SEPARATOR}Subject: x\n\na\n\n${SEPARATOR}Subject: x\n\nb\n`);
    const { documents, all } = await read();
    expect(documents.map(({ name }) => name)).toEqual(['Mail one.eml', 'x.eml', 'x.eml']);
    expect(unmappedOf(all, 'mail').map(({ name }) => name)).toEqual(['Mail one.eml', 'x.eml']);
  });

  it('a mailbox that grew has the mails that it had, with the same refs and hashes', async () => {
    const facts = async () => (await read()).documents.map(({ ref, file }) => [ref, file.sha256]);
    write('a.mbox', `${SEPARATOR}${mail('one')}\n`);
    const before = await facts();
    write('a.mbox', `${SEPARATOR}${mail('one')}\n${SEPARATOR}${mail('two')}\n`);
    expect((await facts())[0]).toEqual(before[0]);
  });
});

describe('a Maildir and a folder with mails', () => {
  it('mails of all folders are read, and other files, links and unfinished mails are reported', async () => {
    write('cur/1700000000.1.host:2,S', mail('read'));
    write('new/1700000001.1.host', mail('unread'));
    write('.Archive.2024/cur/1:2,', mail('old'));
    write('tmp/half', mail('half'));
    write('dovecot-uidlist', '3 V1 N2');
    write('saved/letter.eml', mail('saved'));
    write('empty.eml', '');
    symlinkSync('/etc/passwd', join(folder, 'new/link'));
    const { all, documents, contents } = await read();
    expect(documents.map(({ name, properties }) => [name, properties?.[0]?.values[0]])).toEqual([
      ['Mail old.eml', 'Archive.2024'],
      ['Mail read.eml', undefined],
      ['Mail unread.eml', undefined],
      ['Mail saved.eml', 'saved'],
    ]);
    expect(contents[0]).toBe(mail('old'));
    expect(ofKind(all, 'unmapped').map(({ what, name }) => [what, name])).toEqual([
      ['file', 'dovecot-uidlist'],
      ['mail', 'empty.eml'],
      ['symbolic link', 'new/link'],
      ['file', 'tmp/half'],
    ]);
  });

  it('paths that are not from this source, or lead out of it, are refused', async () => {
    write('a.eml', mail('one'));
    const source = await openMailbox(folder);
    for (const path of ['a.eml', 'mail:../a.eml', 'mbox:0-5:/etc/passwd', 'mbox:-1-5:a.eml', ''])
      await expect(source.open({ path, name: 'x' }, signal)).rejects.toThrow(/not one of this source|leads out/);
    await expect(openMailbox(join(folder, 'none'))).rejects.toThrow('cannot be read');
  });
});

describe('the lines and headers of a mail', () => {
  it('quoted lines are restored wherever the pieces of a mail end', async () => {
    const stored = '>From a\n>>>From b\n>Fro\n>Fr\n\n>\n> From c\n>From';
    const sent = 'From a\n>>From b\n>Fro\n>Fr\n\n>\n> From c\n>From';
    for (let size = 1; size <= stored.length; size += 1) {
      const pieces = Array.from({ length: Math.ceil(stored.length / size) }, (_, index) =>
        Buffer.from(stored.slice(index * size, (index + 1) * size)),
      );
      const bytes = await buffer(Readable.from(pieces).pipe(new OriginalLines()));
      expect(bytes.toString()).toBe(sent);
    }
  });

  it('a line of a million signs needs no more memory than another one', async () => {
    const pieces = Array.from({ length: 1_000 }, () => Buffer.from('>'.repeat(1_000)));
    const bytes = await buffer(Readable.from([...pieces, Buffer.from('From x\n')]).pipe(new OriginalLines()));
    expect(bytes.length).toBe(1_000_007);
  });

  it.each([
    ['folded and encoded', 'subject: =?utf-8?Q?f=C3=BCr?=\r\n =?utf-8?Q?_alle?=\r\n\r\n', 'für alle.eml'],
    ['in raw UTF-8', 'Subject: Müller\n\n', 'Müller.eml'],
    ['with a path', 'Subject: ../../etc/passwd\n\n', '..-..-etc-passwd.eml'],
    ['missing', 'Date: 6 May 2024 10:00 +0200\n\nSubject: no\n', 'Mail of 2024-05-06.eml'],
    ['and date missing', 'X: y\n\n', 'Mail.eml'],
    ['of a megabyte', `Subject: ${'s'.repeat(1_000_000)}\n\n`, `${'s'.repeat(150)}.eml`],
    ['with an impossible date', 'Subject:\nDate: 99 Feb 2024 10:00 +0200\n\n', 'Mail.eml'],
  ])('a subject that is %s makes a name', (_, head, name) => {
    expect(mailName(readHead(Buffer.from(head)))).toBe(name);
  });
});
