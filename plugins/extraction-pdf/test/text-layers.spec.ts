import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { PermanentPluginError, type ExtractionContext, type OcrImage } from '@archivolt/plugin-kit';
import { LIMITS as USUAL_LIMITS, recognizingExtractor } from '../../../test/support/recognizing-extractor.js';
import extractor from '../src/extractor.js';
import { aPdf, pictureOver, textLines, type PageDraft } from './a-pdf.js';

const LIMITS = { ...USUAL_LIMITS, maxPixels: 150_000_000 };
const { extract: extractPdf } = recognizingExtractor(extractor, {
  type: 'application/pdf',
  fileName: 'file.pdf',
  limits: LIMITS,
});

const fixture = (name: string): Promise<Buffer> => readFile(new URL(`./fixtures/${name}.pdf`, import.meta.url));
const picture = { jpeg: await readFile(new URL('./fixtures/letter.jpg', import.meta.url)), width: 800, height: 387 };

/** Extracts with an engine that sees the same words on all pages. */
async function extract(file: Buffer, { sees = '', confidence = 95, ...options }: Seen = {}) {
  const seen: OcrImage[] = [];
  const ocr = (image: OcrImage) => {
    seen.push(image);
    const words = [{ text: 'seen', box: [0.1, 0.1, 0.2, 0.1] as const }];
    return Promise.resolve({ text: sees, confidence, languages: ['eng'], words });
  };
  const { result } = await extractPdf(file, { ocr, ...options });
  return { result, seen, text: result.pages.map(({ text }) => text).join('\f') };
}

type Seen = Partial<ExtractionContext> & { sees?: string; confidence?: number };

/** What recognition sees of the letter in the fixture. */
const LETTER = [
  'Dear neighbour, the harvest was good this autumn',
  'and we have seven baskets of apples in the orchard',
  'Come for cider in the afternoon, the cellar is open',
];
const [LEFT, BOTTOM, WIDTH, HEIGHT] = [40, 400, 515, 250] as const;
const scan = pictureOver(LEFT, BOTTOM, WIDTH, HEIGHT);
const hidden = (lines: readonly string[], { size = 12, y = BOTTOM + HEIGHT - 20, step = 20, x = LEFT } = {}): string =>
  lines.map((line, at) => `BT 3 Tr /F1 ${size} Tf ${x} ${y - at * step} Td (${line}) Tj ET`).join(' ');
const recognised = (drawing: string): PageDraft => ({ drawing: `${scan} ${drawing}`, picture });

describe('a text layer over a scan', () => {
  /** All over the scan. */
  const everywhere = hidden(
    Array.from({ length: 16 }, (_, line) => `${'Recognised words of line '.repeat(3)} ${line} and its end`),
    { size: 12, step: 15.5, y: BOTTOM + HEIGHT - 10 },
  );

  it('a text layer that covers the words of the scan is kept without recognition', async () => {
    const { result, seen } = await extract(aPdf(recognised(everywhere)), { sees: LETTER.join('\n') });
    expect(seen).toHaveLength(0);
    expect(result.pages).toMatchObject([{ source: 'text-layer' }]);
  });

  it.each<[string, string]>([
    ['has the first line only', hidden(['Dear neighbour, the harvest'])],
    ['has the last line only', hidden(['the cellar is open'], { y: BOTTOM + 10 })],
    ['stands below the scan', hidden(['Printed by a machine of the port'], { y: 200 })],
    ['has single letters here and there', hidden(['a      r     l    e', 'o      t    c    u'], { step: 90 })],
    ['is one letter as large as the scan', hidden(['Scanned 1'], { size: 240, y: BOTTOM })],
  ])('a text layer is replaced by what recognition sees when it %s', async (_, layer) => {
    const { result, seen, text } = await extract(aPdf(recognised(layer)), { sees: LETTER.join('\n') });
    expect(seen).toHaveLength(1);
    expect(result.pages).toMatchObject([{ source: 'ocr', confidence: 95 }]);
    expect(text).toContain(LETTER.join('\n'));
  });

  it.each(['hidden-first-line-only', 'hidden-single-letters'])('the text layer of %s.pdf is replaced', async (name) => {
    const sees = 'Harbour master logbook extract\nBerth fee for the vessel Silver Tern 92.15';
    const { seen, text } = await extract(await fixture(name), { sees });
    expect(seen).toHaveLength(1);
    expect(text).toBe(sees);
  });

  it('the lines of a text layer that recognition does not see are kept', async () => {
    const layer = hidden(['Registered 4711', 'a b']);
    const { text, result } = await extract(aPdf(recognised(layer)), { sees: LETTER.join('\n') });
    expect(text).toBe([...LETTER, 'Registered 4711'].join('\n'));
    expect([...(result.pages[0]?.words ?? [])].map((word) => word.text)).toContain('Registered');
  });

  it.each<[string, Seen]>([
    ['sees no more', { sees: 'Dear neighbour the' }],
    ['is not sure of what it sees', { sees: LETTER.join('\n'), confidence: 30 }],
    ['has no data', { ocr: () => Promise.reject(new PermanentPluginError('No data for recognition')) }],
    ['is missing', { ocr: () => Promise.resolve({ text: '', confidence: 0, languages: [] }) }],
  ])('a text layer with gaps is kept when recognition %s', async (_, options) => {
    const { result } = await extract(aPdf(recognised(hidden(['Dear neighbour, the harvest']))), options);
    expect(result.pages).toMatchObject([{ text: 'Dear neighbour, the harvest', source: 'text-layer' }]);
    expect(result.warnings).toBeUndefined();
  });

  it('text layers are compared on only three pages when recognition sees no more than they have', async () => {
    const pages = Array.from({ length: 6 }, (_, page) => recognised(hidden([`Dear neighbours of page ${page}`])));
    let count = 0;
    const ocr = () => {
      count += 1;
      return Promise.resolve({ text: 'Dear neighbours', confidence: 95, languages: ['eng'] });
    };
    // Each scan is another picture.
    const different = pages.map(({ drawing }, page) => ({ drawing: `${drawing} 0 0 ${page + 5} 9 re f`, picture }));
    const { result } = await extract(aPdf(...different), { ocr });
    expect(count).toBe(3);
    expect(result.pages.every(({ source }) => source === 'text-layer')).toBe(true);
  });

  it('a scan with a picture that is a bomb is not looked at', async () => {
    const bomb = { declared: { width: 60_000, height: 60_000 } };
    const { seen, text } = await extract(aPdf({ ...recognised(hidden(['Eight letters'])), picture: bomb }));
    expect(seen).toHaveLength(0);
    expect(text).toBe('Eight letters');
  });
});

