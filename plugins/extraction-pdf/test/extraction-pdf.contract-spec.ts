import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { OcrImage } from '@archivolt/plugin-kit';
import { describeExtractor } from '@archivolt/plugin-kit/testing';
import { LIMITS as USUAL_LIMITS, recognizingExtractor } from '../../../test/support/recognizing-extractor.js';
import extractor from '../src/extractor.js';
import manifest from '../src/plugin.js';
import { aPdf, aPdfWithFiles, pictureOver, pinnedFile, textLines, type PageDraft } from './a-pdf.js';
import { encrypted } from './encrypted-pdf.js';

const JPEG = await readFile(new URL('./fixtures/letter.jpg', import.meta.url));
const picture = { jpeg: JPEG, width: 800, height: 387 };
const text = (...lines: string[]): PageDraft => ({ drawing: textLines(lines) });
const scan = (): PageDraft => ({ drawing: pictureOver(40, 400, 515, 250), picture });
const mixed = (): PageDraft => ({
  drawing: `${textLines(['A heading above the picture'], { size: 30 })} ${pictureOver(40, 300, 515, 250)}`,
  picture,
});

const LIMITS = { ...USUAL_LIMITS, maxPixels: 150_000_000 };
const { extract, draw } = recognizingExtractor(extractor, {
  type: 'application/pdf',
  fileName: 'file.pdf',
  limits: LIMITS,
  drawn: { width: 100, height: 400 },
});

const darkRows = ({ gray, width, height }: OcrImage): boolean[] =>
  Array.from({ length: height }, (_, row) =>
    gray.subarray(row * width, (row + 1) * width).some((value) => value < 100),
  );

describeExtractor('extraction-pdf', {
  manifest,
  samples: [
    {
      file: aPdf(text('The orchard in autumn')),
      type: 'application/pdf',
      expectWords: ['orchard'],
      fileName: 'text.pdf',
    },
    {
      file: await readFile(new URL('./fixtures/letter.jp2', import.meta.url)),
      type: 'image/jp2',
      expectWords: ['seen'],
      fileName: 'letter.jp2',
    },
    {
      file: await readFile(new URL('./fixtures/letter.j2k', import.meta.url)),
      type: 'image/j2c',
      expectWords: ['seen'],
      fileName: 'letter.j2k',
    },
    { file: aPdf(scan(), mixed()), type: 'application/pdf', expectWords: ['seen', 'heading'], fileName: 'scan.pdf' },
  ],
  locked: [
    {
      file: await encrypted(aPdf(text('The orchard behind the wall')), 'Schlüssel', 'owner'),
      type: 'application/pdf',
      expectWords: ['orchard'],
      fileName: 'locked.pdf',
      password: 'Schlüssel',
    },
    {
      file: await encrypted(aPdf(text('The orchard of the owner')), 'user', 'owner'),
      type: 'application/pdf',
      expectWords: ['orchard'],
      fileName: 'opened-by-its-owner.pdf',
      password: 'owner',
    },
  ],
  ocr: () => ({ text: 'seen', confidence: 90, languages: ['eng'] }),
});

