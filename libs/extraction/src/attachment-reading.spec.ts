import 'reflect-metadata';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ExtractionConfig } from '#config/extraction';
import type { ExtractionPlugin, OcrPlugin } from './extraction-plugins.js';
import { firstTurn, type Extraction, type ExtractionOptions } from './extraction.js';
import { ExtractionService } from './extraction.service.js';

const fixture = (name: string): URL => new URL(`../test/bad-extractors/${name}.mjs`, import.meta.url);
const sandboxed = (name: string, type: string, ocr: 'never' | 'sometimes' = 'never'): ExtractionPlugin => ({
  ...{
    id: name,
    version: '1.0.0',
    config: undefined,
    types: [{ type, extensions: [type.slice(type.indexOf('/') + 1)] }],
  },
  declaration: { form: 'sandboxed', accepts: [type], extractor: fixture(name), ocr },
});
const plugins = [
  sandboxed('hands-files', 'application/box'),
  sandboxed('reads-words', 'text/txt'),
  sandboxed('wants-ocr', 'image/scan', 'sometimes'),
];
const engine: OcrPlugin = {
  ...{ id: 'ocr-engine', version: '1.0.0', config: { greeting: 'scan' } },
  declaration: { form: 'sandboxed', engine: fixture('ocr-engine'), installedLanguages: async () => ['eng'] },
};

describe('files in a file', () => {
  let dataDir: string;
  let service: ExtractionService;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'attachment-reading-spec-'));
    const data = { dataDir } as ConstructorParameters<typeof ExtractionService>[1];
    service = new ExtractionService(new ExtractionConfig(), data, plugins, engine);
  });
  afterEach(async () => {
    await service.onApplicationShutdown();
    expect(await readdir(join(dataDir, 'tmp', 'extraction'))).toEqual([]);
    await rm(dataDir, { recursive: true, force: true });
  });

  const extract = (fileName: string, content: string, lane: ExtractionOptions['lane'] = 'quick'): Promise<Extraction> =>
    service.extract(
      { open: async () => Readable.from([Buffer.from(content)]), fileName, declaredType: undefined },
      { languages: [], lane, signal: new AbortController().signal, owner: 'a', turn: firstTurn(fileName) },
    );

  it('are read after it, each on its own pages', async () => {
    const { text, pages, layouts, attachments, warnings } = await extract('soundly.box', 'one\ntwo');
    expect({ text, pages, layouts: layouts.length, warnings }).toEqual({
      ...{ text: 'words\fone\ftwo', pages: 3, layouts: 3, warnings: [] },
    });
    expect(attachments).toEqual(
      ['one', 'two'].map((word, index) => ({
        ...{ name: `${word}.txt`, path: [], type: 'text/txt', size: 3, outcome: 'text', reason: null },
        ...{ firstPage: index + 2, pagesCount: 1 },
      })),
    );
  });

  it('move it to the lane for OCR when one of them needs it, where all are read', async () => {
    const plugin = sandboxed('wants-ocr', 'text/txt', 'sometimes');
    const data = { dataDir } as ConstructorParameters<typeof ExtractionService>[1];
    await service.onApplicationShutdown();
    service = new ExtractionService(new ExtractionConfig(), data, [plugins[0] as ExtractionPlugin, plugin], engine);
    const moved = await extract('soundly.box', 'one');
    expect(moved).toMatchObject({ outcome: 'needs-ocr-lane', attachments: [] });
    expect(moved.nextTurn?.asked).toBeUndefined();
    const read = await extract('soundly.box', 'one', 'ocr');
    expect(read).toMatchObject({ outcome: 'text', pages: 2, attachments: [{ name: 'one.txt', outcome: 'text' }] });
  });

  it.each(['throws', 'dies', 'nonsense', 'lies'])(
    'do not cost it its text when the reader %s while it hands them over',
    async (way) => {
      const { outcome, text, attachments, warnings } = await extract(`${way}.box`, 'x');
      expect({ outcome, text, attachments }).toEqual({ outcome: 'text', text: 'words', attachments: [] });
      expect(warnings).toEqual([expect.stringMatching(/^The files in it were not read: /)]);
    },
  );
});