describe('a text layer of wrong letters', () => {
  const lines = [
    'The annual report of the water board is ready for you',
    'Questions about the new meters are answered on Tuesday',
    'Please send the signed form back before the end of March',
  ];
  const CODES = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  const shifted = (by: number): Record<string, string> =>
    Object.fromEntries(
      CODES.filter((letter) => letter !== ' ').map((letter) => [
        letter,
        String.fromCharCode(Math.max(33, letter.charCodeAt(0) + by)),
      ]),
    );
  const swapped = (letters: string, other: string): Record<string, string> =>
    Object.fromEntries(CODES.map((letter) => [letter, other[letters.indexOf(letter)] ?? letter]));
  const alphabet = 'abcdefghijklmnopqrstuvwxyz';

  it.each<[string, Record<string, string>]>([
    ['shifted by one', shifted(1)],
    ['shifted back by 29', shifted(-29)],
    ['shifted by three', shifted(3)],
    ['in the reverse order of the alphabet', swapped(alphabet, [...alphabet].reverse().join(''))],
    ['Cyrillic ones in a wrong encoding', swapped(alphabet, 'îåàèíòñðâëêìäïóÿûüãçá÷éõæø')],
  ])('letters that are %s give way to those that are seen', async (_, meanings) => {
    const { result, text } = await extract(aPdf({ drawing: textLines(lines, { font: 'F3' }), meanings }), {
      sees: lines.join('\n'),
    });
    expect(text).toBe(lines.join('\n'));
    expect(result.pages).toMatchObject([{ source: 'ocr' }]);
  });

  it('the shifted letters of shifted-letters.pdf give way to those that are seen', async () => {
    const sees = 'Quarterly statement for the garden club\nMembership fee for lot seventeen: 128.40';
    expect((await extract(await fixture('shifted-letters'), { sees })).text).toBe(sees);
  });

  it.each([
    ['English', lines.join(' ')],
    ['Polish', 'Wszyscy ludzie rodza sie wolni i rowni w swojej godnosci i prawach, sa obdarzeni rozumem i sumieniem'],
    [
      'Finnish',
      'Kaikki ihmiset syntyvat vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan, heille on annettu jarki',
    ],
    ['Turkish', 'Butun insanlar hur haysiyet ve haklar bakimindan esit dogarlar, akil ve vicdana sahiptirler'],
    ['numbers', '4711 0815 1234.50 2026-01-31 '.repeat(10)],
  ])('the letters of a text in %s are believed without recognition', async (_, text) => {
    const { seen } = await extract(aPdf({ drawing: textLines([text], { size: 4 }) }));
    expect(seen).toHaveLength(0);
  });

  it('codes are kept when recognition sees the same ones', async () => {
    const codes = ['XKQW QZXV KKPW WQZZ XVVK PWWQ ZKXQ', 'KXQW QVXZ PKKW QWZZ VXVK WPWQ KZXQ', 'QWXK XZQV WPKK'];
    const { text, seen } = await extract(aPdf({ drawing: textLines(codes) }), { sees: codes.join('\n') });
    expect(seen).toHaveLength(1);
    expect(text).toBe(codes.join('\n'));
  });
});

