import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { matchFileType, type ExtractionResult } from '@archivolt/plugin-kit';
import { encodeAs } from '@archivolt/plugin-kit/testing';
import { zip, type ZipPart } from '../../../test/support/zip.js';
import extractor from '../src/extractor.js';
import { MAILBOX } from '../src/file-types.js';

const MEGABYTE = 1024 * 1024;
let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'archive-spec-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

async function read(bytes: Buffer | string, type = 'application/zip'): Promise<ExtractionResult> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return extractor.extract(
    { path, size: bytes.length, type, fileName: 'file' },
    {
      config: undefined,
      signal: new AbortController().signal,
      deadline: Date.now() + 30_000,
      languages: [],
      limits: { maxOcrPages: 1, maxChars: 100_000, maxPixels: 1, maxInflatedBytes: 64 * MEGABYTE, maxEntries: 1_000 },
      tempDir: folder,
      ocr: () => Promise.reject(new Error('not asked for')),
      progress: () => undefined,
    },
  );
}

/** Names and contents, or why there is none. */
async function filesIn(bytes: Buffer | string, type?: string, maxBytes = MEGABYTE): Promise<[string, string][]> {
  const files: [string, string][] = [];
  for await (const { name, read: contentOf } of (await read(bytes, type)).attachments ?? []) {
    const content = await contentOf(maxBytes);
    files.push([name, content instanceof Uint8Array ? Buffer.from(content).toString() : content.outcome]);
  }
  return files;
}

describe('a ZIP archive', () => {
  const parts = (...names: string[]): ZipPart[] => names.map((name) => ({ name, content: `in ${name}` }));

  it('the members of a ZIP archive are named as in it, without folders and files of operating systems', async () => {
    const archive = zip(
      parts('a.txt', 'sub/b.txt', '../../c.txt', '/d.txt', '__MACOSX/._a.txt', 'sub/.DS_Store', 'sub/'),
    );
    expect(await filesIn(archive)).toEqual(
      ['a.txt', 'sub/b.txt', '../../c.txt', '/d.txt'].map((name) => [name, `in ${name}`]),
    );
    expect((await read(archive)).pages[0]?.text).toBe('a.txt\nsub/b.txt\n../../c.txt\n/d.txt');
  });

  it('a member of a ZIP archive is not unpacked beyond the requested size, whatever it claims', async () => {
    const zeros = { name: 'bomb.txt', content: Buffer.alloc(10 * MEGABYTE) };
    expect(await filesIn(zip([zeros]))).toEqual([['bomb.txt', 'too-large']]);
    expect(await filesIn(zip([{ ...zeros, claimedSize: 10 }]))).toEqual([['bomb.txt', 'corrupt']]);
    expect(await filesIn(zip([{ name: 'a.txt', content: 'short', claimedSize: 1_000 }]))).toEqual([
      ['a.txt', 'corrupt'],
    ]);
  });

  it('the members that need a password are named, and the others returned', async () => {
    const archive = zip([{ name: 'secret.txt', content: 'x', flags: 1 }, ...parts('a.txt')]);
    expect(await filesIn(archive)).toEqual([
      ['secret.txt', 'encrypted'],
      ['a.txt', 'in a.txt'],
    ]);
  });

  it('a ZIP archive with more entries than allowed is cut off', async () => {
    const result = await read(zip(parts(...Array.from({ length: 1_200 }, (_, index) => `${index}.txt`))));
    expect(result).toMatchObject({ outcome: 'text', truncated: true });
    expect(result.pages[0]?.text.split('\n')).toHaveLength(1_000);
  });

  it.each([
    ['Western Europe, by Windows', 'windows-1252', ['Müller GmbH/Prüfung.txt', 'Gebühr.txt'], false],
    ['Western Europe, by Linux', 'windows-1252', ['Straße.txt', 'für alle.txt'], true],
    ['Western Europe, by DOS', 'cp850', ['Müller/Größe.txt', 'Überweisung.txt'], false],
    ['the United States, by DOS', 'cp437', ['señor.txt', 'très bien.txt'], false],
    ['Poland, by DOS', 'cp852', ['umowa część druga.txt', 'załącznik.txt', 'książka ćwiczeń.txt'], false],
    ['Russia, by DOS', 'ibm866', ['Договор аренды.txt'], false],
    ['Russia, by Windows', 'windows-1251', ['Договор аренды.txt', 'Счёт.txt'], false],
    ['China', 'gbk', ['项目报告.txt', '发票/二月.txt'], false],
    ['Taiwan', 'big5', ['報告書.txt', '發票/請款單.txt'], false],
    ['Japan', 'shift_jis', ['請求書.txt', 'お見積り/ソフト表.txt'], false],
    ['Korea', 'euc-kr', ['청구서 사본.txt', '계약서.txt'], false],
  ])('the names in a ZIP archive are read in the encoding of %s', async (_, encoding, names, isOfUnix) => {
    const members = names.map((name) => ({ name, nameBytes: encodeAs(encoding, name), content: 'x' }));
    expect((await filesIn(zip(members, { isOfUnix }))).map(([name]) => name)).toEqual(names);
  });

  it('names in UTF-8 and in an older encoding are read in one ZIP archive', async () => {
    const old = { name: '', nameBytes: encodeAs('cp850', 'für Dich.txt'), content: 'x' };
    const names = (await filesIn(zip([old, { name: 'für Müller.txt', content: 'x' }]))).map(([name]) => name);
    expect(names).toEqual(['für Dich.txt', 'für Müller.txt']);
  });

  it('a damaged ZIP archive is corrupt', async () => {
    expect(await read(Buffer.from('PK\x03\x04 and nothing more'))).toMatchObject({ outcome: 'corrupt' });
    expect(await read(zip(parts('a.txt')).subarray(0, 40))).toMatchObject({ outcome: 'corrupt' });
  });
});

