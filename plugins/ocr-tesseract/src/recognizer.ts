import type { Worker as Thread } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import { createWorker, type OEM, type PSM, type Worker } from 'tesseract.js';

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
}

const LSTM = 1 as OEM;
const LEGACY = 0 as OEM;
const PAGE_MODE = { automatic: '3' as PSM, 'single-block': '6' as PSM };
// Run from the sources (by the tests) as well as from the build: the thread is a file beside this one in both.
const THREAD = fileURLToPath(new URL(`./recognizer-thread${import.meta.url.slice(-3)}`, import.meta.url));

/**
 * One tesseract.js worker. Any failure leaves it `dead`: a new one has to be started. Calls are not to overlap.
 */
export class Recognizer {
  #languages: string;
  #worker: Worker;
  #died: (reason: Error) => void = () => undefined;
  dead = false;

  private constructor(worker: Worker, languages: string) {
    this.#worker = worker;
    this.#languages = languages;
    const { worker: thread } = worker as Worker & { worker: Thread };
    thread.on('error', (error: unknown) => this.#end(asError(error)));
    thread.on('exit', () => this.#end(new Error('the recognition thread ended')));
  }

  static forLanguages(languages: string, signal: AbortSignal): Promise<Recognizer> {
    return Recognizer.#start(languages, LSTM, signal);
  }

  static forOrientation(signal: AbortSignal): Promise<Recognizer> {
    return Recognizer.#start('osd', LEGACY, signal);
  }

  static #start(languages: string, engine: OEM, signal: AbortSignal): Promise<Recognizer> {
    return new Promise((resolve, reject) => {
      const stop = () => reject(abortError(signal));
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      createWorker(languages, engine, {
        workerPath: THREAD,
        langPath: 'installed', // any local path: the thread finds the file by the language
        cacheMethod: 'none',
        gzip: true,
        legacyCore: engine === LEGACY,
        legacyLang: engine === LEGACY,
        // Without it the package throws out of an event handler; with it a failed start never settles.
        errorHandler: (error: unknown) => reject(asError(error)),
      })
        .then((worker) => {
          const recognizer = new Recognizer(worker, languages);
          if (signal.aborted) void recognizer.close();
          else resolve(recognizer);
        })
        .catch((error: unknown) => reject(asError(error)))
        .finally(() => signal.removeEventListener('abort', stop));
    });
  }

  async useLanguages(languages: string, signal: AbortSignal): Promise<void> {
    if (languages === this.#languages) return;
    await this.#run(signal, () => this.#worker.reinitialize(languages, LSTM));
    this.#languages = languages;
  }

  read(picture: Picture, mode: PageMode, signal: AbortSignal): Promise<Reading> {
    return this.#run(signal, async () => {
      await this.#worker.setParameters({
        tessedit_pageseg_mode: PAGE_MODE[mode],
        user_defined_dpi: String(Math.round(Math.min(2400, Math.max(70, picture.dpi)))),
      });
      const { data } = await this.#worker.recognize(toPgm(picture), {}, { text: true });
      return { text: data.text.trim(), confidence: data.confidence };
    });
  }

  /** Degrees to turn the picture clockwise so that its text stands upright; undefined when it cannot be told. */
  orientation(picture: Picture, signal: AbortSignal): Promise<number | undefined> {
    return this.#run(signal, async () => {
      await this.#worker.setParameters({ user_defined_dpi: String(Math.round(picture.dpi)) });
      const { data } = await this.#worker.detect(toPgm(picture));
      return data.orientation_degrees ?? undefined;
    });
  }

  async close(): Promise<void> {
    this.dead = true;
    await this.#worker.terminate();
  }

  #run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const stop = () => this.#end(abortError(signal));
      this.#died = reject;
      if (this.dead || signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      work()
        .then(resolve, (error: unknown) => this.#end(asError(error)))
        .finally(() => signal.removeEventListener('abort', stop));
    });
  }

  #end(reason: Error): void {
    this.#died(reason);
    if (!this.dead) void this.close();
  }
}

function toPgm({ gray, width, height }: Picture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), gray]);
}

function abortError(signal: AbortSignal): Error {
  return signal.aborted ? asError(signal.reason) : new Error('the recognition thread is gone');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
