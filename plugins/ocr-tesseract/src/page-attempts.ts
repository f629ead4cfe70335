import { mapBox } from './affine.js';
import { otherLanguage } from './function-words.js';
import { missingFoundLanguage, missingScript } from './language-data.js';
import { shrink, turn, type PlacedPicture } from './picture.js';
import { isOver, Recognizer, type Look, type PageMode, type Reading, type Stop } from './recognizer.js';
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
const MOST_OF_A_SCRIPT = 2; // languages that are tried at a time

export interface PageReading extends Reading {
  languages: readonly string[];
}

export interface AttemptOptions {
  /** The gray of the paper. */
  shade: number;
  languages: readonly string[];
  installed: readonly string[];
  /** Whether the data to look at orientation and script is installed. */
  canLook: boolean;
  stop: Stop;
  recognizerFor(languages: readonly string[]): Promise<Recognizer>;
}

/** The attempts at one page, of which the best is kept. */
export class PageAttempts {
  readonly warnings: string[] = [];
  #best: PageReading;
  #bestPicture: PlacedPicture;
  #missing: string | undefined;
  #hasAnswer = false;
  #languages: readonly string[];

  constructor(
    private readonly picture: PlacedPicture,
    private readonly options: AttemptOptions,
  ) {
    this.#languages = options.languages;
    this.#bestPicture = picture;
    this.#best = { text: '', confidence: 0, worth: 0, words: [], languages: this.#languages };
  }

  /** undefined when every attempt failed. */
  async read(): Promise<PageReading | undefined> {
    const { sideways, level } = textAngle(await shrink(this.picture, ANGLE_SIZE));
    const straight = sideways ? this.picture : await this.#turned(this.picture, level);
    if (!sideways) await this.#attempt(straight);
    if (this.#isWeak()) await this.#readTurned(straight, sideways);
    if (sideways && this.#isWeak()) await this.#attempt(straight);
    if (countWords(this.#best.text) === 0) await this.#attempt(this.picture, 'single-block');
    await this.#readInFoundLanguage();
    if (this.#missing !== undefined && this.#best.confidence < UNLIKELY) this.warnings.push(this.#missing);
    return this.#hasAnswer ? this.#best : undefined;
  }

  async #readTurned(straight: PlacedPicture, sideways: boolean): Promise<void> {
    const look = this.options.canLook ? await this.#look(straight) : undefined;
    const isOtherScript = look !== undefined && this.#takeScript(look);
    for (const degrees of this.#turnsToTry(look, sideways, isOtherScript)) {
      if (!this.#isWeak()) return;
      await this.#attempt(degrees === 0 ? straight : await this.#levelled(await this.#turned(straight, degrees)));
    }
  }

  /** The likeliest first. */
  #turnsToTry(look: Look | undefined, sideways: boolean, isOtherScript: boolean): number[] {
    const likely = look === undefined ? [] : [look.degrees];
    if (sideways) return [...new Set([...likely, 90, 270])];
    const hasTriedLevel = !isOtherScript;
    const others = this.#best.confidence < UNLIKELY && this.#best.text !== '' ? [180] : [];
    return [...new Set([...likely, ...others])].filter((degrees) => degrees !== 0 || !hasTriedLevel);
  }

  /** Reads on in the languages of the script, when it is another one. */
  #takeScript({ script, scriptConfidence }: Look): boolean {
    const languages = this.#languages;
    const { installed } = this.options;
    const wanted = languagesOfScript(script, languages);
    if (wanted.length === 0 || scriptConfidence < LIKELY_SCRIPT) return false;
    if (this.#best.confidence >= UNLIKELY) return false;
    const known = wanted.filter((code) => installed.includes(code)).slice(0, MOST_OF_A_SCRIPT);
    if (known.length > 0) this.#languages = [...known, ...languages.filter((code) => code === 'eng')];
    else this.#missing = missingScript(script, wanted.slice(0, MOST_OF_A_SCRIPT));
    return known.length > 0;
  }

  async #readInFoundLanguage(): Promise<void> {
    const { text, languages } = this.#best;
    const found = otherLanguage(text, languages);
    if (found === undefined) return;
    if (!this.options.installed.includes(found)) {
      this.warnings.push(missingFoundLanguage(found, languages));
      return;
    }
    this.#languages = [found];
    await this.#attempt(this.#bestPicture);
  }

  async #levelled(picture: PlacedPicture): Promise<PlacedPicture> {
    const { level } = textAngle(await shrink(picture, ANGLE_SIZE));
    return this.#turned(picture, level);
  }

  async #turned(picture: PlacedPicture, degrees: number): Promise<PlacedPicture> {
    return degrees === 0 ? picture : turn(picture, degrees, this.options.shade);
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

  /** By a core of its own that is not kept: it is needed rarely and takes much memory. */
  async #look(picture: PlacedPicture): Promise<Look | undefined> {
    const copy = await shrink(picture, LOOK_SIZE);
    let recognizer: Recognizer | undefined;
    try {
      recognizer = await Recognizer.forOrientation(this.options.stop);
      return await recognizer.look(copy, this.options.stop);
    } catch (error) {
      if (isOver(this.options.stop)) throw error;
      return undefined;
    } finally {
      await recognizer?.close();
    }
  }

  #isWeak(): boolean {
    return this.#best.confidence < SURE || countWords(this.#best.text) < FEWEST_WORDS;
  }
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0;
}
