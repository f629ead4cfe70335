import { OTHER, UNSPACED } from './character-kinds.js';
import { canCutBefore, fold } from './fold.js';
import { locatedFormsOf } from './joined-forms.js';
import { languageOf } from './language.js';
import { SEPARATOR } from './separator.js';
import { LANGUAGES_WITH_UMLAUTS } from './umlaut-forms.js';
import { foldedWords, foldWords, HAN_OR_KANA, MAX_WORD_LENGTH, nextKind } from './words.js';

/** The words of a text, and where each of their characters comes from. */
export interface LocatedText {
  /** Equal to `foldedText(indexedWords(text))`: a `foldedNeedle` is found in it exactly when the text matches. */
  folded: string;
  /** For each UTF-16 unit of `folded`: where the characters that it comes from start in the text. */
  starts: Uint32Array;
  /** And where they end. A letter and its marks have the same start and end. */
  ends: Uint32Array;
}

const ASCII_RUN = /[\0-\x7f]+/y;
const ASCII_WORD = /[0-9A-Za-z]+/g;
const IS_HAN_OR_KANA = new RegExp(`[${HAN_OR_KANA}]`, 'u');
/** The letter apostrophe separates words as a space does. */
const WHITE_SPACE = /[\s\u02bc]/;
const INVISIBLE = /[\u00ad\u0640\u200c\u200d\u2060\ufeff]/;
/** UTF-16 units of clusters whose folded form is remembered, and how many of them. */
const REMEMBERED_LENGTH = 4;
const MOST_REMEMBERED = 20_000;

const remembered = new Map<string, string>();

/** Returns the words of a text with their positions, for marking what a query has found. Takes linear time. */
export function locateWords(text: string): LocatedText {
  return new Locator(text).locate();
}

class Locator {
  private readonly parts: string[] = [];
  private starts: Uint32Array;
  private ends: Uint32Array;
  private length = 0;
  /** The script of the current word, and its length in characters. */
  private kind = OTHER;
  private wordLength = 0;
  /** The last character belongs to a Chinese or Japanese word, and only white space has followed it. */
  private isInBreak = false;
  private mayBreak = false;

  constructor(private readonly text: string) {
    this.starts = new Uint32Array(text.length + 16);
    this.ends = new Uint32Array(text.length + 16);
  }

  locate(): LocatedText {
    const { text } = this;
    for (let at = 0; at < text.length;) at = text.charCodeAt(at) < 0x80 ? this.readAscii(at) : this.readCluster(at);
    const language = languageOf(foldedWords(text));
    for (const { form, start, end } of locatedFormsOf(text, LANGUAGES_WITH_UMLAUTS.has(language)))
      this.addForm(form, start, end);
    const { length } = this;
    return {
      folded: this.parts.join(''),
      starts: this.starts.subarray(0, length),
      ends: this.ends.subarray(0, length),
    };
  }

  /** Adds the words of another form, all of them at the place of the whole part of the text. */
  private addForm(form: string, start: number, end: number): void {
    for (const word of [SEPARATOR, ...foldWords(form)]) this.add(` ${word}`, start, end);
  }

  /** Reads ASCII characters up to one that marks are attached to. */
  private readAscii(at: number): number {
    ASCII_RUN.lastIndex = at;
    let end = at + (ASCII_RUN.exec(this.text)?.[0].length ?? 0);
    if (end < this.text.length && !this.startsCluster(end)) end -= 1;
    if (end === at) return this.readCluster(at);
    // One by one where a word or a break continues from before; from the next border on, word by word.
    while (at < end && (this.kind !== OTHER || this.isInBreak)) {
      this.take(this.text.charAt(at).toLowerCase(), at, at + 1);
      at += 1;
    }
    const lower = this.text.slice(at, end).toLowerCase();
    for (const match of lower.matchAll(ASCII_WORD)) this.addAsciiWord(match[0], at + match.index, at + lower.length);
    return end;
  }

  private addAsciiWord(word: string, start: number, endOfRun: number): void {
    const kept = word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH) : word;
    this.add(' ', start, start);
    this.reserve(kept.length);
    this.parts.push(kept);
    for (let index = 0; index < kept.length; index += 1) {
      this.starts[this.length] = start + index;
      this.ends[this.length] = start + index + 1;
      this.length += 1;
    }
    if (start + word.length < endOfRun) return;
    // The word may continue behind the run.
    this.kind = nextKind(OTHER, word.charCodeAt(0));
    this.wordLength = kept.length;
    this.mayBreak = false;
  }

  /** Reads a character with everything that is attached to it. */
  private readCluster(start: number): number {
    let end = start + lengthOfCharacter(this.text, start);
    while (end < this.text.length && !this.startsCluster(end)) end += lengthOfCharacter(this.text, end);
    for (const character of foldedCluster(this.text.slice(start, end))) this.take(character, start, end);
    return end;
  }

  private startsCluster(at: number): boolean {
    return canCutBefore(this.text, at) && !INVISIBLE.test(this.text.charAt(at));
  }

  /** Adds one folded character. */
  private take(character: string, start: number, end: number): void {
    const isSpace = WHITE_SPACE.test(character);
    if (isSpace && this.mayBreak) {
      this.isInBreak = true;
      return;
    }
    const isHanOrKana = character.charCodeAt(0) >= 0x80 && IS_HAN_OR_KANA.test(character);
    if (this.isInBreak && !isHanOrKana) this.kind = OTHER;
    this.isInBreak = false;
    const next = isSpace ? OTHER : nextKind(this.kind, character.codePointAt(0) ?? 0);
    if (next !== this.kind && next !== OTHER) {
      this.add(' ', start, start);
      this.wordLength = 0;
    }
    this.kind = next;
    this.mayBreak = isHanOrKana && next === UNSPACED;
    if (next === OTHER) return;
    this.wordLength += 1;
    if (next === UNSPACED || this.wordLength <= MAX_WORD_LENGTH) this.add(character, start, end);
  }

  private add(character: string, start: number, end: number): void {
    this.reserve(character.length);
    this.parts.push(character);
    for (let unit = 0; unit < character.length; unit += 1) {
      this.starts[this.length] = start;
      this.ends[this.length] = end;
      this.length += 1;
    }
  }

  private reserve(units: number): void {
    if (this.length + units <= this.starts.length) return;
    const size = 2 * (this.length + units);
    this.starts = grown(this.starts, size);
    this.ends = grown(this.ends, size);
  }
}

function lengthOfCharacter(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function foldedCluster(cluster: string): string {
  if (cluster.length > REMEMBERED_LENGTH) return fold(cluster);
  const known = remembered.get(cluster);
  if (known !== undefined) return known;
  const folded = fold(cluster);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(cluster, folded);
  return folded;
}

function grown(values: Uint32Array, size: number): Uint32Array {
  const larger = new Uint32Array(size);
  larger.set(values);
  return larger;
}
