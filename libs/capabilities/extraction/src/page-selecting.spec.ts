import 'reflect-metadata';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ExtractionConfig } from '#config/extraction';
import { ExtractionService } from './extraction.service.js';
import type { SelectedParts, SelectionOptions } from './page-selecting.js';

const extractor = new URL('../../sandbox/test/bad-extractors/selects.mjs', import.meta.url);

describe('the pages that are taken out of files', () => {
  let dataDir: string;
  let service: ExtractionService;
  let parts: string[];
  beforeEach(async () => {
    parts = [];
    dataDir = await mkdtemp(join(tmpdir(), 'selecting-spec-'));
    const config = Object.assign(new ExtractionConfig(), { memoryLimitMb: 250 });
    const data = { dataDir } as ConstructorParameters<typeof ExtractionService>[1];
    const declaration = {
      form: 'sandboxed',
      accepts: ['text/plain'],
      selectsPages: ['text/plain'],
      extractor,
    } as const;
    const plugin = { id: 'selects', version: '1.0.0', config: undefined, declaration };
    service = new ExtractionService(config, data, [plugin], undefined);
  });
  afterEach(async () => {
    await service.onApplicationShutdown();
    const left = await readdir(join(dataDir, 'tmp', 'extraction')).catch(() => []);
    expect(left).toEqual([]);
    await rm(dataDir, { recursive: true, force: true });
  });

  /** The name of the file says how the extractor behaves. */
  const select = (way: string, changes: Partial<SelectionOptions> = {}): Promise<SelectedParts> =>
    service.selectPages(
      { open: async () => Readable.from([Buffer.from('words')]), fileName: `${way}.txt`, declaredType: undefined },
      {
        parts: [
          [
            { page: 1, turn: 0 },
            { page: 2, turn: 90 },
          ],
          [{ page: 9, turn: 0 }],
        ],
        ...{ mostBytes: 1_000, timeoutMs: 120_000, owner: 'a', signal: new AbortController().signal },
        ...changes,
      },
      async ({ path, size }) => {
        const text = await readFile(path, 'utf8');
        expect(text).toHaveLength(size);
        parts.push(text);
      },
    );

  it('each part is handed over with its pages, one after the other', async () => {
    expect(service.selectsPages('text/plain')).toBe(true);
    expect(service.selectsPages('application/pdf')).toBe(false);
    expect(await select('soundly')).toEqual({ outcome: 'selected' });
    expect(parts).toEqual(['1/0 2/90', '9/0']);
  });

  it.each(['throws', 'writes nothing', 'writes no bytes', 'writes too much', 'leaves a link', 'says nothing'])(
    'taking pages out has an outcome for an extractor that %s',
    async (way) => {
      expect(await select(way)).toMatchObject({ outcome: 'crashed', reason: expect.any(String) });
      expect(parts).toEqual([]);
      expect(await select('soundly')).toEqual({ outcome: 'selected' });
    },
  );

  it('an extractor that hangs is ended, and a refusal is passed on in one line', async () => {
    expect(await select('hangs', { timeoutMs: 500 })).toMatchObject({ outcome: 'timeout' });
    expect(await select('is protected')).toEqual({ outcome: 'encrypted', reason: 'It is protected.' });
    expect(await select('soundly', { signal: AbortSignal.abort() })).toMatchObject({ outcome: 'cancelled' });
    expect(parts).toEqual([]);
  });
});
