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
  confidence: number;
  /** In the order of the text. */
  words: FoundWord[];
}

export interface FoundWord {
  text: string;
  /** Left, top, width and height in pixels of the picture. */
  box: readonly [number, number, number, number];
  /** 0 to 100. */
  confidence: number;
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
      const dpi = Math.round(Math.min(2400, Math.max(70, picture.dpi)));
      await this.#core.call('setParameters', {
        params: { tessedit_pageseg_mode: PAGE_MODE[mode], user_defined_dpi: String(dpi) },
      });
      const request = { image: toPgm(picture), options: {}, output: { text: true, tsv: true } };
      const data = await this.#core.call('recognize', request, () => throwIfOver(stop));
      const { text, confidence, tsv } = data as { text: string; confidence: number; tsv: string | null };
      return { text: text.trim(), confidence, words: wordsOf(tsv ?? '') };
    });
  }

  /** Degrees to turn the picture clockwise so that its text is upright; undefined when they cannot be determined. */
  orientation(picture: Picture, stop: Stop): Promise<number | undefined> {
    return this.#run(stop, async () => {
      await this.#core.call('setParameters', { params: { user_defined_dpi: String(Math.round(picture.dpi)) } });
      const data = await this.#core.call('detect', { image: toPgm(picture) });
      return (data as { orientation_degrees: number | null }).orientation_degrees ?? undefined;
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
    const [level, , , , , , left, top, width, height, confidence, text = ''] = row.split('\t');
    if (level !== WORD || text.trim() === '') return [];
    const box = [Number(left), Number(top), Number(width), Number(height)] as const;
    return [{ text, box, confidence: Number(confidence) }];
  });
}

function toPgm({ gray, width, height }: Picture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), gray]);
}
