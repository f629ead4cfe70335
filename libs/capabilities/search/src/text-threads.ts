import { fileURLToPath } from 'node:url';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { BACKGROUND_THREADS, compiledUrl, Turns } from '#ground/kernel';
import { TooManyTexts } from './text-threads.errors.js';

/** One organization takes at most one of the threads, so that the others never wait for its texts. */
const THREADS = 2;
const IDLE_MS = 30_000;
/** UTF-16 units of the texts that wait or are being processed, all of which are in memory. */
const MOST_CHARACTERS = 128_000_000;

export interface TextWork<Input> {
  organizationId: string;
  /** Module whose default export maps the input to the result; both are copied, except bytes in the result. */
  module: URL;
  input: Input;
  /** UTF-16 units of the texts in the input. */
  characters: number;
  /** Work whose signal aborts never starts, or is stopped. */
  signal?: AbortSignal | undefined;
}

/** What one text may use. */
export interface TextLimits {
  heapMb: number;
  ms: number;
}

const LIMITS: TextLimits = { heapMb: 512, ms: 60_000 };

/** The work took more time or memory than one text may. */
export class TextTooCostly extends Error {}

/** Processes long texts in worker threads, so that they do not block the thread that handles requests. */
export class TextThreads implements OnApplicationShutdown {
  readonly #turns: Turns;
  #pool: Piscina | undefined;

  /** `waitMs`: how long work may wait before it is refused; 0 for no limit. */
  constructor(
    private readonly limits = LIMITS,
    { waitMs = 0 }: { waitMs?: number } = {},
  ) {
    this.#turns = new Turns({
      running: THREADS,
      waiting: Infinity, // bounded by the size
      waitMs,
      size: MOST_CHARACTERS,
      refusal: TooManyTexts,
    });
  }

  /** Throws `TooManyTexts` when the queue is full or the wait too long, and `TextTooCostly`. */
  async run<Input, Result>({ input, ...work }: TextWork<Input>): Promise<Result> {
    return this.#take<Result>(work, { input });
  }

  /** As {@link run} for several inputs of one module, as one piece of work. Returns the results in their order. */
  async runEach<Input, Result>({
    inputs,
    ...work
  }: Omit<TextWork<Input>, 'input'> & { inputs: readonly Input[] }): Promise<Result[]> {
    return this.#take<Result[]>(work, { inputs });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#pool?.destroy();
  }

  #take<Result>(work: Omit<TextWork<unknown>, 'input'>, given: object): Promise<Result> {
    const { organizationId, module, characters, signal } = work;
    const task = { module: compiledUrl(module).href, ...given };
    const share = { key: organizationId, running: THREADS - 1, waiting: Infinity, size: MOST_CHARACTERS / 2 };
    return this.#turns.take(() => this.#work<Result>(task, signal), { shares: [share], size: characters, signal });
  }

  async #work<Result>(task: { module: string }, aborted: AbortSignal | undefined): Promise<Result> {
    const timeout = AbortSignal.timeout(this.limits.ms);
    const signal = aborted ? AbortSignal.any([aborted, timeout]) : timeout;
    try {
      return (await this.#threads().run(task, { signal })) as Result;
    } catch (error) {
      aborted?.throwIfAborted();
      if (timeout.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new TextTooCostly('the text takes too much time or memory', { cause: error });
      throw error;
    }
  }

  #threads(): Piscina {
    return (this.#pool ??= new Piscina({
      ...BACKGROUND_THREADS,
      filename: fileURLToPath(compiledUrl(new URL('./thread.js', import.meta.url))),
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: this.limits.heapMb },
    }));
  }
}
