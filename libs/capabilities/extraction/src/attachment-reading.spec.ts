import 'reflect-metadata';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ExtractionConfig } from '#config/extraction';
import { AttachmentReading } from './attachment-reading.js';
import { makeExtraction, type Extraction, type HandedFile } from '#capabilities/sandbox';
import { firstTurn, type ExtractionOptions } from './extraction.js';
import type { ExtractionPlugin, OcrPlugin } from './extraction-plugins.js';
import { ExtractionService } from './extraction.service.js';

const fixture = (name: string): URL => new URL(`../../sandbox/test/bad-extractors/${name}.mjs`, import.meta.url);
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

  /** Starts the service again, with these plugins and this time for a file. */
  const restart = async (installed: ExtractionPlugin[], timeoutMs = 60_000): Promise<void> => {
    await service.onApplicationShutdown();
    const data = { dataDir } as ConstructorParameters<typeof ExtractionService>[1];
    service = new ExtractionService(Object.assign(new ExtractionConfig(), { timeoutMs }), data, installed, engine);
  };

  const extract = (fileName: string, content: string, lane: ExtractionOptions['lane'] = 'quick'): Promise<Extraction> =>
    service.extract(
      { open: async () => Readable.from([Buffer.from(content)]), fileName, declaredType: undefined },
      { languages: [], lane, signal: new AbortController().signal, owner: 'a', turn: firstTurn(fileName) },
    );

  it('files in a file are read after it, each on its own pages', async () => {
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

  it('a file moves to the lane for OCR when one of the files in it needs that, where all are read', async () => {
    await restart([plugins[0] as ExtractionPlugin, sandboxed('wants-ocr', 'text/txt', 'sometimes')]);
    const moved = await extract('soundly.box', 'one');
    expect(moved).toMatchObject({ outcome: 'needs-ocr-lane', attachments: [] });
    expect(moved.nextTurn?.asked).toBeUndefined();
    const read = await extract('soundly.box', 'one', 'ocr');
    expect(read).toMatchObject({ outcome: 'text', pages: 2, attachments: [{ name: 'one.txt', outcome: 'text' }] });
  });

  it.each(['dies', 'lies'])(
    'a file keeps its text when the reader %s while it hands over the files in it',
    async (way) => {
      const { outcome, text, attachments, warnings, truncated } = await extract(`${way}.box`, 'x');
      expect({ outcome, text, attachments }).toEqual({ outcome: 'text', text: 'words', attachments: [] });
      expect(warnings).toEqual([expect.stringMatching(/^The files in it were not read: /)]);
      expect(truncated).toBe(true);
    },
  );

  it('the files that were handed over in time are read, and the file says that there are more', async () => {
    await restart(plugins, 300);
    const { text, attachments, warnings, ...rest } = await extract('stops.box', 'x');
    expect(text).toBe('words\ffirst');
    expect(attachments).toMatchObject([{ name: 'a.txt', outcome: 'text' }]);
    expect(rest).toMatchObject({ truncated: true, isCutShort: true });
    expect(warnings).toEqual(['The time for this document ran out before all of it was read.']);
  });

  it('files that take too long to be handed over are left out, and the file says so', async () => {
    await restart(plugins, 300);
    const { text, attachments, warnings, ...rest } = await extract('hangs.box', 'x');
    expect({ text, attachments }).toEqual({ text: 'words', attachments: [] });
    expect(rest).toMatchObject({ truncated: true, isCutShort: true });
    expect(warnings).toEqual(['The files in it were not read: It took too long to read.']);
  });

  it('a file keeps its text when one of the files in it takes too long', async () => {
    await restart([plugins[0] as ExtractionPlugin, sandboxed('hangs', 'text/txt')], 300);
    const extraction = await extract('soundly.box', 'one\ntwo');
    expect(extraction).toMatchObject({ outcome: 'text', text: 'words', truncated: true, isCutShort: true });
    expect(extraction.attachments.map(({ outcome }) => outcome)).toEqual(['timeout', 'timeout']);
    expect(extraction.warnings).toEqual(['The time for a file in it ran out before all of it was read.']);
  });

  it('a file keeps its text when the plugin for the files in it fails for now', async () => {
    await restart([plugins[0] as ExtractionPlugin, sandboxed('throws-kit-errors', 'text/txt')]);
    const { text, attachments, truncated } = await extract('soundly.box', 'busy');
    expect({ text, truncated }).toEqual({ text: 'words', truncated: true });
    expect(attachments).toMatchObject([{ outcome: 'failed', reason: 'The plugin failed: busy' }]);
  });
});

