import 'reflect-metadata';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PermanentPluginError, TransientPluginError, type ExtractionResult } from '@archivolt/plugin-kit';
import { ExtractionConfig } from '#config/extraction';
import type { ExtractionPlugin, OcrPlugin } from './extraction-plugins.js';
import type { Extraction } from '#capabilities/sandbox';
import { firstTurn, isMoved, type ExtractionOptions } from './extraction.js';
import { ExtractionService } from './extraction.service.js';

const fixture = (name: string): URL => new URL(`../../sandbox/test/bad-extractors/${name}.mjs`, import.meta.url);

function sandboxed(
  name: string,
  accepts: string[],
  changes: { priority?: number; ocr?: 'always' | 'sometimes' } = {},
): ExtractionPlugin {
  return {
    id: name,
    version: '2.0.0',
    config: undefined,
    declaration: { form: 'sandboxed', accepts, extractor: fixture(name), ...changes },
  };
}

function remote(
  id: string,
  accepts: string[],
  extract: (signal: AbortSignal) => Promise<ExtractionResult>,
): ExtractionPlugin {
  return {
    id,
    version: '1.0.0',
    config: undefined,
    open: async () => ({ extract: (_, { signal }) => extract(signal) }),
    declaration: { form: 'remote', accepts, create: () => Promise.reject(new Error('the host creates it')) },
  };
}

