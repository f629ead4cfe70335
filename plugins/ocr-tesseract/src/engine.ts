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
import { PageAttempts, type PageReading } from './page-attempts.js';
import { onWhole, piecesOf } from './picture-pieces.js';
import { normalise, toneOf, type PlacedPicture } from './picture.js';
import { isOver, lookAt, Recognizer, type Picture, type Reading, type Stop } from './recognizer.js';
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
    const read: (PageReading | undefined)[] = [];
    for (const piece of piecesOf(image)) {
      if (toneOf(piece.image.gray).contrast < BLANK) continue;
      try {
        const found = await this.#read(piece.image, { context, data, languages, warnings });
        read.push(found && onWhole(found, piece));
      } catch (error) {
        if (context.signal.aborted || !isOver(context) || !read.some((reading) => reading?.text)) throw error;
        warnings.push('There was no time to read all of a long page; the end of its text is missing.');
        break;
      }
    }
    if (read.length > 0 && read.every((reading) => reading === undefined))
      warnings.push('A page could not be read: recognition failed.');
    return {
      ...together(
        read.filter((reading) => reading !== undefined),
        image,
        languages,
      ),
      warnings,
    };
  }

  /** undefined when every attempt failed. */
  async #read(image: OcrImage, { context, data, languages, warnings }: Wanted): Promise<PageReading | undefined> {
    const page = new PageAttempts(await picturesOf(image), {
      languages,
      installed: languagesIn(data),
      ...(data.has('osd') && { look: (picture: Picture) => lookAt(picture, context) }),
      stop: context,
      recognizerFor: (codes) => this.#recognizerFor(codes.join('+'), context),
    });
    const best = await page.read();
    for (const warning of page.warnings) if (!warnings.includes(warning)) warnings.push(warning);
    return best;
  }

  async #recognizerFor(languages: string, stop: Stop): Promise<Recognizer> {
    if (this.#recognizer === undefined || this.#recognizer.dead) {
      this.#recognizer = await Recognizer.forLanguages(languages, stop);
    }
    await this.#recognizer.useLanguages(languages, stop);
    return this.#recognizer;
  }
}

interface Wanted {
  context: OcrContext;
  data: LanguageData;
  languages: string[];
  /** To which is added. */
  warnings: string[];
}

/** Pieces of an image as one; a long one says more about how sure the recognition is. */
function together(pieces: readonly PageReading[], image: OcrImage, languages: string[]): OcrText {
  const read = pieces.filter(({ text }) => text !== '');
  if (read.length === 0) return { text: '', confidence: 0, languages };
  const length = read.reduce((sum, { text }) => sum + text.length, 0);
  const confidence = read.reduce((sum, piece) => sum + piece.confidence * piece.text.length, 0) / length;
  return {
    text: read.map(({ text }) => text).join('\n'),
    confidence: Math.round(confidence),
    words: wordsOn(
      image,
      read.flatMap(({ words }) => words),
    ),
    languages: [...new Set(read.flatMap((piece) => piece.languages))],
  };
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
  return words.map(({ text, confidence, box: [x, y, w, h] }) => ({
    ...{ text, confidence },
    box: [x / width, y / height, w / width, h / height],
  }));
}
