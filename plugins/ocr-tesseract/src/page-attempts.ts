import { mapBox } from './affine.js';
import { otherLanguage } from './function-words.js';
import { missingFoundLanguage, missingScript } from './language-data.js';
import { shrink, turn, turnOf, type PlacedPicture } from './picture.js';
import {
  isOver,
  type Look,
  type PageMode,
  type Picture,
  type Reading,
  type Recognizer,
  type Stop,
} from './recognizer.js';
import { languagesOfScript } from './scripts.js';
import { textAngle } from './text-angle.js';

const SURE = 72;
const FEWEST_WORDS = 2;
/** A page that is read upside down rarely has more. */
const UNLIKELY = 60;
const ANGLE_SIZE = 700;
const LOOK_SIZE = 2000;
// Low, because Greek and Cyrillic share letters with Latin; a wrong guess costs time only.
const LIKELY_SCRIPT = 0.4;
/** Below this, users are not warned of a script. Greek letters rarely differ more from Latin ones; in noise the letters have no clear upside. */
const CERTAIN_LOOK = { script: 0.8, degrees: 6 };
const MOST_OF_A_SCRIPT = 2; // languages that are tried at a time

export interface PageReading extends Reading {
  languages: readonly string[];
}

export interface AttemptOptions {
  languages: readonly string[];
  installed: readonly string[];
  /** Absent when the data for it is not installed. */
  look?: (picture: Picture) => Promise<Look | undefined>;
  stop: Stop;
  recognizerFor(languages: readonly string[]): Promise<Recognizer>;
}

/** The attempts at one page, of which the best is kept. */
export class PageAttempts {
  readonly warnings: string[] = [];
  #best: PageReading;
  #bestPicture: PlacedPicture | undefined;
  #missing: string | undefined;
  #hasAnswer = false;
  #languages: readonly string[];

  /** `pictures`: of the same page, the most legible first. */
  constructor(
    private readonly pictures: readonly PlacedPicture[],
    private readonly options: AttemptOptions,
  ) {
    this.#languages = options.languages;
    this.#best = { text: '', confidence: 0, worth: 0, words: [], languages: this.#languages };
  }

  /** undefined when every attempt failed. When the time is over, what was read until then counts. */
  async read(): Promise<PageReading | undefined> {
    try {
      for (const picture of this.pictures) await this.#readPicture(picture);
      await this.#readInFoundLanguage();
    } catch (error) {
      const { stop } = this.options;
      if (stop.signal.aborted || !isOver(stop) || this.#best.text === '') throw error;
      this.warnings.push('There was no time to read a page a second time; its text may have gaps or errors.');
    }
    if (this.#missing !== undefined && this.#best.confidence < UNLIKELY) this.warnings.push(this.#missing);
    return this.#hasAnswer ? this.#best : undefined;
  }

  async #readPicture(picture: PlacedPicture): Promise<void> {
    if (this.#bestPicture !== undefined && !this.#isWeak()) {
      await this.#attempt(await turned(picture, turnOf(this.#bestPicture)));
      return;
    }
    const { sideways, level } = textAngle(await shrink(picture, ANGLE_SIZE));
    const straight = sideways ? picture : await turned(picture, level);
    if (!sideways) await this.#attempt(straight);
    if (this.#isWeak()) await this.#readTurned(straight, sideways);
    if (countWords(this.#best.text) === 0) await this.#attempt(picture, 'single-block');
  }

  async #readTurned(straight: PlacedPicture, sideways: boolean): Promise<void> {
    const look = await this.#look(straight);
    if (look !== undefined && this.#takeScript(look)) {
      await this.#readTurns(straight, sideways ? [look.degrees, 90, 270] : [look.degrees, ...this.#upsideDown()]);
      if (!this.#isWeak()) return;
      this.#languages = this.options.languages; // the script was a guess
    }
    const likely = look === undefined ? [] : [look.degrees];
    const level = [...likely, ...this.#upsideDown()].filter((degrees) => degrees !== 0); // 0 was read already
    await this.#readTurns(straight, sideways ? [...likely, 90, 270, 0] : level);
  }

  /** The likeliest first. */
  async #readTurns(straight: PlacedPicture, turns: readonly number[]): Promise<void> {
    for (const degrees of new Set(turns)) {
      if (!this.#isWeak()) return;
      await this.#attempt(degrees === 0 ? straight : await levelled(await turned(straight, degrees)));
    }
  }

  #upsideDown(): number[] {
    return this.#best.confidence < UNLIKELY && this.#best.text !== '' ? [180] : [];
  }

  /** Reads on in the languages of the script, when it is another one. */
  #takeScript({ script, scriptConfidence, degreesConfidence }: Look): boolean {
    const languages = this.#languages;
    const { installed } = this.options;
    const wanted = languagesOfScript(script, languages);
    if (wanted.length === 0 || scriptConfidence < LIKELY_SCRIPT) return false;
    if (this.#best.confidence >= UNLIKELY) return false;
    const known = wanted.filter((code) => installed.includes(code)).slice(0, MOST_OF_A_SCRIPT);
    if (known.length > 0) this.#languages = [...known, ...languages.filter((code) => code === 'eng')];
    else if (scriptConfidence >= CERTAIN_LOOK.script && degreesConfidence >= CERTAIN_LOOK.degrees)
      this.#missing = missingScript(script, wanted.slice(0, MOST_OF_A_SCRIPT));
    return known.length > 0;
  }

  async #readInFoundLanguage(): Promise<void> {
    const { text, languages } = this.#best;
    const found = otherLanguage(text, languages);
    if (found === undefined || this.#bestPicture === undefined) return;
    if (!this.options.installed.includes(found)) {
      this.warnings.push(missingFoundLanguage(found, languages));
      return;
    }
    this.#languages = [found, ...this.options.languages.filter((code) => code !== found)];
    await this.#attempt(this.#bestPicture);
  }

  async #attempt(picture: PlacedPicture, mode: PageMode = 'automatic'): Promise<void> {
    const reading = (await this.#try(picture, mode)) ?? (await this.#try(picture, mode));
    if (reading === undefined) return;
    this.#hasAnswer = true;
    if (countWords(reading.text) === 0 || reading.worth <= this.#best.worth) return;
    this.#best = reading;
    this.#bestPicture = picture;
  }

  /** After a failure the next call has a new core. */
  async #try(picture: PlacedPicture, mode: PageMode): Promise<PageReading | undefined> {
    const languages = this.#languages;
    try {
      const recognizer = await this.options.recognizerFor(languages);
      const { words, ...reading } = await recognizer.read(picture, mode, this.options.stop);
      const placed = words.map((word) => ({ ...word, box: mapBox(picture.toImage, word.box) }));
      return { ...reading, words: placed, languages };
    } catch (error) {
      if (isOver(this.options.stop)) throw error;
      return undefined;
    }
  }

  async #look(picture: PlacedPicture): Promise<Look | undefined> {
    try {
      return await this.options.look?.(await shrink(picture, LOOK_SIZE));
    } catch (error) {
      if (isOver(this.options.stop)) throw error;
      return undefined;
    }
  }

  #isWeak(): boolean {
    return this.#best.confidence < SURE || countWords(this.#best.text) < FEWEST_WORDS;
  }
}

async function levelled(picture: PlacedPicture): Promise<PlacedPicture> {
  const { level } = textAngle(await shrink(picture, ANGLE_SIZE));
  return turned(picture, level);
}

async function turned(picture: PlacedPicture, degrees: number): Promise<PlacedPicture> {
  return degrees === 0 ? picture : turn(picture, degrees);
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0;
}