describe('the words of a PDF', () => {
  /** Helvetica of 12 points from (50, 763) on: `The ` is 24 points wide, `needle` 36. */
  const NEEDLE = { left: 74, right: 110, bottom: 761, top: 772 };
  const [WIDTH, HEIGHT] = [595, 842];
  const aPage = (rotate?: 90 | 180 | 270): PageDraft => ({
    ...text('First line', 'The needle is here'),
    ...(rotate && { rotate }),
  });
  const needleOf = async (file: Buffer) => {
    const { result } = await extract(file);
    const [page] = result.pages;
    const [x = 0, y = 0, width = 0, height = 0] =
      [...(page?.words ?? [])].find((word) => word.text === 'needle')?.box ?? [];
    return { page, box: { x, y, width, height, right: x + width, bottom: y + height } };
  };

  it('the words of a PDF have the order of the text, and boxes where the page shows them', async () => {
    const { page, box } = await needleOf(aPdf(aPage()));
    expect([...(page?.words ?? [])].map((word) => word.text)).toEqual(['First', 'line', 'The', 'needle', 'is', 'here']);
    expect(page).toMatchObject({ width: WIDTH, height: HEIGHT });
    expect(box.x).toBeCloseTo(NEEDLE.left / WIDTH, 2);
    expect(box.right).toBeCloseTo(NEEDLE.right / WIDTH, 2);
    expect(box.y).toBeLessThanOrEqual(1 - NEEDLE.top / HEIGHT + 0.002);
    expect(box.bottom).toBeGreaterThanOrEqual(1 - NEEDLE.bottom / HEIGHT - 0.002);
    expect(box.height).toBeLessThan(18 / HEIGHT);
  });

  it('the words of a PDF have boxes on the page as viewers turn it', async () => {
    const [x, y] = [(NEEDLE.left + NEEDLE.right) / 2 / WIDTH, 1 - (NEEDLE.bottom + NEEDLE.top) / 2 / HEIGHT];
    for (const [rotate, centre] of [
      [90, [1 - y, x]],
      [180, [1 - x, 1 - y]],
      [270, [y, 1 - x]],
    ] as const) {
      const { page, box } = await needleOf(aPdf(aPage(rotate)));
      expect(page).toMatchObject(rotate === 180 ? { width: WIDTH } : { width: HEIGHT });
      expect(box.x + box.width / 2).toBeCloseTo(centre[0], 2);
      expect(box.y + box.height / 2).toBeCloseTo(centre[1], 2);
    }
  });

  it('the words come from recognition where a page is a scan, or has a picture below its text', async () => {
    const words = [{ text: 'picture', box: [0.1, 0.2, 0.3, 0.4] as const }];
    const ocr = () => Promise.resolve({ text: 'picture', confidence: 90, languages: ['eng'], words });
    const { result } = await extract(aPdf(scan(), mixed()), { ocr });
    expect([...(result.pages[0]?.words ?? [])]).toEqual(words);
    expect([...(result.pages[1]?.words ?? [])].map(({ text }) => text)).toEqual([
      ...['A', 'heading', 'above', 'the', 'picture'],
      'picture',
    ]);
  });
});

describe('the text of a PDF', () => {
  it('the text of a PDF is read page by page without recognition', async () => {
    const { result, seen } = await extract(aPdf(text('First page, first line', 'second line'), text('Second page')));
    expect(result).toMatchObject({
      outcome: 'text',
      pages: [
        { text: 'First page, first line\nsecond line', source: 'text-layer' },
        { text: 'Second page', source: 'text-layer' },
      ],
    });
    expect(seen).toHaveLength(0);
  });

  it('the values of form fields are included, with meaningful names, and the contents of notes', async () => {
    const annotations = [
      '/Subtype /Widget /FT /Tx /T (Surname) /V (Okonkwo)',
      '/Subtype /Widget /FT /Tx /T (f1_01) /V (Rotterdam)',
      '/Subtype /Widget /FT /Btn /T (Agreed) /V /Off /AS /Off',
      '/Subtype /Text /Contents (Remember to sign)',
    ];
    const { result } = await extract(aPdf({ ...text('An application form'), annotations }));
    expect(result.pages[0]?.text.split('\n')).toEqual([
      'An application form',
      'Surname: Okonkwo',
      'Rotterdam',
      'Remember to sign',
    ]);
  });

  it('files that are pinned to pages are attachments, besides those that are embedded', async () => {
    const file = aPdfWithFiles(
      { 'order.xml': Buffer.from('<order/>') },
      { ...text('See the note'), annotations: ['/Subtype /Text /Contents (A note)', pinnedFile('plan.txt', 'Gate 3')] },
      { ...text('And the next'), annotations: [pinnedFile('list.csv', 'a;b'), pinnedFile('odd.bin', '')] },
    );
    const { result } = await extract(file);
    const files: string[] = [];
    for await (const { name, read } of result.attachments ?? []) {
      const content = await read(1_000);
      files.push(`${name}: ${content instanceof Uint8Array ? Buffer.from(content).toString() : content.outcome}`);
    }
    expect(files).toEqual(['order.xml: <order/>', 'plan.txt: Gate 3', 'list.csv: a;b', 'odd.bin: ']);
    expect(result.pages.map((page) => page.text)).toEqual(['See the note\nA note', 'And the next']);
  });

  it('the number of characters is limited', async () => {
    const pdf = aPdf(text('abcdefgh'), text('ijklmnop'), text('qrst'));
    const { result } = await extract(pdf, { limits: { ...LIMITS, maxChars: 12 } });
    expect(result.truncated).toBe(true);
    expect(result.pages.map((page) => page.text).join('')).toBe('abcdefghijkl');
  });
});