describe('the spaces of a text layer', () => {
  /** A vowel sign that follows its letter in the text, and is drawn before it: letters are 6 points wide. */
  const signBefore = 'BT /F3 12 Tf 56 700 Td [(a) 1000 (b) -500 (c)] TJ ET';

  it.each([
    ['Devanagari', 'बिल'],
    ['Bengali', 'বিল'],
    ['Tamil', 'கெட'],
    ['Malayalam', 'കെട'],
    ['Gujarati', 'બિલ'],
  ])('a word in %s has no gap where a sign is drawn out of order', async (_, word) => {
    const [a = '', b = '', c = ''] = word;
    const { text, result } = await extract(aPdf({ drawing: signBefore, meanings: { a, b, c } }));
    expect(text).toBe(word);
    expect([...(result.pages[0]?.words ?? [])].map((found) => found.text)).toEqual([word]);
  });

  const placed = (letters: readonly (readonly [letter: string, x: number])[]): string =>
    letters.map(([letter, x]) => `BT /F3 12 Tf ${50 + x} 700 Td (${letter}) Tj ET`).join(' ');

  it.each([
    ['by itself', '\u064B'],
    ['with a space in front', ' \u064B'],
    ['with a space behind', '\u064B '],
  ])('an Arabic vowel sign that is drawn %s before its letter is read behind it', async (_, sign) => {
    const meanings = { a: 'أ', b: 'ي', c: sign, d: 'ض', e: 'ا', f: 'م' };
    const drawing = placed([['a', 40], ['b', 34], ['c', 28.3], ['d', 28], ['e', 22], ['f', 8]]); // prettier-ignore
    expect((await extract(aPdf({ drawing, meanings }))).text).toBe('أيضًا م');
  });

  it.each([
    ['first', 0.3],
    ['last', -0.3],
  ])('Arabic vowel signs that are drawn %s are read behind their letters, and the space behind stays', async (_, x) => {
    const meanings = { a: 'م', b: '\u064F', c: 'ن', d: ' ', e: 'ا' };
    const drawing = placed([['a', 40], ['b', 40 + x], ['c', 34], ['b', 34 + x], ['d', 28], ['e', 22]]); // prettier-ignore
    expect((await extract(aPdf({ drawing, meanings }))).text).toBe('مُنُ ا');
  });

  it('words of an Indic script remain apart', async () => {
    const meanings = { a: 'ब', b: 'ल', c: 'क', d: 'म' };
    const drawing = placed([['a', 0], ['b', 6], ['c', 18], ['d', 24]]); // prettier-ignore
    expect((await extract(aPdf({ drawing, meanings }))).text).toBe('बल कम');
  });

  it('the words of hindi.pdf are whole', async () => {
    expect((await extract(await fixture('hindi'))).text).toBe('रसीद संख्या ४४७१ बिजली का बिल मार्च किश्त');
  });

  const wide = (word: string, { gap = 6, size = 12, x = 50 } = {}): string =>
    `BT /F1 ${size} Tf ${gap} Tc ${x} 700 Td (${word}) Tj ET`;

  it.each([
    ['RECHNUNG', wide('RECHNUNG')],
    ['RECHNUNG NUMMER', `${wide('RECHNUNG')} ${wide('NUMMER', { x: 200 })}`],
    ['Einladung', wide('Einladung', { gap: 9, size: 16 })],
  ])('letters that are set wide are words: %s', async (expected, drawing) => {
    expect((await extract(aPdf({ drawing }))).text).toBe(expected);
  });

  it('letters at the heads of columns remain apart', async () => {
    const drawing = [...'ABCDE'].map((letter, column) => wide(letter, { gap: 0, x: 50 + column * 70 })).join(' ');
    expect((await extract(aPdf({ drawing }))).text.split(/\s+/)).toEqual([...'ABCDE']);
  });
});

describe('words that are broken at the end of a line', () => {
  const textOf = async (...lines: string[]): Promise<string> =>
    (await extract(aPdf({ drawing: textLines(lines) }))).text;

  it('both names of double-name.pdf keep their hyphen', async () => {
    const { text } = await extract(await fixture('double-name'));
    expect(text).toContain('Sommerfeld-Krautwig');
    expect(text).toContain('E-Mail-Adresse');
    expect(text).toContain('IX-4471');
    expect(text).toContain('Haupt- und Nebenkostenstelle');
  });

  it.each([
    ['Frau Anna Meyer-', 'Landshut wohnt hier', 'Frau Anna Meyer-Landshut wohnt hier'],
    ['Das Aktenzeichen AB-', '7731 steht oben', 'Das Aktenzeichen AB-7731 steht oben'],
    ['Die Haupt-', 'und Nebenkosten', 'Die Haupt- und Nebenkosten'],
    ['The govern-', 'ment has decided', 'The government has decided'],
  ])('the word that is broken between %s and %s is joined as it is written', async (first, second, expected) => {
    expect(await textOf(first, second)).toBe(expected);
  });

  it('a word has the form that it has elsewhere in the document', async () => {
    const page = (...lines: string[]): PageDraft => ({ drawing: textLines(lines) });
    const first = page('The re-entry and the reentrant code');
    const { result } = await extract(aPdf(first, page('About the re-', 'entry and the reen-', 'trant code')));
    expect(result.pages[1]?.text).toBe('About the re-entry and the reentrant code');
  });
});
