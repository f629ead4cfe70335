import { fileURLToPath } from 'node:url';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { BACKGROUND_THREADS, compiledUrl } from '#libs/kernel';
import { FairTurns } from './fair-turns.js';

/** Two, of which one organization takes one: whatever one of them has to prepare, the others need not wait for it. */
const THREADS = 2;
const IDLE_MS = 30_000;
/** UTF-16 units of the texts that wait or are being worked on; they are in memory meanwhile. */
const MOST_CHARACTERS = 128_000_000;

export interface TextWork<Input> {
  organizationId: string;
  /** Module whose default export takes the input and gives the result; both are copied, except bytes in the result. */
  module: URL;
  input: Input;
  /** UTF-16 units of the texts in the input. */
  characters: number;
}

/** What one text may take. */
export interface TextLimits {
  heapMb: number;
  ms: number;
}

const LIMITS: TextLimits = { heapMb: 512, ms: 60_000 };

/** The work took more time or memory than one text may. */
export class TextTooCostly extends Error {}

/** Works on long texts in threads of its own, so that the thread that answers requests does not stop for them. */
export class TextThreads implements OnApplicationShutdown {
  readonly #turns = new FairTurns({
    running: THREADS,
    runningPerOwner: THREADS - 1,
    size: MOST_CHARACTERS,
    sizePerOwner: MOST_CHARACTERS / 2,
  });
  #pool: Piscina | undefined;

  constructor(private readonly limits = LIMITS) {}

  /** Throws `TooManyTexts` when too much waits, and `TextTooCostly`. */
  async run<Input, Result>({ organizationId, module, input, characters }: TextWork<Input>): Promise<Result> {
    const task = { module: compiledUrl(module).href, input };
    return this.#turns.take(organizationId, characters, async () => {
      const signal = AbortSignal.timeout(this.limits.ms);
      try {
        return (await this.#threads().run(task, { signal })) as Result;
      } catch (error) {
        if (signal.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
          throw new TextTooCostly('the text takes too much time or memory', { cause: error });
        throw error;
      }
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#pool?.destroy();
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