describe('a mailbox', () => {
  const MBOX = 'application/mbox';
  const line = 'From a@example.com Thu Nov 26 10:00:00 2026';

  it('the mails of a mailbox are returned as they were sent, named by their subjects', async () => {
    const mailbox = [
      `${line}\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\n\nFrom now on it is cold.\n>From the north\n`,
      `${line}\r\nSubject: second\r\n\r\nwords\r\n`,
      `${line}\n\nno subject\n`,
    ].join('\n');
    expect(await filesIn(mailbox, MBOX)).toEqual([
      ['Grüße.eml', 'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\n\nFrom now on it is cold.\nFrom the north\n\n'],
      ['second.eml', 'Subject: second\r\n\r\nwords\r\n\n'],
      ['', '\nno subject\n'],
    ]);
  });

  it('a mailbox without mails is a text', async () => {
    const result = await read('From - Mon amour\n\nFrom here', MBOX);
    expect(result).toMatchObject({
      outcome: 'text',
      truncated: false,
      pages: [{ text: 'From - Mon amour\n\nFrom here' }],
    });
    expect(result.attachments).toBeUndefined();
    expect(await read(Buffer.from('Grüße', 'latin1'), MBOX)).toMatchObject({ pages: [{ text: 'Grüße' }] });
    const long = await read(`Überall ${'x'.repeat(500_000)}`, MBOX);
    expect([long.truncated, long.pages[0]?.text.length]).toEqual([true, 100_000]);
    expect(await read('\0\x01\x02', MBOX)).toMatchObject({ outcome: 'empty', pages: [] });
  });

  it('a mailbox returns no mail that would fill the memory, whatever size is requested', async () => {
    const large = Buffer.alloc(64 * MEGABYTE, 'x');
    const mailbox = Buffer.concat([Buffer.from(`${line}\n\nsmall\n\n${line}\n\n`), large]);
    const files = await filesIn(mailbox, MBOX, 256 * MEGABYTE);
    expect(files.map(([, content]) => content)).toEqual(['\nsmall\n\n', 'too-large']);
  });

  it.each([
    ['From - Thu Nov 26 10:00:00 2026\nSubject: words', true],
    ['From MAILER-DAEMON Thu Nov 26 10:00:00 2026', true],
    ['From - Berlin to Paris', false],
    ['From - Monday on', false],
  ])('a mailbox is recognized by its first line: %j', (head, isMailbox) => {
    const { magicBytes } = matchFileType(MAILBOX, { head: Buffer.from(head), fileName: 'file' });
    expect(magicBytes > 0).toBe(isMailbox);
  });
});