describe('the reading of the files in a document', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'attachment-turns-spec-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const text = (cpuMs: number, fields: Partial<Extraction> = {}): Extraction =>
    makeExtraction('text', { text: 'words', pages: 1, cpuMs, ...fields });
  const yielded = (cpuMs: number, fields: Partial<Extraction> = {}): Extraction =>
    makeExtraction('yielded', { cpuMs, ...fields });
  const threeFiles: HandedFile[] = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({ name, type: '', size: 1 }));

  /** Reads a document with these files. `given` is what comes of each that is read. */
  const readFiles = async (
    files: readonly HandedFile[],
    given: readonly Extraction[],
    settings: { msLeft?: number; maxOcrPages?: number; isTurnOver?: boolean; isLate?: boolean } = {},
  ): Promise<Extraction> => {
    const { msLeft = 60_000, maxOcrPages = 1, isTurnOver = false, isLate = false } = settings;
    const own = await mkdtemp(join(folder, 'document-'));
    const path = join(own, 'files');
    await writeFile(path, 'abc');
    const limits = { maxOcrPages, maxChars: 1_000, maxPixels: 1, maxInflatedBytes: 1_000, maxEntries: 10 };
    let asked = 0;
    const reading = new AttachmentReading(
      {
        ...{ types: [], limits, timeoutMs: 60_000, ocrPageTimeoutMs: 1_000, msLeft, folder: own },
        since: performance.now() - 100,
        isTurnOver: () => isTurnOver && asked > 0,
        isLate: () => isLate && asked > 0,
        read: async () => given[(asked += 1) - 1] ?? text(1),
      },
      { ...text(5), handed: { files, count: files.length, path } },
    );
    return reading.read();
  };
  const outcomes = ({ attachments }: Extraction) => attachments.map(({ outcome }) => outcome);

  describe('when the turn of the document is over after the first one', () => {
    const read = (msLeft: number, given: readonly Extraction[]): Promise<Extraction> =>
      readFiles(threeFiles, given, { msLeft, isTurnOver: true });

    it('the next turn begins again with the files in a document, and counts the work that was done', async () => {
      expect(await read(60_000, [text(7)])).toMatchObject({ outcome: 'yielded', cpuMs: 12, attachments: [] });
    });

    it('the document continues without the other files when there is no time for another turn, and says so', async () => {
      const extraction = await read(20, [text(7)]);
      expect(outcomes(extraction)).toEqual(['text', 'timeout', 'timeout']);
      expect(extraction).toMatchObject({ text: 'words\fwords', truncated: true, isCutShort: true });
      expect(extraction.warnings).toEqual(['The time for the document ran out before all files in it were read.']);
    });

    it('the work of a file that leaves the place counts, and the document continues without the others', async () => {
      expect(await read(60_000, [yielded(15)])).toMatchObject({ outcome: 'yielded', cpuMs: 20 });
      expect(outcomes(await read(30, [yielded(15)]))).toEqual(['timeout', 'timeout', 'timeout']);
    });
  });

  describe('when it takes longer than one job may', () => {
    const read = (first: Extraction): Promise<Extraction> => readFiles(threeFiles, [first], { isLate: true });

    it('the document continues without the other files, because the next job would end at the same one', async () => {
      expect(outcomes(await read(text(7)))).toEqual(['text', 'timeout', 'timeout']);
      expect(outcomes(await read(yielded(7)))).toEqual(['timeout', 'timeout', 'timeout']);
    });

    it('the next job begins again when pages were recognized, which are kept', async () => {
      expect(await read(text(7, { hasNewPages: true }))).toMatchObject({ outcome: 'yielded', hasNewPages: true });
      expect(await read(yielded(7, { hasNewPages: true }))).toMatchObject({ outcome: 'yielded', hasNewPages: true });
    });
  });

  it('the remarks name a file that was too large', async () => {
    const large: HandedFile = { name: 'a.txt', type: '', size: 0, unread: { outcome: 'too-large', reason: 'Why.' } };
    const { attachments, warnings, truncated } = await readFiles([large], []);
    expect(attachments).toMatchObject([{ name: 'a.txt', outcome: 'too-large', reason: 'Why.' }]);
    expect([warnings, truncated]).toEqual([
      ['Files in it that are too large, or too much in all, were not read.'],
      true,
    ]);
  });

  it('a file with a text is listed in any case, instead of the last one without', async () => {
    const unread = (name: string): HandedFile => ({
      ...{ name, type: '', size: 0 },
      unread: { outcome: 'encrypted', reason: null },
    });
    const secrets = Array.from({ length: 1_000 }, (_, index) => unread(`${index}.txt`));
    const invoice = { name: 'invoice.pdf', type: '', size: 1 };
    const { attachments, warnings } = await readFiles([...secrets, invoice, unread('last.txt')], []);
    expect(attachments).toHaveLength(1_000);
    expect(attachments.slice(-2)).toMatchObject([{ name: '998.txt' }, { name: 'invoice.pdf', firstPage: 2 }]);
    expect(warnings).toEqual(['2 more files in it are not listed.']);
  });

  it('the reason for files in a document with too many scanned pages is that number', async () => {
    const late = { truncated: true, reason: 'There was no time to read the picture.' };
    const given = [
      makeExtraction('too-large', late),
      text(1, { warnings: ['Only the first 0 scanned pages were read.'] }),
      makeExtraction('too-large', { ...late, isCutShort: true }),
    ];
    const { attachments, warnings, truncated } = await readFiles(threeFiles, given, { maxOcrPages: 0 });
    const reason = 'The document has more scanned pages than are read.';
    expect(attachments.map((file) => file.reason)).toEqual([reason, reason, late.reason]);
    expect({ first: warnings[0], truncated }).toEqual({ first: reason, truncated: true });
    const [other] = (await readFiles(threeFiles, given, { maxOcrPages: 1 })).attachments;
    expect(other?.reason).toBe(late.reason);
  });
});
