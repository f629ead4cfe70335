import 'reflect-metadata';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ExtractionConfig } from '#config/extraction';
import { sample } from '../../../../test/support/sample.js';
import { untilTrue } from '../../../../test/support/until.js';
import { waitingExtractors } from '../test/waiting-extractors.js';
import type { Drawing, DrawingOptions } from '#capabilities/sandbox';
import type { ExtractionPlugin } from './extraction-plugins.js';
import { ExtractionService } from './extraction.service.js';

const fixture = (name: string): URL => new URL(`../../sandbox/test/bad-extractors/${name}.mjs`, import.meta.url);
const plugin = (id: string, extractor: string, draws?: string[]): ExtractionPlugin => ({
  ...{ id, version: '1.0.0', config: undefined },
  declaration: { form: 'sandboxed', accepts: ['text/plain'], extractor: fixture(extractor), ...(draws && { draws }) },
});

describe('the drawing of pages', () => {
  let dataDir: string;
  let service: ExtractionService;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'drawing-spec-'));
    start([plugin('draws', 'draws', ['text/*'])]);
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
  /** The name of the file says how the extractor behaves. */
  const draw = (way: string, changes: Partial<DrawingOptions> = {}): Promise<Drawing> =>
    service.drawPage(
      { open: async () => Readable.from([Buffer.from('words')]), fileName: `${way}.txt`, declaredType: undefined },
      {
        ...{ page: 1, width: 20, height: 30, timeoutMs: 120_000, owner: 'a' },
        signal: new AbortController().signal,
        ...changes,
      },
    );

  it('drawing returns the pixels of the page', async () => {
    expect(service.draws('text/plain')).toBe(true);
    expect(service.draws('image/png')).toBe(false);
    const drawing = await draw('soundly', { page: 3 });
    expect(drawing).toMatchObject({ outcome: 'drawn', pagesCount: 3, width: 20, height: 30, channels: 1 });
    if (drawing.outcome === 'drawn') expect(drawing.pixels.equals(Buffer.alloc(600, 200))).toBe(true);
  });

  it('an extractor that hangs, waits, or uses too much memory is ended, and draws the next page', async () => {
    expect(await draw('hangs', { timeoutMs: 500 })).toMatchObject({ outcome: 'timeout' });
    expect(await draw('waits', { timeoutMs: 500 })).toMatchObject({ outcome: 'timeout' });
    expect(await draw('eats memory')).toMatchObject({ outcome: 'too-large' });
    expect(await draw('soundly')).toMatchObject({ outcome: 'drawn' });
  });

  const crashes = ['throws', 'exits', 'larger than asked', 'gives no pixels', 'says nothing'];
  it.each(sample(crashes, 2, String))('drawing a page has an outcome for an extractor that %s', async (way) => {
    expect(await draw(way)).toMatchObject({ outcome: 'crashed', reason: expect.any(String) });
    expect(await draw('soundly')).toMatchObject({ outcome: 'drawn' });
  });

  it('the reason why a page is not drawn is passed on in one line', async () => {
    expect(await draw('is encrypted')).toEqual({
      ...{ outcome: 'encrypted', reason: 'It needs a password.', pagesCount: null },
    });
  });

  it('drawing ends when it is cancelled, even while it waits for a place', async () => {
    const abort = new AbortController();
    const drawings = ['waits', 'waits', 'waits'].map((way) => draw(way, { signal: abort.signal }));
    // The last one waits for the places of the others.
    await untilTrue(
      'the extractor to wait',
      async () => (await waitingExtractors(dataDir)) === Math.min(2, service.drawingConcurrency),
    );
    abort.abort();
    for (const drawing of await Promise.all(drawings)) expect(drawing).toMatchObject({ outcome: 'cancelled' });
  });

  it('the files of two owners are not drawn in one process', async () => {
    const seen: (string | null)[] = [];
    for (const owner of ['a', 'a', 'b']) {
      const drawing = await draw('remembers others', { owner });
      if (drawing.outcome !== 'drawn') seen.push(drawing.reason);
    }
    expect(seen).toEqual(['1', '2', '1']); // files that the process has seen
  });

  it('a file is not opened when no plugin draws', async () => {
    start([plugin('reads', 'throws')]);
    const open = () => Promise.reject(new Error('opened'));
    const { signal } = new AbortController();
    const options = { page: 1, width: 20, height: 30, timeoutMs: 1000, owner: 'a', signal };
    const drawing = await service.drawPage({ open, fileName: 'a.txt', declaredType: undefined }, options);
    expect(drawing).toMatchObject({ outcome: 'unsupported' });
  });
});
