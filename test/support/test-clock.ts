import { Clock, type SleepOptions, type Timer } from '#ground/kernel';

interface Waiting {
  dueAt: number;
  /** Milliseconds between the calls of a repeated timer. */
  every?: number;
  run(): void;
  cancel(): void;
}

/**
 * A clock that goes on like the real one, and that a test can move forward. Timers that are due then run in the order of
 * their times, each once, as after a computer has slept.
 */
export class TestClock extends Clock {
  readonly #waiting = new Set<Waiting>();
  #movedMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.#movedMs);
  }

  override monotonic(): number {
    return performance.now() + this.#movedMs;
  }

  override async sleep(ms: number, { signal, ref = true }: SleepOptions = {}): Promise<void> {
    const over = Promise.withResolvers<void>();
    const timer = this.after(ms, over.resolve, { ref });
    const abort = (): void => over.reject(new DOMException('The sleep was aborted', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      await over.promise;
    } finally {
      timer.cancel();
      signal?.removeEventListener('abort', abort);
    }
  }

  override after(ms: number, run: () => void, { ref = true }: { ref?: boolean } = {}): Timer {
    return this.#wait({ dueAt: this.monotonic() + ms, run }, ref);
  }

  override every(ms: number, run: () => void, { ref = true }: { ref?: boolean } = {}): Timer {
    return this.#wait({ dueAt: this.monotonic() + ms, every: ms, run }, ref);
  }

  /** Milliseconds that this clock is ahead of the real one. */
  get movedMs(): number {
    return this.#movedMs;
  }

  /** Moves the time forward. What the timers start has only begun when this returns. */
  advance(ms: number): void {
    this.#movedMs += ms;
    const due = [...this.#waiting].filter(({ dueAt }) => dueAt <= this.monotonic());
    for (const timer of due.sort((a, b) => a.dueAt - b.dueAt)) if (this.#waiting.has(timer)) timer.run();
  }

  #wait({ dueAt, every, run }: Pick<Waiting, 'dueAt' | 'every' | 'run'>, ref: boolean): Timer {
    const call = (): void => waiting.run();
    const timer =
      every === undefined ? setTimeout(call, Math.max(dueAt - this.monotonic(), 0)) : setInterval(call, every);
    if (!ref) timer.unref();
    const waiting: Waiting = {
      dueAt,
      run: () => {
        if (every === undefined) waiting.cancel();
        else waiting.dueAt = this.monotonic() + every;
        run();
      },
      cancel: () => {
        this.#waiting.delete(waiting);
        clearInterval(timer);
      },
    };
    this.#waiting.add(waiting);
    return { cancel: waiting.cancel };
  }
}
