import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { OcrEngine, OcrImage } from '@archivolt/plugin-kit';
import sharp from 'sharp';
import { inTurn } from '../../../test/support/in-turn.js';
import { sample } from '../../../test/support/sample.js';
import createEngine from '../src/engine.js';
import manifest from '../src/plugin.js';

const LETTER = fileURLToPath(new URL('./fixtures/letter.png', import.meta.url));
const WORDS = [
  'neighbour',
  'harvest',
  'autumn',
  'seven',
  'baskets',
  'orchard',
  'cider',
  'afternoon',
  'cellar',
  'Oakham',
];

async function letter(degrees = 0, scale = 1): Promise<OcrImage> {
  const turned = await sharp(LETTER).rotate(degrees, { background: '#fff' }).toBuffer();
  const { data, info } = await sharp(turned)
    .resize({ width: Math.round(1240 * scale) })
    .grayscale()
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { gray: data, width: info.width, height: info.height };
}

/** A point of the letter as part of the letter turned clockwise around its centre, which has room for all of it. */
function onTurnedLetter(x: number, y: number, degrees: number): { x: number; y: number } {
  const radians = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  const [dx, dy] = [x - 620, y - 300];
  const [width, height] = [1240 * Math.abs(cos) + 600 * Math.abs(sin), 1240 * Math.abs(sin) + 600 * Math.abs(cos)];
  return { x: 0.5 + (dx * cos - dy * sin) / width, y: 0.5 + (dx * sin + dy * cos) / height };
}

const shareFound = (text: string): number => WORDS.filter((word) => text.includes(word)).length / WORDS.length;
const never = (): AbortSignal => new AbortController().signal;