describe('pages without text', () => {
  it('pages without text are drawn in gray and recognised', async () => {
    const { result, seen } = await extract(aPdf(scan()));
    expect(result.pages).toMatchObject([{ text: 'picture 1', source: 'ocr', confidence: 90 }]);
    expect(seen[0]).toMatchObject({ width: 1901, height: 2690, dpi: 230 });
    expect(seen[0]?.gray).toHaveLength(1901 * 2690);
    expect(darkRows(seen[0] as OcrImage).filter(Boolean).length).toBeGreaterThan(100);
  });

  it('pages without text are recognised after all texts were read', async () => {
    const abort = new AbortController();
    const ocr = () => {
      abort.abort();
      return Promise.reject(new Error('stopped'));
    };
    const { result } = await extract(aPdf(scan(), text('Text after the scan')), { ocr, signal: abort.signal });
    expect(result).toMatchObject({ outcome: 'text', truncated: true });
    expect(result.pages[1]?.text).toBe('Text after the scan');
  });

  it('pages read so far are returned when the time ends while recognition blocks the abort of the signal', async () => {
    let deadline = Date.now() + 60_000;
    const context = {
      ocr: () => {
        deadline = Date.now();
        return Promise.reject(new Error('stopped'));
      },
      get deadline() {
        return deadline;
      },
    };
    const { result } = await extract(aPdf(text('Text before the scan'), scan()), context);
    expect(result).toMatchObject({ outcome: 'text', truncated: true, pages: [{ text: 'Text before the scan' }, {}] });
  });

  it('very large pages are drawn smaller', async () => {
    const { seen } = await extract(aPdf({ ...scan(), size: [14_400, 14_400] }));
    expect((seen[0]?.width ?? 0) * (seen[0]?.height ?? 0)).toBeLessThan(13_000_000);
  });

  it('small pages are drawn larger', async () => {
    const receipt: PageDraft = { drawing: pictureOver(10, 10, 180, 280), picture, size: [200, 300] };
    expect((await extract(aPdf(receipt))).seen[0]?.height).toBeGreaterThan(1600);
  });

  it('pages beyond the allowed number are left out, and the result says so', async () => {
    const limits = { ...LIMITS, maxOcrPages: 1 };
    const { result, seen } = await extract(aPdf(scan(), scan(), text('Text at the end')), { limits });
    expect(seen).toHaveLength(1);
    expect(result).toMatchObject({ outcome: 'text', truncated: true });
    expect(result.pages.map((page) => page.text)).toEqual(['picture 1', '', 'Text at the end']);
  });

  it('a page with a picture that is a bomb is not drawn', async () => {
    const bomb: PageDraft = {
      drawing: pictureOver(0, 0, 595, 842),
      picture: { declared: { width: 60_000, height: 60_000 } },
    };
    const { result, seen } = await extract(aPdf(bomb));
    expect(result).toMatchObject({ outcome: 'too-large', pages: [] });
    expect(seen).toHaveLength(0);
  });

  it('a page with nothing on it is empty', async () => {
    const { result, seen } = await extract(aPdf({ drawing: '' }));
    expect(result).toMatchObject({ outcome: 'empty', pages: [] });
    expect(seen).toHaveLength(0);
  });

  it('faults of recognition are passed on', async () => {
    await expect(extract(aPdf(scan()), { ocr: () => Promise.reject(new Error('no engine')) })).rejects.toThrow(
      'no engine',
    );
  });
});

describe('pages with text and pictures', () => {
  it('a page keeps its text and gets that of its pictures, which are recognised without it', async () => {
    const { result, seen } = await extract(aPdf(mixed()));
    expect(result.pages).toMatchObject([
      { text: 'A heading above the picture\npicture 1', source: 'mixed', confidence: 90 },
    ]);
    const rows = darkRows(seen[0] as OcrImage);
    expect(rows.slice(0, 800).some(Boolean)).toBe(false); // where the heading was
    expect(rows.slice(900, 1800).some(Boolean)).toBe(true);
  });

  it('pages with the same picture are recognised once', async () => {
    const letterhead = pictureOver(40, 700, 300, 120);
    const pages = ['first', 'second'].map((line) => ({
      drawing: `${textLines([`The ${line} page`])} ${letterhead}`,
      picture,
    }));
    const { result, seen } = await extract(aPdf(...pages));
    expect(seen).toHaveLength(1);
    expect(result.pages.map((page) => page.text)).toEqual(['The first page\npicture 1', 'The second page\npicture 1']);
  });

  it('a page omits what recognition is not sure of', async () => {
    const ocr = () => Promise.resolve({ text: 'x# ~', confidence: 20, languages: ['eng'] });
    const { result } = await extract(aPdf(mixed()), { ocr });
    expect(result.pages).toMatchObject([{ text: 'A heading above the picture', source: 'text-layer' }]);
  });

  it('a page on which a scanner has put hidden text is not recognised again', async () => {
    // From the top of the picture to its end.
    const lines = Array.from({ length: 16 }, () => `${'Recognised long ago '.repeat(4)}by a scanner`);
    const hidden = textLines(lines, { hidden: true, size: 11 }).replace('50 780', '50 640');
    const { result, seen } = await extract(aPdf({ ...scan(), drawing: `${scan().drawing} ${hidden}` }));
    expect(result.pages).toMatchObject([{ text: lines.join('\n'), source: 'text-layer' }]);
    expect(seen).toHaveLength(0);
  });
});

