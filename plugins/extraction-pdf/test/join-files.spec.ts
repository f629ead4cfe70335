import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { SelectedPages } from '@archivolt/plugin-kit';
import { LIMITS, recognizingExtractor } from '../../../test/support/recognizing-extractor.js';
import extractor from '../src/extractor.js';
import { aPdf, anXfaForm, pictureOver, textLines } from './a-pdf.js';
import { encrypted } from './encrypted-pdf.js';

const { extract, draw } = recognizingExtractor(extractor, { type: 'application/pdf', fileName: 'file.pdf' });

describe('PDFs that are joined', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'join-files-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function joined(
    files: readonly Buffer[],
    { maxBytes = 10_000_000, mostPages = 100 } = {},
  ): Promise<{ result: SelectedPages | undefined; file: Buffer | undefined }> {
    const path = join(folder, 'files');
    const target = join(folder, 'joined');
    const content = Buffer.concat(files);
    await writeFile(path, content);
    const result = await extractor.joinFiles?.(
      { path, size: content.length, type: 'application/pdf', fileName: 'file', passwords: [] },
      { sizes: files.map(({ length }) => length), mostPages, target, maxBytes },
      {
        ...{ config: undefined, signal: new AbortController().signal, deadline: Number.MAX_SAFE_INTEGER },
        ...{ limits: LIMITS, tempDir: folder },
      },
    );
    const file = (await readdir(folder)).includes('joined') ? await readFile(target) : undefined;
    await rm(target, { force: true });
    return { result, file };
  }
  const aScan = (...words: string[]): Buffer =>
    aPdf(...words.map((word) => ({ drawing: textLines([`The ${word} page`]) })));

  it('all pages are there in the order of the files, and the same files give the same bytes', async () => {
    const files = [aScan('first', 'second'), aScan('third'), aScan('first', 'second')];
    const { result, file } = await joined(files);
    expect(result).toEqual({ outcome: 'selected', pagesCount: 5 });
    const texts = (await extract(file ?? Buffer.alloc(0))).result.pages.map(({ text }) => text.trim());
    expect(texts).toEqual(['first', 'second', 'third', 'first', 'second'].map((word) => `The ${word} page`));
    expect((await joined(files)).file?.equals(file ?? Buffer.alloc(0))).toBe(true);
  });

  it('what a page shows stays as it was, when its file is closed before the new one is written', async () => {
    const { data, info } = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#36c' } })
      .jpeg()
      .toBuffer({ resolveWithObject: true });
    const picture = { jpeg: data, width: info.width, height: info.height, isColoured: true };
    const scan = aPdf({ drawing: pictureOver(100, 100, 300, 400), picture });
    const { file } = await joined([aScan('first'), scan]);
    const before = await draw(scan, 1);
    const after = await draw(file ?? Buffer.alloc(0), 2);
    expect(after).toMatchObject({ outcome: 'drawn', width: 'width' in before ? before.width : 0 });
    expect(
      'pixels' in after && 'pixels' in before && Buffer.from(after.pixels).equals(Buffer.from(before.pixels)),
    ).toBe(true);
  });

  it('a file that cannot be joined is named by its place, and nothing is written', async () => {
    const sound = aScan('sound');
    const cases: [Buffer, string, string][] = [
      [await encrypted(sound, '', 'owner'), 'encrypted', 'File 2: The PDF is protected; the new one would not be.'],
      [await encrypted(sound, 'secret', 'owner'), 'encrypted', 'File 2: '],
      [Buffer.from('no PDF at all'), 'corrupt', 'File 2: The PDF is damaged and cannot be opened.'],
      [
        anXfaForm({ template: '<template/>' }, { drawing: textLines(['Please wait']) }),
        'unsupported',
        'File 2: The pages of this form are made by the viewer.',
      ],
    ];
    for (const [file, outcome, reason] of cases) {
      const { result, file: written } = await joined([sound, file, sound]);
      expect(result).toMatchObject({ outcome, reason: expect.stringContaining(reason) });
      expect(written).toBeUndefined();
    }
  });

  it('files with more pages or more bytes than are allowed are refused', async () => {
    const files = [aScan('one', 'two'), aScan('three')];
    expect((await joined(files, { mostPages: 2 })).result).toMatchObject({ outcome: 'too-large' });
    expect((await joined(files, { mostPages: 3 })).result).toMatchObject({ outcome: 'selected' });
    expect((await joined(files, { maxBytes: 500 })).result).toMatchObject({ outcome: 'too-large' });
  });

  it('a file that says that it has too many pages is refused before they are copied', async () => {
    const many = withPagesCount(2_000, aScan('one'));
    expect((await joined([aScan('sound'), many])).result).toEqual({
      ...{ outcome: 'too-large', reason: 'The files have more than 100 pages together.' },
    });
  });
});

const withPagesCount = (count: number, pdf: Buffer): Buffer =>
  Buffer.from(pdf.toString('latin1').replace(/\/Count \d+/, `/Count ${count}`), 'latin1');
