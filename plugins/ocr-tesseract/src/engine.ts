import {
  defineOcrEngine,
  PermanentPluginError,
  type OcrContext,
  type OcrEngine,
  type OcrImage,
  type OcrText,
  type PageWord,
} from '@archivolt/plugin-kit';
import { chooseLanguages, findLanguageData, languagesIn, type LanguageData } from './language-data.js';
import { mapBox } from './affine.js';
import { normalise, shrink, toneOf, turn, type PlacedPicture } from './picture.js';
import { isOver, Recognizer, type PageMode, type Reading, type Stop } from './recognizer.js';
import { textAngle } from './text-angle.js';

const BLANK = 20;
const SURE = 72;
const FEWEST_WORDS = 2;
const ANGLE_SIZE = 700;
const ORIENTATION_SIZE = 1200;

export default defineOcrEngine(() => new TesseractEngine());

class TesseractEngine implements OcrEngine {
  #recognizer: Recognizer | undefined;
  #data: Promise<LanguageData> | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  recognize(image: OcrImage, context: OcrContext): Promise<OcrText> {
    const turnOfThisPage = this.#queue.then(() => this.#recognizePage(image, context));
    this.#queue = turnOfThisPage.catch(() => undefined);
    return turnOfThisPage;
  }

  async close(): Promise<void> {
    await this.#recognizer?.close();
    this.#recognizer = undefined;
  }

  async #recognizePage(image: OcrImage, context: OcrContext): Promise<OcrText> {
    context.signal.throwIfAborted();
    this.#data ??= findLanguageData();
    const data = await this.#data;
    const { languages, warnings } = chooseLanguages(context.languages, languagesIn(data));
    if (languages.length === 0) {
      throw new PermanentPluginError('No data for text recognition is installed: npm i @tesseract.js-data/eng');
    }
    const tone = toneOf(image.gray);
    const nothing = { text: '', confidence: 0, languages, warnings };
    if (tone.contrast < BLANK) return nothing;
    const picture = await normalise(image, tone);
    const page = new Page(picture, tone.background, context, data.has('osd'), () =>
      this.#recognizerFor(languages.join('+'), context),
    );
    const best = await page.read();
    if (best === undefined)
      return { ...nothing, warnings: [...warnings, 'A page could not be read: recognition failed.'] };
    const { text, confidence, words } = best;
    return { text, confidence: Math.round(confidence), words: wordsOn(image, words), languages, warnings };
  }

  async #recognizerFor(languages: string, stop: Stop): Promise<Recognizer> {
    if (this.#recognizer === undefined || this.#recognizer.dead) {
      this.#recognizer = await Recognizer.forLanguages(languages, stop);
    }
    await this.#recognizer.useLanguages(languages, stop);
    return this.#recognizer;
  }
}

/** The attempts at one page, of which the best is kept. */
class Page {
  #best: Reading = { text: '', confidence: 0, words: [] };
  #hasAnswer = false;

  constructor(
    private readonly picture: PlacedPicture,
    private readonly shade: number,
    private readonly stop: Stop,
    private readonly canOrient: boolean,
    private readonly recognizer: () => Promise<Recognizer>,
  ) {}

  /** undefined when every attempt failed. */
  async read(): Promise<Reading | undefined> {
    const { sideways, level } = textAngle(await shrink(this.picture, ANGLE_SIZE));
    if (!sideways) await this.#attempt(await this.#level(this.picture, level));
    if (this.#isWeak()) await this.#readTurned(sideways);
    if (sideways && this.#isWeak()) await this.#attempt(await this.#level(this.picture, level));
    if (countWords(this.#best.text) === 0) await this.#attempt(this.picture, 'single-block');
    return this.#hasAnswer ? this.#best : undefined;
  }

  async #readTurned(sideways: boolean): Promise<void> {
    const degrees = this.canOrient ? await this.#orientation() : undefined;
    if (degrees) return this.#attemptTurned(degrees);
    if (!sideways) return;
    await this.#attemptTurned(90);
    if (this.#isWeak()) await this.#attemptTurned(270);
  }

  async #attemptTurned(degrees: number): Promise<void> {
    const turned = await turn(this.picture, degrees, this.shade);
    const { level } = textAngle(await shrink(turned, ANGLE_SIZE));
    await this.#attempt(await this.#level(turned, level));
  }

  async #level(picture: PlacedPicture, degrees: number): Promise<PlacedPicture> {
    return degrees === 0 ? picture : turn(picture, degrees, this.shade);
  }

  async #attempt(picture: PlacedPicture, mode: PageMode = 'automatic'): Promise<void> {
    const reading = (await this.#try(picture, mode)) ?? (await this.#try(picture, mode));
    if (reading === undefined) return;
    this.#hasAnswer = true;
    const words = countWords(reading.text);
    if (words === 0) return;
    if (this.#best.text === '' || reading.confidence > this.#best.confidence) this.#best = reading;
  }

  /** After a failure the next call has a new core. */
  async #try(picture: PlacedPicture, mode: PageMode): Promise<Reading | undefined> {
    try {
      const recognizer = await this.recognizer();
      const { words, ...reading } = await recognizer.read(picture, mode, this.stop);
      return { ...reading, words: words.map((word) => ({ ...word, box: mapBox(picture.toImage, word.box) })) };
    } catch (error) {
      if (isOver(this.stop)) throw error;
      return undefined;
    }
  }

  /** By a core of its own that is not kept: it is needed rarely and takes much memory. */
  async #orientation(): Promise<number | undefined> {
    const copy = await shrink(this.picture, ORIENTATION_SIZE);
    let recognizer: Recognizer | undefined;
    try {
      recognizer = await Recognizer.forOrientation(this.stop);
      return await recognizer.orientation(copy, this.stop);
    } catch (error) {
      if (isOver(this.stop)) throw error;
      return undefined;
    } finally {
      await recognizer?.close();
    }
  }

  #isWeak(): boolean {
    return this.#best.confidence < SURE || countWords(this.#best.text) < FEWEST_WORDS;
  }
}

/** Boxes in pixels of the image as parts of it. */
function wordsOn({ width, height }: OcrImage, words: Reading['words']): PageWord[] {
  return words.map(({ box: [x, y, w, h], ...word }) => ({
    ...word,
    box: [x / width, y / height, w / width, h / height],
  }));
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0;
}