describe('pages of PDFs', () => {
  it('pages of PDFs are drawn in colour, with their proportions', async () => {
    const red = { drawing: '0.8 0 0.1 rg 0 0 595 842 re f' };
    const long = { drawing: '', size: [50, 1000] as [number, number] };
    const drawn = await draw(aPdf(red, long), 1);
    expect(drawn).toMatchObject({ outcome: 'drawn', pagesCount: 2, width: 100, height: 142, channels: 3 });
    if (drawn.outcome === 'drawn') expect([...drawn.pixels.subarray(0, 3)]).toEqual([204, 0, 26]);
    expect(await draw(aPdf(red, long), 2)).toMatchObject({ width: 20, height: 400 });
  });

  /** Dark pixels of the first page. */
  const inkOf = async (file: Buffer): Promise<number> => {
    const drawn = await draw(file, 1);
    return drawn.outcome === 'drawn' ? drawn.pixels.filter((value) => value < 245).length : 0;
  };
  const field = (kind: string, value: string): string =>
    `/Subtype /Widget ${kind} /T (Field) ${value} /DA (/Helv 12 Tf 0 g) /F 4`;

  it.each([
    ['a text', '/FT /Tx', '/V (Ottilie Brandner)'],
    ['several lines', '/FT /Tx /Ff 4096', '/V (Ottilie Brandner, Elm Street)'],
    ['a choice', '/FT /Ch /Ff 131072 /Opt [(Family) (Single)]', '/V (Family)'],
    ['places for letters', '/FT /Tx /Ff 16777216 /MaxLen 8', '/V (AB123456)'],
  ])('pages of PDFs are drawn with the value of a field that has no picture: %s', async (_, kind, value) => {
    const page = (annotation: string): PageDraft => ({ drawing: '', annotations: [annotation] });
    const empty = await inkOf(aPdf(page(field(kind, ''))));
    expect(await inkOf(aPdf(page(field(kind, value))))).toBeGreaterThan(empty + 20);
  });

  it('pages of PDFs are drawn with the values of form-without-appearance.pdf', async () => {
    const form = await readFile(new URL('./fixtures/form-without-appearance.pdf', import.meta.url));
    const unfilled = Buffer.from(form.toString('latin1').replace(/\/V \(/g, '/X ('), 'latin1');
    expect(await inkOf(form)).toBeGreaterThan((await inkOf(unfilled)) + 60);
  });

  it('a page is not drawn when a password is needed, or a picture has too many pixels', async () => {
    expect(await draw(await encrypted(aPdf(text('A secret')), 'user', 'owner'), 1)).toMatchObject({
      ...{ outcome: 'encrypted', reason: 'The PDF can be opened with a password only.' },
    });
    expect(await draw(aPdf(scan()), 1, { ...LIMITS, maxPixels: 1000 })).toMatchObject({ outcome: 'too-large' });
  });
});

describe('locked and damaged PDFs', () => {
  it('a PDF that needs a password to be read is encrypted', async () => {
    const { result } = await extract(await encrypted(aPdf(text('A secret')), 'user', 'owner'));
    expect(result).toMatchObject({ outcome: 'encrypted', pages: [] });
  });

  it('a PDF that needs a password only for changes is read', async () => {
    const { result } = await extract(await encrypted(aPdf(text('Open to readers')), '', 'owner'));
    expect(result.pages.map((page) => page.text)).toEqual(['Open to readers']);
  });

  it('a PDF of which nothing can be opened is corrupt', async () => {
    const { result } = await extract(Buffer.from('%PDF-1.7\nand then nothing of the kind'));
    expect(result).toMatchObject({ outcome: 'corrupt', pages: [] });
    expect(result.reason).toMatch(/\.$/);
  });

  it('a PDF that begins with other bytes is read', async () => {
    const { result } = await extract(Buffer.concat([Buffer.from('From a mail gateway\r\n'), aPdf(text('Still here'))]));
    expect(result.outcome).toBe('text');
  });

  it('a damaged PDF leaves the next file unharmed', async () => {
    await extract(aPdf(scan()).subarray(0, 900));
    expect((await extract(aPdf(text('All is well')))).result.pages[0]?.text).toBe('All is well');
  });
});
