import 'reflect-metadata';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ExtractionConfig } from '#config/extraction';
import { sample } from '../../../../test/support/sample.js';
import { untilTrue } from '../../../../test/support/until.js';
import { waitingExtractors } from '../test/waiting-extractors.js';
import type { ExtractionPlugin } from './extraction-plugins.js';
import { ExtractionService } from './extraction.service.js';
import type { MailFile, MailOptions, ReadMail, UnreadMail } from '#capabilities/sandbox';

const plugin = (id: string, extractor: URL, opensMail?: string[]): ExtractionPlugin => ({
  ...{ id, version: '1.0.0', config: undefined },
  declaration: { form: 'sandboxed', accepts: ['text/plain'], extractor, ...(opensMail && { opensMail }) },
});
const opens = new URL('../../sandbox/test/bad-extractors/opens.mjs', import.meta.url);
const plainText = new URL('../../../../plugins/extraction-plain-text/src/extractor.js', import.meta.url);
const text = async (file: MailFile | undefined): Promise<string> =>
  file === undefined ? 'no file' : (await buffer(file.open())).toString();

describe('the opening of mails', () => {
  let dataDir: string;
  let service: ExtractionService;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mail-opening-spec-'));
    start([plugin('opens', opens, ['message/rfc822'])]);
  });
  afterEach(async () => {
    await service.onApplicationShutdown();
    const left = await readdir(join(dataDir, 'tmp', 'extraction')).catch(() => []);
    expect(left).toEqual([]);
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = (plugins: ExtractionPlugin[]): void => {
    const config = Object.assign(new ExtractionConfig(), { memoryLimitMb: 250 });
    const data = { dataDir } as ConstructorParameters<typeof ExtractionService>[1];
    service = new ExtractionService(config, data, plugins, undefined);
  };
  const mailFile = (way: string, content = 'words') => ({
    open: async () => Readable.from([Buffer.from(content)]),
    fileName: `${way}.eml`,
    declaredType: 'message/rfc822',
  });
  const options = (changes: Partial<MailOptions> = {}): MailOptions => ({
    ...{ timeoutMs: 120_000, owner: 'a', signal: new AbortController().signal },
    ...changes,
  });
  /** The name of the file says how the extractor behaves. */
  const open = <Result = ReadMail | UnreadMail>(
    way: string,
    changes?: Partial<MailOptions>,
    work = async (mail: ReadMail | UnreadMail): Promise<Result> => mail as Result,
  ): Promise<Result> => service.withMail(mailFile(way), options(changes), work);
  const contents = (mail: ReadMail | UnreadMail): Promise<string[]> =>
    Promise.all(mail.outcome === 'opened' ? mail.parts.map(text) : []);

  it('an opened mail returns its fields and its files as long as the work continues', async () => {
    const kept = await open('soundly', {}, async (mail) => {
      expect(mail).toMatchObject({
        ...{ outcome: 'opened', subject: 'words', date: '2026-11-02T09:00:00.000Z', messageId: '<1@example.com>' },
        from: [{ address: 'a@example.com', name: 'A' }],
        to: [{ address: 'b@example.com', name: '' }],
        trace: [{ name: 'delivered-to', value: 'b@example.com' }],
        parts: [
          { fileName: '../one', type: 'text/plain', isInline: false, size: 5 },
          { fileName: '', size: 0 },
          { fileName: 'three', isInline: true, size: 5 },
        ],
      });
      expect(await contents(mail)).toEqual(['first', '', 'third']);
      expect(await contents(mail)).toEqual(['first', '', 'third']); // again, for a second attempt of the work
      return mail;
    });
    const files = kept.outcome === 'opened' ? kept.parts : [];
    for (const file of [files[0], files[2]]) await expect(text(file)).rejects.toThrow();
    // The folder of the child is emptied before its next mail; the work does not wait for that.
    const runs = await readdir(join(dataDir, 'tmp', 'extraction'), { recursive: true });
    expect(runs.filter((path) => !path.includes('child-') && /copy-|parts$/.test(path))).toEqual([]);
  });

  it('opens a real mail with the plugin for texts', async () => {
    start([plugin('plain-text', plainText, ['message/rfc822'])]);
    const mail = 'From: a@example.com\nContent-Type: application/pdf; name=a.pdf\n\n%PDF';
    await service.withMail(mailFile('real', mail), options(), async (opened) => {
      expect(opened).toMatchObject({ outcome: 'opened', parts: [{ fileName: 'a.pdf', type: 'application/pdf' }] });
      expect(await contents(opened)).toEqual(['%PDF']);
    });
    await service.withMail(mailFile('broken', 'no mail'), options(), async (opened) => {
      expect(opened).toEqual({ outcome: 'corrupt', reason: 'The file has no headers of a mail.' });
    });
  });

  it('an error of the work is passed on, and the files are removed', async () => {
    let file: MailFile | undefined;
    const work = async (mail: ReadMail | UnreadMail): Promise<never> => {
      if (mail.outcome === 'opened') [file] = mail.parts;
      throw new Error('the work failed');
    };
    await expect(open('soundly', {}, work)).rejects.toThrow('the work failed');
    await expect(text(file)).rejects.toThrow();
  });

  it('streams that are open when the work ends are closed', async () => {
    const stream = await open('soundly', {}, async (mail) =>
      mail.outcome === 'opened' ? mail.parts[0]?.open() : undefined,
    );
    expect(stream?.destroyed).toBe(true);
  });

  it('the fields of a mail, and the number and size of its files, are limited', async () => {
    const mail = await open('at length');
    if (mail.outcome !== 'opened') throw new Error(mail.reason);
    expect(mail.from).toEqual(
      Array.from({ length: 100 }, () => ({ address: 'a'.repeat(1_000), name: 'n'.repeat(1_000) })),
    );
    expect(mail.subject).toBe(`${'s'.repeat(999)}\ufffd`);
    expect([mail.trace.length, mail.trace[0]?.value.length]).toEqual([100, 20_000]);
    expect(mail.parts[0]?.fileName.length).toBe(1_000);
    expect(await open('without files')).toMatchObject({ outcome: 'opened', parts: [] });
    expect(await open('1,000 files', {}, contents)).toHaveLength(1_000);
    expect(await open('1,001 files')).toEqual({ outcome: 'too-large', reason: 'The mail has more than 1000 files.' });
    expect(await open('files that are too large')).toMatchObject({ outcome: 'too-large' });
  });

  it('the reason why a mail is not opened is passed on in one line', async () => {
    expect(await open('corrupt')).toEqual({ outcome: 'corrupt', reason: 'It has no headers.' });
    expect(await open('corrupt without a reason')).toEqual({ outcome: 'corrupt', reason: 'The mail is damaged.' });
  });

  it('an extractor that hangs, waits, or uses too much memory is ended, and opens the next mail', async () => {
    expect(await open('hangs', { timeoutMs: 500 })).toMatchObject({ outcome: 'timeout' });
    expect(await open('waits', { timeoutMs: 500 })).toMatchObject({ outcome: 'timeout' });
    expect(await open('eats memory')).toMatchObject({ outcome: 'too-large' });
    expect(await open('soundly')).toMatchObject({ outcome: 'opened' });
  });

  const crashes = ['throws', 'exits', 'says nothing', 'gives no bytes', 'gives no lists', 'gives odd words'];
  it.each(sample(crashes, 2, String))('opening a mail has an outcome for an extractor that %s', async (way) => {
    expect(await open(way)).toMatchObject({ outcome: 'crashed', reason: expect.any(String) });
    expect(await open('soundly')).toMatchObject({ outcome: 'opened' });
  });

  const lies = [
    'names a size that is too small',
    'names a size that is too large',
    'names a negative size',
    'names sizes beyond all files',
    'names more bytes than the mail allows',
    'names 1,001 files',
    'names no files',
    'names long addresses',
    'leaves a folder',
    'leaves no files',
    'leaves no JSON',
  ];
  it.each(sample(lies, 4, String))('the result of a process that %s is not trusted', async (way) => {
    expect(await open(way)).toEqual({
      outcome: 'crashed',
      reason: 'The process that opens mails left something else than the mail it named.',
    });
  });

  it('opening a mail ends when it is cancelled, even while it waits for a place', async () => {
    const abort = new AbortController();
    const mails = ['waits', 'waits', 'waits'].map((way) => open(way, { signal: abort.signal }));
    // The last one waits for the places of the others.
    await untilTrue('the extractor to wait', async () => (await waitingExtractors(dataDir)) === 2);
    abort.abort();
    for (const mail of await Promise.all(mails)) expect(mail).toMatchObject({ outcome: 'cancelled' });
    expect(await open('soundly', { signal: AbortSignal.abort() })).toMatchObject({ outcome: 'cancelled' });
  });

  it('the mails of two owners are not opened in one process', async () => {
    const seen: string[] = [];
    for (const owner of ['a', 'a', 'a', 'b']) {
      const mail = await open('remembers others', { owner });
      if (mail.outcome !== 'opened') seen.push(mail.reason);
    }
    expect(seen.at(-1)).toBe('1'); // mails that the process has seen
  });

  it('the plugin is not asked for a file of another type', async () => {
    const words = { ...mailFile('soundly'), declaredType: 'text/plain' };
    const outcome = { outcome: 'unsupported', reason: expect.stringContaining('text/plain') };
    expect(await service.withMail(words, options(), async (mail) => mail)).toEqual(outcome);
  });

  it('a file is not opened when no plugin opens mails', async () => {
    const outcome = { outcome: 'unsupported', reason: 'No installed plugin opens mails.' };
    start([plugin('reads', opens)]);
    const file = { ...mailFile('soundly'), open: () => Promise.reject(new Error('opened')) };
    expect(await service.withMail(file, options(), async (mail) => mail)).toEqual(outcome);
  });

  it('opening throws when the source cannot be read, and calls no work', async () => {
    const file = { ...mailFile('soundly'), open: () => Promise.reject(new Error('the storage is away')) };
    const work = () => Promise.reject(new Error('worked'));
    await expect(service.withMail(file, options(), work)).rejects.toThrow('the storage is away');
  });
});
