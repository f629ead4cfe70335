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
import { PageAttempts } from './page-attempts.js';
import { normalise, toneOf, type PlacedPicture } from './picture.js';
import { lookAt, Recognizer, type Picture, type Reading, type Stop } from './recognizer.js';
import { evenLight } from './uneven-light.js';

const BLANK = 20;

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
    const nothing = { text: '', confidence: 0, languages, warnings };
    if (toneOf(image.gray).contrast < BLANK) return nothing;
    const page = new PageAttempts(await picturesOf(image), {
      languages,
      installed: languagesIn(data),
      ...(data.has('osd') && { look: (picture: Picture) => lookAt(picture, context) }),
      stop: context,
      recognizerFor: (codes) => this.#recognizerFor(codes.join('+'), context),
    });
    const best = await page.read();
    warnings.push(...page.warnings);
    if (best === undefined)
      return { ...nothing, warnings: [...warnings, 'A page could not be read: recognition failed.'] };
    const { text, confidence, words } = best;
    return {
      ...{ text, confidence: Math.round(confidence), words: wordsOn(image, words) },
      ...{ languages: [...best.languages], warnings },
    };
  }

  async #recognizerFor(languages: string, stop: Stop): Promise<Recognizer> {
    if (this.#recognizer === undefined || this.#recognizer.dead) {
      this.#recognizer = await Recognizer.forLanguages(languages, stop);
    }
    await this.#recognizer.useLanguages(languages, stop);
    return this.#recognizer;
  }
}

/** With even light, and as it is: what is light on dark paper is lost in the former. */
async function picturesOf(image: OcrImage): Promise<PlacedPicture[]> {
  const even = evenLight(image);
  const pictures = even === image ? [image] : [even, image];
  const tones = pictures.map((picture) => ({ picture, tone: toneOf(picture.gray) }));
  const legible = tones.filter(({ tone }) => tone.contrast >= BLANK);
  return Promise.all(legible.map(({ picture, tone }) => normalise(picture, tone)));
}

/** Boxes in pixels of the image as parts of it. */
function wordsOn({ width, height }: OcrImage, words: Reading['words']): PageWord[] {
  return words.map(({ box: [x, y, w, h], ...word }) => ({
    ...word,
    box: [x / width, y / height, w / width, h / height],
  }));
}
