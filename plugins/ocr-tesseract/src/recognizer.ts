import { Core } from './core.js';

/** 8-bit gray, row by row. */
export interface Picture {
  gray: Uint8Array;
  width: number;
  height: number;
  dpi: number;
}

export type PageMode = 'automatic' | 'single-block';

export interface Reading {
  text: string;
  /** Mean of the words, 0 to 100. */
  confidence: number;
  /** Grows with the number of words and with the confidence in each: of two readings of a page the better has more. */
  worth: number;
  /** In the order of the text. */
  words: FoundWord[];
}

export interface FoundWord {
  text: string;
  /** Left, top, width and height in pixels of the picture. */
  box: readonly [number, number, number, number];
  /** 0 to 100. */
  confidence: number;
  /** Equal for the words of a line. */
  line: string;
}

/** What the shapes of the letters tell, without reading them. */
export interface Look {
  /** Degrees to turn the picture clockwise so that its text is upright. */
  degrees: number;
  /** How much more likely than the next one: from about 2 on it is rarely wrong. */
  degreesConfidence: number;
  script: string;
  scriptConfidence: number;
}

/** When the work is to stop. The deadline is for the time in which recognition keeps the signal from being heard. */
export interface Stop {
  signal: AbortSignal;
  deadline?: number;
}

const LSTM = 1;
const LEGACY = 0;
const PAGE_MODE = { automatic: '3', 'single-block': '6' };

/** One recognition core. Any failure leaves it `dead`: a new one has to be started. Calls are not to overlap. */
export class Recognizer {
  readonly #core = new Core();
  #languages = '';
  dead = false;

  private constructor(private readonly engine: number) {}

  static forLanguages(languages: string, stop: Stop): Promise<Recognizer> {
    return new Recognizer(LSTM).#start(languages, stop);
  }

  static forOrientation(stop: Stop): Promise<Recognizer> {
    return new Recognizer(LEGACY).#start('osd', stop);
  }

  useLanguages(languages: string, stop: Stop): Promise<void> {
    return this.#run(stop, async () => {
      if (languages === this.#languages) return;
      const lstmOnly = this.engine === LSTM;
      await this.#core.call('loadLanguage', {
        langs: languages,
        // Any local path: the core asks for the file by its language.
        options: { langPath: 'installed', cacheMethod: 'none', gzip: true, lstmOnly },
      });
      await this.#core.call('initialize', { langs: languages, oem: this.engine });
      this.#languages = languages;
    });
  }

  read(picture: Picture, mode: PageMode, stop: Stop): Promise<Reading> {
    return this.#run(stop, async () => {
      const dpi = Math.round(picture.dpi);
      await this.#core.call('setParameters', {
        params: { tessedit_pageseg_mode: PAGE_MODE[mode], user_defined_dpi: String(dpi) },
      });
      const request = { image: toPgm(picture), options: {}, output: { text: true, tsv: true } };
      const data = await this.#core.call('recognize', request, () => throwIfOver(stop));
      const { text, confidence, tsv } = data as { text: string; confidence: number; tsv: string | null };
      const words = wordsOf(tsv ?? '');
      return { text: text.trim(), confidence, worth: worthOf(words), words };
    });
  }

  /** undefined when there is too little text. */
  look(picture: Picture, stop: Stop): Promise<Look | undefined> {
    return this.#run(stop, async () => {
      await this.#core.call('setParameters', { params: { user_defined_dpi: String(Math.round(picture.dpi)) } });
      const found = (await this.#core.call('detect', { image: toPgm(picture) })) as Detected;
      if (found.orientation_degrees === null) return undefined;
      return {
        degrees: found.orientation_degrees,
        degreesConfidence: found.orientation_confidence ?? 0,
        script: found.script ?? '',
        scriptConfidence: found.script_confidence ?? 0,
      };
    });
  }

  async close(): Promise<void> {
    if (this.dead) return;
    this.dead = true;
    await this.#core.call('terminate', {});
  }

  async #start(languages: string, stop: Stop): Promise<Recognizer> {
    const options = { lstmOnly: this.engine === LSTM, logging: false };
    await this.#run(stop, () => this.#core.call('load', { options }));
    await this.useLanguages(languages, stop);
    return this;
  }

  async #run<Result>(stop: Stop, work: () => Promise<Result>): Promise<Result> {
    throwIfOver(stop);
    if (this.dead) throw new Error('the recognition core has failed before');
    try {
      return await work();
    } catch (error) {
      this.dead = true;
      throwIfOver(stop); // what it then says of a stopped work is only a consequence
      throw error;
    }
  }
}

/** By a core of its own that is not kept: it is needed rarely and takes much memory. */
export async function lookAt(picture: Picture, stop: Stop): Promise<Look | undefined> {
  const recognizer = await Recognizer.forOrientation(stop);
  try {
    return await recognizer.look(picture, stop);
  } finally {
    await recognizer.close();
  }
}

interface Detected {
  orientation_degrees: number | null;
  orientation_confidence: number | null;
  script: string | null;
  script_confidence: number | null;
}

export function isOver({ signal, deadline = Infinity }: Stop): boolean {
  return signal.aborted || Date.now() >= deadline;
}

function throwIfOver({ signal, deadline = Infinity }: Stop): void {
  signal.throwIfAborted();
  if (Date.now() >= deadline) throw new DOMException('The time for this page is over.', 'TimeoutError');
}

const WORD = '5';

/** Rows of level, page, block, paragraph, line, word, left, top, width, height, confidence and text. */
function wordsOf(tsv: string): FoundWord[] {
  return tsv.split('\n').flatMap((row) => {
    const [level, , block, paragraph, line, , left, top, width, height, confidence, text = ''] = row.split('\t');
    if (level !== WORD || text.trim() === '') return [];
    const box = [Number(left), Number(top), Number(width), Number(height)] as const;
    return [{ text, box, confidence: Number(confidence), line: `${block} ${paragraph} ${line}` }];
  });
}

/** Squared: what is read upside down or in a wrong script gives many words, with little confidence in each. */
function worthOf(words: readonly FoundWord[]): number {
  return words.reduce((sum, { text, confidence }) => sum + countLetters(text) * Math.max(0, confidence) ** 2, 0);
}

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

function toPgm({ gray, width, height }: Picture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), gray]);
}