// The gate reads the letter as it is, and some of its other forms.
describe('the Tesseract engine', () => {
  let engine: OcrEngine;

  beforeAll(async () => {
    engine = await createEngine({ config: {}, tempDir: tmpdir() });
  });
  afterAll(() => engine.close());

  const read = async (image: OcrImage, languages = ['eng']) => engine.recognize(image, { languages, signal: never() });

  it('reads a page and reports its confidence and language', async () => {
    const { text, confidence, languages, warnings } = await read(await letter());
    expect(shareFound(text)).toBe(1);
    expect(confidence).toBeGreaterThan(80);
    expect(languages).toEqual(['eng']);
    expect(warnings).toEqual([]);
  });

  const form = inTurn(3);
  const language = inTurn(2);

  it.each(sample([90, 180, 270], 1, String))('reads a page turned by %i degrees', async (degrees) => {
    expect(shareFound((await read(await letter(degrees))).text)).toBe(1);
  });

  it.each(sample([-10, 3, 93], 1, String))('reads a page that lies askew by %i degrees', async (degrees) => {
    expect(shareFound((await read(await letter(degrees))).text)).toBeGreaterThanOrEqual(0.9);
  });

  /** Where `orchard` is in the letter: left, top, right and bottom in pixels. */
  const ORCHARD = [785, 211, 933, 244] as const;

  it.each(sample([0, 90, 180, 270, 3, -10, 93], 2, String))(
    'reports where the words are on a page turned by %i degrees',
    async (degrees) => {
      const image = await letter(degrees);
      const { words = [] } = await read(image);
      const word = [...words].find(({ text }) => text === 'orchard');
      const [x = 0, y = 0, width = 0, height = 0] = word?.box ?? [];
      const [left, top, right, bottom] = ORCHARD;
      const centre = onTurnedLetter((left + right) / 2, (top + bottom) / 2, degrees);
      expect(x + width / 2).toBeCloseTo(centre.x, 2);
      expect(y + height / 2).toBeCloseTo(centre.y, 2);
      const isLevel = degrees % 90 === 0;
      if (isLevel) expect(width * height).toBeCloseTo(((right - left) * (bottom - top)) / (1240 * 600), 3);
    },
  );

  form('reports where the words are in small print', async () => {
    const { words = [] } = await read(await letter(0, 0.4));
    const box = [...words].find(({ text }) => text === 'orchard')?.box ?? [0, 0];
    expect(box[0]).toBeCloseTo(ORCHARD[0] / 1240, 2);
    expect(box[1]).toBeCloseTo(ORCHARD[1] / 600, 2);
  });

  form('reads small print by enlarging it', async () => {
    expect(shareFound((await read(await letter(0, 0.4))).text)).toBeGreaterThanOrEqual(0.9);
  });

  it.each(sample([1, 72_000], 1, String))('reads a page whose tag says %i dots per inch', async (dpi) => {
    expect(shareFound((await read({ ...(await letter()), dpi })).text)).toBe(1);
  });

  form('reads a page that lies half in the shadow', async () => {
    const { gray, width, height } = await letter();
    const shaded = gray.map((value, at) => value * (0.15 + (0.85 * (at % width)) / width));
    expect(shareFound((await read({ gray: shaded, width, height })).text)).toBeGreaterThanOrEqual(0.9);
  });

  /** So many letters below or next to each other. */
  async function many(count: number, isBelow: boolean): Promise<OcrImage> {
    const { gray, width, height } = await letter(0, 0.4);
    const background = { r: 255, g: 255, b: 255 };
    const size = isBelow ? { width, height: count * height } : { width: count * width, height };
    const { data, info } = await sharp({ create: { ...size, channels: 3, background } })
      .composite(
        Array.from({ length: count }, (_, at) => ({
          input: Buffer.from(gray),
          raw: { width, height, channels: 1 as const },
          ...(isBelow ? { left: 0, top: at * height } : { left: at * width, top: 0 }),
        })),
      )
      .grayscale()
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { gray: data, width: info.width, height: info.height };
  }

  it.each(sample([true, false], 1, String))(
    'reads small print on a long strip in pieces, upright or not: %s',
    async (isBelow) => {
      const count = isBelow ? 14 : 7;
      const { text, words = [] } = await read(await many(count, isBelow));
      for (const word of ['orchard', 'baskets', 'Oakham'])
        expect(text.match(new RegExp(word, 'g'))?.length).toBeGreaterThanOrEqual(count - 1);
      const places = [...words]
        .filter(({ text: word }) => word === 'orchard')
        .map(({ box: [x, y] }) => (isBelow ? y : x));
      expect((Math.max(...places) - Math.min(...places)) * count).toBeCloseTo(count - 1, 0);
    },
  );

  form('a long strip keeps what was read of it when the time is over', async () => {
    const strip = await many(14, true);
    let asked = 0;
    let most = Infinity;
    const context = {
      ...{ languages: ['eng'], signal: never() },
      get deadline() {
        asked += 1;
        return asked > most ? 0 : Infinity;
      },
    };
    const whole = await engine.recognize(strip, context);
    [most, asked] = [asked * 0.8, 0];
    const part = await engine.recognize(strip, context);
    expect(part.text.length).toBeGreaterThan(0);
    expect(whole.text.startsWith(part.text)).toBe(true);
    expect(part.text.length).toBeLessThan(whole.text.length);
    expect(part.warnings?.join()).toMatch(/no time to read all of a long page/);
  });

  const inverted = ({ gray, ...size }: OcrImage): OcrImage => ({
    ...size,
    gray: gray.map((value) => 250 - 0.75 * value),
  });

  form('reads a page of light text on dark paper', async () => {
    expect(shareFound((await read(inverted(await letter()))).text)).toBeGreaterThanOrEqual(0.9);
  });

  it.each(sample([0, 180], 1, String))(
    'reads light text on a dark banner next to plain text when turned by %i degrees',
    async (degrees) => {
      const { width, height, gray } = await letter(degrees);
      const both = new Uint8Array(Buffer.concat([inverted({ width, height, gray }).gray, gray]));
      const { text } = await read({ width, height: 2 * height, gray: both });
      for (const word of WORDS) expect(text.match(new RegExp(word, 'g'))).toHaveLength(2);
    },
  );

  form('reads light text over a photograph that grows darker to one side', async () => {
    const { gray, width, height } = await letter();
    const over = gray.map((value, at) => (value < 128 ? 250 : 50 + (80 * (at % width)) / width));
    expect(shareFound((await read({ gray: over, width, height })).text)).toBeGreaterThanOrEqual(0.9);
  });

  it('finds no words on a blank page', async () => {
    const blank = { gray: new Uint8Array(800 * 600).fill(250), width: 800, height: 600 };
    expect(await read(blank)).toMatchObject({ text: '', confidence: 0 });
  });

  it.each([
    [1, 1],
    [3, 400],
    [400, 3],
    [12, 12],
  ])('recognition does not fail on a speck of %i x %i pixels', async (width, height) => {
    const gray = Uint8Array.from({ length: width * height }, (_, index) => (index % 2) * 255);
    expect(typeof (await read({ gray, width, height })).text).toBe('string');
  });

  language('reads with several languages at once and switches between them', async () => {
    expect((await read(await letter(), ['deu', 'eng'])).languages).toEqual(['deu', 'eng']);
    expect(shareFound((await read(await letter(), ['eng'])).text)).toBe(1);
  });

  language('reads again in the language of the text and in the requested one', async () => {
    const { text, languages } = await read(await letter(), ['deu']);
    expect(languages).toEqual(['eng', 'deu']);
    expect(shareFound(text)).toBe(1);
  });

  it('names the command that adds a missing language and reads with the installed ones', async () => {
    const { text, languages, warnings } = await read(await letter(), ['xyz']);
    expect(languages).toEqual(['eng']);
    expect(shareFound(text)).toBe(1);
    expect(warnings?.join()).toContain('npm i @tesseract.js-data/xyz');
  });

  it('stops when the signal is aborted, and reads the next page normally', async () => {
    const abort = new AbortController();
    const reading = engine.recognize(await letter(), { languages: ['eng'], signal: abort.signal });
    setImmediate(() => abort.abort(new Error('enough')));
    await expect(reading).rejects.toThrow('enough');
    expect(shareFound((await read(await letter())).text)).toBe(1);
  });

  it('the engine does not begin when the signal is already aborted', async () => {
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(engine.recognize(await letter(), { languages: ['eng'], signal })).rejects.toThrow('too late');
  });

  it('reads again after it was closed', async () => {
    await engine.close();
    expect(shareFound((await read(await letter())).text)).toBe(1);
  });

  it('reads one page after the other when several are requested at once', async () => {
    const page = await letter();
    const readings = await Promise.all([read(page), read(page, ['deu', 'eng']), read(page)]);
    expect(readings.map(({ languages }) => languages[0])).toEqual(['eng', 'deu', 'eng']);
  });
});

describe('the manifest of the Tesseract plugin', () => {
  it('the manifest names the installed languages, and counts no other data among them', async () => {
    const languages = await manifest.provides.ocr?.installedLanguages();
    expect(languages).toEqual(expect.arrayContaining(['deu', 'eng', 'fra', 'spa']));
    expect(languages).not.toContain('osd');
  });
});
