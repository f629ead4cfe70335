import { readLooseBox, type Box } from './page-words.js';
import { withMemory, type Pdfium } from './pdfium.js';

/** Stands for a space that is none, so that each character keeps its place. */
export const JOINER = '\u2060';
/** Scripts whose vowel signs stand around their letter: after such a sign pdfium sees a gap. */
const INDIC =
  /[\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u;
const INDIC_GAP = new RegExp(`(?<=${INDIC.source}) (?=${INDIC.source})`, 'gu');
const MARK = /\p{M}/u;
/** Letters one by one, at least four of them. */
const SPREAD = /(?<!\S)(?:\p{L} ){3,}\p{L}(?!\S)/gu;
const FEWEST_TYPED = 5; // `A B C D` may be a list
/** Parts of the height of a line. */
const NARROW = 0.12;
const COLUMN = 0.6;
const WIDE = 1.2;
const LARGER_GAP = 1.6;
/** Letters of a word and the gaps between them that are looked at. */
const LONGEST_LOOK = 64;
const BOX_BYTES = 16;

/** Takes spaces away that are none between words: inside a word of an Indic script, or of letters that are set wide. */
export function closeGaps(pdfium: Pdfium, textPage: number, text: string): string {
  const hasIndic = INDIC.test(text);
  const spread = [...text.matchAll(SPREAD)];
  if (!hasIndic && spread.length === 0) return text;
  return withMemory(pdfium, BOX_BYTES, (pointer) => {
    const gaps = new Gaps(pdfium, textPage, { pointer, text });
    const joined = hasIndic ? gaps.inIndicWords() : new Set<number>();
    for (const { 0: letters, index } of spread) for (const at of gaps.inSpreadWords(index, letters)) joined.add(at);
    if (joined.size === 0) return text;
    return Array.from({ length: text.length }, (_, at) => (joined.has(at) ? JOINER : text.charAt(at))).join('');
  });
}

class Gaps {
  readonly #pdfium: Pdfium;
  readonly #textPage: number;
  readonly #pointer: number;
  readonly #text: string;

  constructor(pdfium: Pdfium, textPage: number, { pointer, text }: { pointer: number; text: string }) {
    this.#pdfium = pdfium;
    this.#textPage = textPage;
    this.#pointer = pointer;
    this.#text = text;
  }

  /**
   * Places of spaces that are not in the file, where the letters on both sides touch. Where the file has spaces as well,
   * only what stands far apart needs another one: boxes of letters that are drawn as one are not exact.
   */
  inIndicWords(): Set<number> {
    const found = new Set<number>();
    const spaces = Array.from(this.#text.matchAll(INDIC_GAP), ({ index }) => index);
    const generated = spaces.filter((place) => this.#isGenerated(place));
    const limit = generated.length < spaces.length ? COLUMN : NARROW;
    for (const place of generated) {
      if (MARK.test(this.#text.charAt(place + 1)) || this.#touchesWord(place, { found, limit })) found.add(place);
    }
    return found;
  }

  /** All of the word so far counts: the sign that was drawn last may stand at its beginning. */
  #touchesWord(gap: number, { found, limit }: { found: ReadonlySet<number>; limit: number }): boolean {
    const next = this.#box(gap + 1);
    if (next === undefined) return false;
    for (let at = gap - 1; at >= Math.max(0, gap - LONGEST_LOOK); at -= 1) {
      if (/\s/.test(this.#text.charAt(at)) && !found.has(at)) return false;
      const box = this.#box(at);
      if (box === undefined) continue;
      if (gapBetween(box, next) < limit * Math.max(lineHeight(box), lineHeight(next))) return true;
    }
    return false;
  }

  /** Places of the spaces between letters that are set evenly; a larger gap is between two words. */
  inSpreadWords(start: number, letters: string): number[] {
    const places = Array.from({ length: (letters.length - 1) / 2 }, (_, number) => start + 2 * number + 1);
    const isTyped = places.some((place) => !this.#isGenerated(place));
    if (isTyped && places.length + 1 < FEWEST_TYPED) return [];
    const gaps = places.map((place) => {
      const [before, after] = [this.#box(place - 1), this.#box(place + 1)];
      if (before === undefined || after === undefined) return Infinity;
      return gapBetween(before, after) / lineHeight(after);
    });
    const usual = gaps.toSorted((one, other) => one - other)[Math.floor((gaps.length - 1) / 2)] ?? Infinity;
    if (usual > WIDE) return [];
    return places.filter((_, number) => (gaps[number] ?? Infinity) <= Math.max(usual, NARROW) * LARGER_GAP);
  }

  #isGenerated(at: number): boolean {
    return this.#pdfium.api.FPDFText_IsGenerated(this.#textPage, at) === 1;
  }

  #box(at: number): Box | undefined {
    return readLooseBox(this.#pdfium, this.#textPage, at, this.#pointer);
  }
}

/** Along the line, which may be turned; negative where the boxes overlap. */
function gapBetween(one: Box, other: Box): number {
  const across = Math.max(other[0] - one[2], one[0] - other[2]);
  const up = Math.max(other[1] - one[3], one[1] - other[3]);
  return Math.max(across, up);
}

function lineHeight([left, bottom, right, top]: Box): number {
  return Math.max(1, top - bottom, (right - left) / 2);
}
