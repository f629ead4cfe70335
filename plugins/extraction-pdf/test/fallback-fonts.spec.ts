import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recognizingExtractor } from '../../../test/support/recognizing-extractor.js';
import extractor from '../src/extractor.js';
import { FallbackFonts } from '../src/fallback-fonts.js';
import { forgetPdfium, loadPdfium } from '../src/pdfium.js';
import { aPdf, textLines } from './a-pdf.js';

const { extract, draw } = recognizingExtractor(extractor, {
  type: 'application/pdf',
  drawn: { width: 300, height: 120 },
});
const fixture = (name: string): URL => new URL(`./fixtures/${name}`, import.meta.url);
/** A font with the letters of the PDF, cut out of Droid Sans Fallback (Apache-2.0). */
const FONT = fixture('han-and-hangul.ttf');
/** A page each in Japanese, Korean, simplified and traditional Chinese. */
const SCRIPTS = ['Japanese', 'Korean', 'simplified Chinese', 'traditional Chinese'];
const pdf = await readFile(fixture('fonts-not-embedded.pdf'));

describe('fonts for a PDF that does not contain its own', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fonts-'));
  });
  afterEach(async () => {
    forgetPdfium();
    await rm(folder, { recursive: true });
  });

  const withFonts = async (): Promise<FallbackFonts> => {
    const pdfium = await loadPdfium();
    const fonts = new FallbackFonts(folder);
    fonts.lendTo(pdfium.api, pdfium.runtime);
    pdfium.fonts = fonts;
    return fonts;
  };
  const inkOf = async (page: number): Promise<number> => {
    const drawn = await draw(pdf, page);
    if (drawn.outcome !== 'drawn') throw new Error(drawn.outcome);
    return drawn.pixels.filter((value) => value < 128).length;
  };

  it('a page whose letters are in no font is blank, which is noticed', async () => {
    const fonts = await withFonts();
    for (const [index] of SCRIPTS.entries()) expect(await inkOf(index + 1)).toBe(0);
    expect(fonts.isLacking).toBe(true);
  });

  it.each(SCRIPTS.map((script, index) => [script, index + 1] as const))(
    'the %s letters of a page without fonts are drawn by the one in the folder, whatever its name',
    async (_, page) => {
      await copyFile(FONT, join(folder, 'Any name.TTF'));
      const fonts = await withFonts();
      expect(await inkOf(page)).toBeGreaterThan(300);
      expect(fonts.isLacking).toBe(false);
    },
  );

  it('a font that is named after a script is used for this one alone', async () => {
    await copyFile(FONT, join(folder, 'kor-regular.otf'));
    await withFonts();
    expect(await inkOf(2)).toBeGreaterThan(300);
    expect(await inkOf(1)).toBe(0);
  });

  it.each(['jpn.ttf', 'all.ttf'])('a font file %s that is damaged leaves the page blank', async (name) => {
    await writeFile(join(folder, name), 'no font');
    await withFonts();
    expect(await inkOf(1)).toBe(0);
  });

  it('a PDF without its fonts is read, with a remark that its previews lack letters and where a font can be put', async () => {
    await withFonts();
    const { pages, warnings } = (await extract(pdf)).result;
    expect(pages.map(({ text }) => text)).toEqual(['請求書', '청구서', '发票', '發票']);
    expect(warnings).toEqual([expect.stringContaining('plugins/extraction-pdf/data')]);
    expect((await extract(aPdf({ drawing: textLines(['Plain words']) }))).result.warnings).toBeUndefined();
  });
});
