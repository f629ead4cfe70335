import 'reflect-metadata';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TransientPluginError, type ExtractionResult, type HostServices } from '@archivolt/plugin-kit';
import { ExtractionConfig } from '#config/extraction';
import type { ExtractionPlugin, OcrPlugin } from './extraction-plugins.js';
import { firstTurn, type Extraction, type ExtractionOptions } from './extraction.js';
import { ExtractionService } from './extraction.service.js';

const fixture = (name: string): URL => new URL(`../test/bad-extractors/${name}.mjs`, import.meta.url);

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
    host: {} as HostServices<object>,
    declaration: { form: 'remote', accepts, create: () => ({ extract: (_, { signal }) => extract(signal) }) },
  };
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
    expect(await extract('words', 'a.txt')).toMatchObject({ outcome: 'corrupt', provider: 'anything' });
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

  it('does not start a plugin that always needs OCR in the quick lane', async () => {
    start([sandboxed('hangs', ['text/plain'], { ocr: 'always' })], ocr);
    expect(await extract('scan', 'a.txt')).toMatchObject({ outcome: 'needs-ocr-lane' });
  });

  it('stops remote plugins after the timeout, cancels them, and throws only their temporary faults', async () => {
    config.timeoutMs = 50;
    const never = new Promise<ExtractionResult>(() => undefined);
    start([
      remote('never', ['text/plain'], () => never),
      remote('broken', ['text/csv'], () => Promise.reject(new Error('no\nidea'))),
      remote('away', ['text/markdown'], () => Promise.reject(new TransientPluginError('503'))),
    ]);
    expect(await extract('a', 'a.txt')).toMatchObject({ outcome: 'timeout', provider: 'never' });
    expect(await extract('a', 'a.txt', { signal: AbortSignal.abort() })).toMatchObject({ outcome: 'cancelled' });
    expect(await extract('a', 'a.csv')).toMatchObject({ outcome: 'crashed', reason: 'The plugin failed: no idea' });
    await expect(extract('a', 'a.md')).rejects.toThrow('503');
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