/** An address where no server listens. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}/`;
}

const ocr: OcrPlugin = {
  id: 'ocr-engine',
  version: '1.0.0',
  config: { greeting: 'scan' },
  declaration: { form: 'sandboxed', engine: fixture('ocr-engine'), installedLanguages: () => Promise.resolve(['eng']) },
};

describe('ExtractionService', () => {
  let dataDir: string;
  let service: ExtractionService;
  let config: ExtractionConfig;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'extraction-spec-'));
    config = new ExtractionConfig();
  });
  afterEach(async () => {
    await service.onApplicationShutdown();
    expect(await readdir(join(dataDir, 'tmp', 'extraction'))).toEqual([]);
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = (plugins: ExtractionPlugin[], engine?: OcrPlugin): void => {
    service = new ExtractionService(
      config,
      { dataDir } as ConstructorParameters<typeof ExtractionService>[1],
      plugins,
      engine,
    );
  };
  const extract = (content: string, fileName: string, options: Partial<ExtractionOptions> = {}): Promise<Extraction> =>
    service.extract(
      { open: async () => Readable.from([Buffer.from(content)]), fileName, declaredType: undefined },
      {
        languages: [],
        lane: 'quick',
        signal: new AbortController().signal,
        owner: 'a',
        turn: firstTurn(fileName),
        ...options,
      },
    );
  const patient = { waitsForService: true, retriesTimeout: false };
  /** Follows the file from lane to lane, as the jobs do. */
  const extractInTurns = async (
    content: string,
    fileName: string,
    options: Partial<ExtractionOptions> = {},
  ): Promise<Extraction> => {
    const extraction = await extract(content, fileName, options);
    const { outcome: moved, nextTurn: turn, remotePlugin: plugin } = extraction;
    if (!isMoved(extraction) || turn === undefined) return extraction;
    const { remote: _, ...kept } = options;
    if (plugin !== undefined)
      return extractInTurns(content, fileName, { ...kept, turn, lane: 'remote', remote: { ...patient, plugin } });
    return extractInTurns(content, fileName, { ...kept, turn, lane: moved === 'needs-quick-lane' ? 'quick' : 'ocr' });
  };
  const outcome = (value: ExtractionResult['outcome']) => () => Promise.resolve({ outcome: value, pages: [] });

  it('returns the text and the plugin that extracted it', async () => {
    start([sandboxed('reads-words', ['text/plain'])]);
    const report = await extract('some words', 'a.txt');
    expect(report).toMatchObject({
      outcome: 'text',
      provider: 'reads-words',
      providerVersion: '2.0.0',
      reason: null,
      text: 'some words',
      pages: 1,
      truncated: false,
      warnings: [],
      detectedType: 'text/plain',
    });
    expect(report.peakRssBytes).toBeGreaterThanOrEqual(0);
  });

  it('asks plugins for the exact type before wildcards, then by priority, until one knows the file', async () => {
    const asked: string[] = [];
    const plugin = (
      id: string,
      accepts: string[],
      value: ExtractionResult['outcome'],
      priority = 0,
    ): ExtractionPlugin => {
      const made = remote(id, accepts, () => {
        asked.push(id);
        return outcome(value)();
      });
      return { ...made, declaration: { ...made.declaration, priority } };
    };
    start([
      plugin('anything', ['*/*'], 'corrupt'),
      plugin('texts', ['text/*'], 'unsupported', 9),
      plugin('low', ['text/plain'], 'insufficient', 1),
      plugin('high', ['text/plain'], 'insufficient', 2),
      plugin('pictures', ['image/*'], 'text'),
    ]);
    expect(await extractInTurns('words', 'a.txt')).toMatchObject({ outcome: 'corrupt', provider: 'anything' });
    expect(asked).toEqual(['high', 'low', 'texts', 'anything']);
  });

  it('says why the text of a file is not extracted', async () => {
    start([sandboxed('wants-ocr', ['image/*'], { ocr: 'always' })]);
    expect(await extract('words', 'a.txt')).toMatchObject({
      outcome: 'unsupported',
      provider: null,
      reason: 'No installed plugin reads files of the type text/plain.',
    });
    expect(await extract('', 'a.txt')).toMatchObject({ outcome: 'empty' });
    expect(await extract('BM\x01\x02\x03', 'a.bmp')).toMatchObject({
      outcome: 'unsupported',
      reason: expect.stringContaining('no OCR plugin'),
    });
    config.enabled = false;
    const open = (): Promise<Readable> => Promise.reject(new Error('the file was opened'));
    const { signal } = new AbortController();
    const options = { languages: [], lane: 'quick', signal, owner: 'a', turn: firstTurn('a.txt') } as const;
    expect(await service.extract({ open, fileName: 'a.txt', declaredType: undefined }, options)).toMatchObject({
      reason: expect.stringContaining('DOCUMENTS_CONTENT_EXTRACTION_ENABLED'),
    });
  });

  it('sends files that need OCR to the slow lane and extracts them there', async () => {
    start([sandboxed('wants-ocr', ['text/plain'], { ocr: 'sometimes' })], ocr);
    expect(await extract('scan', 'a.txt')).toMatchObject({ outcome: 'needs-ocr-lane' });
    expect(await extract('scan', 'a.txt', { lane: 'ocr' })).toMatchObject({ outcome: 'text', text: 'scan 2 eng' });
    expect(await extract('scan', 'a.txt', { lane: 'ocr', languages: ['fra'] })).toMatchObject({ text: 'scan 2 fra' });
  });

  it('a plugin that always needs OCR is not started in the quick lane', async () => {
    start([sandboxed('hangs', ['text/plain'], { ocr: 'always' })], ocr);
    expect(await extract('scan', 'a.txt')).toMatchObject({ outcome: 'needs-ocr-lane' });
  });

  it('stops remote plugins after their own time limit, cancels them, and throws only temporary faults', async () => {
    const never = new Promise<ExtractionResult>(() => undefined);
    const closed = await closedAddress();
    const hanging = remote('never', ['text/plain'], () => never);
    start([
      { ...hanging, declaration: { ...hanging.declaration, timeoutSeconds: 0.05 } as typeof hanging.declaration },
      remote('broken', ['text/csv'], () => Promise.reject(new Error('no\nidea'))),
      remote('away', ['text/markdown'], () => Promise.reject(new TransientPluginError('503'))),
      remote('refused', ['text/html'], () => fetch(closed).then(() => ({ outcome: 'empty', pages: [] }))),
      remote('repetitive', ['application/xml'], () =>
        Promise.reject(new TransientPluginError('POST /text: 503', { cause: new Error('503') })),
      ),
      remote('unknown', ['text/css'], () => Promise.reject(new PermanentPluginError('401'))),
    ]);
    expect(await extractInTurns('a', 'a.txt')).toMatchObject({ outcome: 'timeout', provider: 'never' });
    const stopped = { lane: 'remote', remote: { ...patient, plugin: 'never' }, signal: AbortSignal.abort() } as const;
    expect(await extract('a', 'a.txt', stopped)).toMatchObject({ outcome: 'cancelled' });
    const insistent = {
      lane: 'remote',
      remote: { waitsForService: true, retriesTimeout: true, plugin: 'never' },
    } as const;
    await expect(extract('a', 'a.txt', insistent)).rejects.toThrow(TransientPluginError);
    expect(await extractInTurns('a', 'a.csv')).toMatchObject({
      outcome: 'crashed',
      reason: 'The plugin failed: no idea',
    });
    expect(await extractInTurns('a', 'a.css')).toMatchObject({ outcome: 'crashed', reason: 'The plugin failed: 401' });
    await expect(extractInTurns('a', 'a.md')).rejects.toThrow('503');
    await expect(extractInTurns('<a/>', 'a.xml')).rejects.toThrow(/^POST \/text: 503$/);
    await expect(extractInTurns('a', 'a.html')).rejects.toThrow(/^fetch failed: .*ECONNREFUSED/);
    const impatient = { waitsForService: false, retriesTimeout: false, plugin: 'away' };
    expect(await extract('a', 'a.md', { lane: 'remote', remote: impatient })).toMatchObject({
      outcome: 'failed',
      reason: 'The service is not available: 503',
    });
  });

  it('leaves a file that a service cannot read to the next plugin, in its own lane, without asking twice', async () => {
    let calls = 0;
    const service = remote('service', ['text/plain'], () => {
      calls += 1;
      return Promise.reject(new PermanentPluginError('the key is not accepted'));
    });
    start([service, sandboxed('reads-words', ['text/*'])]);
    expect(await extract('some words', 'a.txt')).toMatchObject({
      outcome: 'needs-remote-lane',
      remotePlugin: 'service',
      nextTurn: firstTurn('a.txt'),
    });
    expect(await extractInTurns('some words', 'a.txt')).toMatchObject({
      outcome: 'text',
      text: 'some words',
      provider: 'reads-words',
      reason: null,
      warnings: [],
    });
    expect(calls).toBe(1);
  });

  it('continues with the next step without calling a service that is known to be down', async () => {
    let calls = 0;
    const service = remote('service', ['text/plain'], () => Promise.reject(new Error(`call ${(calls += 1)}`)));
    start([
      { ...service, step: 0 },
      { ...sandboxed('reads-words', ['text/plain']), step: 1 },
    ]);
    const { nextTurn: turn = firstTurn('a.txt'), hasFallback } = await extract('some words', 'a.txt');
    const away = { waitsForService: false, retriesTimeout: false, away: 'It is away.', plugin: 'service' };
    const moved = await extract('some words', 'a.txt', { lane: 'remote', remote: away, turn });
    expect([hasFallback, moved.outcome, calls]).toEqual([true, 'needs-quick-lane', 0]);
    const read = await extract('some words', 'a.txt', { turn: moved.nextTurn ?? turn });
    expect(read).toMatchObject({ text: 'some words', warnings: ['service could not read it: It is away.'] });
  });

  it('keeps what a service says of its model, in a shortened form', async () => {
    const engine = `model\n7 ${'x'.repeat(200)}`;
    start([remote('service', ['text/*'], async () => ({ outcome: 'empty', pages: [], engine }))]);
    expect((await extractInTurns('a', 'a.txt')).engine).toBe(`model 7 ${'x'.repeat(92)}`);
  });

  it('hides what a plugin says of files that it rejects, unless it accepts exactly their type', async () => {
    const rejects = (id: string, accepts: string[]) =>
      remote(id, accepts, async () => ({
        outcome: 'unsupported',
        pages: [],
        reason: `Only for ${id}.`,
        warnings: [id],
      }));
    start([rejects('everything', ['*/*']), rejects('tables', ['text/csv'])]);
    expect(await extractInTurns('words', 'a.txt')).toMatchObject({
      outcome: 'unsupported',
      provider: null,
      reason: 'No installed plugin reads files of the type text/plain.',
      warnings: [],
    });
    expect(await extractInTurns('a;b', 'a.csv')).toMatchObject({ provider: 'tables', reason: 'Only for tables.' });
  });

  it('asks the plugin that declares the type of the file, even in an encoding that is not UTF-8', async () => {
    const book = {
      type: 'application/x-fictionbook+xml',
      extensions: ['fb2'],
      magic: [{ bytes: '<FictionBook', within: 500 }],
    };
    start([{ ...sandboxed('reads-words', [book.type]), types: [book] }]);
    const read = (bytes: Buffer, fileName: string) =>
      service.extract(
        { open: async () => Readable.from([bytes]), fileName, declaredType: 'text/plain' },
        { languages: [], lane: 'quick', signal: new AbortController().signal, owner: 'a', turn: firstTurn(fileName) },
      );
    const windows1251 = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1251"?><FictionBook>'),
      Buffer.from([0xc2, 0xee, 0xe9, 0xed, 0xe0]),
    ]);
    const found = { outcome: 'text', provider: 'reads-words', detectedType: book.type };
    expect(await read(Buffer.from('<?xml version="1.0"?><FictionBook>war'), 'war.fb2')).toMatchObject(found);
    expect(await read(windows1251, 'war.fb2')).toMatchObject(found);
    expect(await read(windows1251, 'war')).toMatchObject(found);
  });

  it('runs a sandboxed extractor that throws PermanentPluginError once, and passes on a temporary fault', async () => {
    start([sandboxed('throws-kit-errors', ['text/plain', 'text/csv'])]);
    expect(await extract('permanent', 'a.txt')).toMatchObject({
      outcome: 'crashed',
      reason: 'The plugin failed: permanent',
    });
    await expect(extract('transient', 'a.csv')).rejects.toThrow(TransientPluginError);
  });

  it('passes on the progress that a sandboxed extractor reports', async () => {
    start([sandboxed('reports-progress', ['text/plain'])]);
    const reports: unknown[] = [];
    await extract('words', 'a.txt', { onProgress: (...report) => void reports.push(report) });
    expect(reports).toEqual([[3, 12]]);
  });

  it('extracts small texts while a file hangs in the slow lane', async () => {
    const abort = new AbortController();
    start([sandboxed('hangs', ['text/csv']), sandboxed('reads-words', ['text/plain'])], ocr);
    const hanging = extract('a;b', 'a.csv', { lane: 'ocr', signal: abort.signal });
    expect(await extract('words', 'a.txt')).toMatchObject({ outcome: 'text' });
    abort.abort();
    expect(await hanging).toMatchObject({ outcome: 'cancelled' });
  });

  it('moves a file that takes long out of the quick lane for the file of another owner, and extracts the others meanwhile', async () => {
    const abort = new AbortController();
    start([sandboxed('hangs', ['text/csv']), sandboxed('reads-words', ['text/plain'])]);
    const hostile = ['a', 'a', 'b', 'b', 'c'].map((owner) =>
      extract('a;b', 'a.csv', { owner, signal: abort.signal, turn: firstTurn(`hostile of ${owner}`) }),
    );
    const first = await Promise.race(hostile);
    expect(first).toMatchObject({ outcome: 'yielded', nextTurn: { turnsWithoutPages: 1 } });
    expect(await extract('words', 'a.txt', { owner: 'victim' })).toMatchObject({ outcome: 'text' });
    abort.abort();
    await Promise.all(hostile);
  });

  it('ends with a timeout once the turns of a document have used all of its time', async () => {
    start([sandboxed('reads-words', ['text/plain'])]);
    const turn = { ...firstTurn('long'), spentMs: 100 * 3600_000 };
    expect(await extract('words', 'a.txt', { lane: 'ocr', turn })).toMatchObject({ outcome: 'timeout' });
  });
});
