import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SelectedPage, SelectedPages } from '@archivolt/plugin-kit';
import { LIMITS, recognizingExtractor } from '../../../test/support/recognizing-extractor.js';
import extractor from '../src/extractor.js';
import { aPdf, anXfaForm, textLines } from './a-pdf.js';
import { encrypted } from './encrypted-pdf.js';

const { extract, draw } = recognizingExtractor(extractor, { type: 'application/pdf', fileName: 'file.pdf' });
const fixture = (name: string): Promise<Buffer> => readFile(new URL(`./fixtures/${name}.pdf`, import.meta.url));

describe('pages that are taken out of a PDF', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'select-pages-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function select(
    file: Buffer,
    pages: readonly (SelectedPage | number)[],
    { maxBytes = 10_000_000, passwords = [] as string[] } = {},
  ): Promise<{ selected: SelectedPages; part: Buffer | undefined }> {
    const path = join(folder, 'file');
    const target = join(folder, 'part');
    await writeFile(path, file);
    const context = {
      ...{ config: undefined, signal: new AbortController().signal, deadline: Number.MAX_SAFE_INTEGER },
      ...{ limits: LIMITS, tempDir: folder },
    };
    const selected = await extractor.selectPages?.(
      { path, size: file.length, type: 'application/pdf', fileName: 'file.pdf', passwords },
      { pages: pages.map((page) => (typeof page === 'number' ? { page, turn: 0 } : page)), target, maxBytes },
      context,
    );
    if (selected === undefined) throw new Error('the extractor selects no pages');
    const isThere = (await readdir(folder)).includes('part');
    const part = isThere ? await readFile(target) : undefined;
    await rm(target, { force: true });
    return { selected, part };
  }

  const textsOf = async (file: Buffer) => (await extract(file)).result.pages.map(({ text }) => text);
  const partOf = async (file: Buffer, pages: readonly (SelectedPage | number)[]): Promise<Buffer> => {
    const { selected, part } = await select(file, pages);
    expect(selected.outcome).toBe('selected');
    return part ?? Buffer.alloc(0);
  };
  const aStack = (): Buffer =>
    aPdf(...['first', 'second', 'third', 'fourth'].map((word) => ({ drawing: textLines([`The ${word} page`]) })));

  it('a part has the texts of its pages, in the order that was asked for', async () => {
    const stack = aStack();
    const all = await textsOf(stack);
    expect(await textsOf(await partOf(stack, [1, 2]))).toEqual(all.slice(0, 2));
    expect(await textsOf(await partOf(stack, [4, 2, 2]))).toEqual([all[3], all[1], all[1]]);
  });

  it.each(['double-name', 'hindi', 'shifted-letters', 'hidden-first-line-only'])(
    'a part of the file %s says what its page says',
    async (name) => {
      const file = await fixture(name);
      const before = await extract(file);
      const after = await extract(await partOf(file, [1]));
      expect(after.result.pages[0]?.text).toBe(before.result.pages[0]?.text);
    },
  );

  it('the values of a form stay on its page', async () => {
    const [text] = await textsOf(await partOf(await fixture('form-without-appearance'), [1]));
    expect(text).toContain('Ottilie Brandner');
    expect(text).toContain('DE02120300000000202051');
    expect(text).toContain('Familie');
  });

  it('links and notes of a page stay on it', async () => {
    const link =
      '/Type /Annot /Subtype /Link /Rect [50 700 200 720] /A << /S /URI /URI (https://example.org/invoice) >>';
    const file = aPdf(
      { drawing: textLines(['no link']) },
      {
        drawing: textLines(['a link']),
        annotations: [
          `<< ${link} >>`,
          { body: '/Type /Annot /Subtype /FreeText /Rect [50 600 300 640]', shows: 'noted' },
        ],
      },
    );
    const part = await partOf(file, [2]);
    expect(part.toString('latin1')).toContain('https://example.org/invoice');
    expect((await textsOf(part)).join()).toContain('noted');
    expect((await partOf(file, [1])).toString('latin1')).not.toContain('example.org');
  });

  it('a page is turned in addition to the rotation that it has', async () => {
    const file = aPdf({ drawing: textLines(['upright']) }, { drawing: textLines(['turned']), rotate: 90 });
    const shapeOf = async (page: SelectedPage) => {
      const drawn = await draw(await partOf(file, [page]), 1);
      if (drawn.outcome !== 'drawn') throw new Error(drawn.reason);
      return drawn.width > drawn.height ? 'wide' : 'high';
    };
    expect(await shapeOf({ page: 1, turn: 0 })).toBe('high');
    expect(await shapeOf({ page: 1, turn: 270 })).toBe('wide');
    expect(await shapeOf({ page: 2, turn: 0 })).toBe('wide');
    expect(await shapeOf({ page: 2, turn: 90 })).toBe('high');
  });

  it('the same pages give the same bytes, so that a part that is known is known again', async () => {
    const hashOf = async () =>
      createHash('sha256')
        .update(await partOf(aStack(), [2, 3]))
        .digest('hex');
    expect(await hashOf()).toBe(await hashOf());
    expect((await partOf(aStack(), [1])).toString('latin1')).toContain('D:20000101000000Z');
  });

  it('what is protected, damaged, made by viewers or too short is refused with the reason, and leaves no file', async () => {
    const locked = await encrypted(aStack(), 'secret', 'owner');
    const limited = await encrypted(aStack(), '', 'owner');
    const cases: [Buffer, number[], object, Parameters<typeof select>[2]?][] = [
      [locked, [1], { outcome: 'encrypted' }],
      [
        locked,
        [1],
        { outcome: 'encrypted', reason: 'The PDF is protected; its parts would not be.' },
        { passwords: ['secret'] },
      ],
      [limited, [1], { outcome: 'encrypted', reason: 'The PDF is protected; its parts would not be.' }],
      [aStack().subarray(0, 300), [1], { outcome: 'corrupt' }],
      [Buffer.alloc(0), [1], { outcome: 'corrupt' }],
      [Buffer.from('plain words'), [1], { outcome: 'corrupt' }],
      [aStack(), [1, 5], { outcome: 'no-such-page', reason: 'The PDF has only 4 pages.', pagesCount: 4 }],
      [
        anXfaForm({ template: '<template/>' }, { drawing: textLines(['Please wait']) }),
        [1],
        { outcome: 'unsupported' },
      ],
      [aStack(), [1, 2], { outcome: 'too-large' }, { maxBytes: 500 }],
    ];
    for (const [file, pages, expected, options] of cases) {
      const { selected, part } = await select(file, pages, options);
      expect(selected).toMatchObject(expected);
      expect(part).toBeUndefined();
    }
  });

  it('five hundred of a thousand pages are taken out', async () => {
    const stack = aPdf(
      ...Array.from({ length: 1_000 }, (_, page) => ({ drawing: textLines([`Page number ${page}`]) })),
    );
    const part = await partOf(
      stack,
      Array.from({ length: 500 }, (_, index) => 2 * index + 1),
    );
    expect((await textsOf(part)).slice(-1)).toEqual(['Page number 998']);
  });
});
