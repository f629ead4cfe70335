import { setTimeout as delay } from 'node:timers/promises';

/** A timer of a {@link Clock}. */
export interface Timer {
  cancel(): void;
}

export interface SleepOptions {
  /** Ends the sleep with an `AbortError`. */
  signal?: AbortSignal | undefined;
  /** False for a sleep that need not keep the process alive. */
  ref?: boolean;
}

/**
 * The time of the server, injected wherever a rule or a schedule depends on it, so that tests can move it. How long a
 * peer or a child process may take is measured in real time instead: neither of them would follow a moved clock.
 */
export class Clock {
  now(): Date {
    return new Date();
  }

  /** Milliseconds since some moment that never go back, for pauses and durations. */
  monotonic(): number {
    return performance.now();
  }

  /** Resolves after `ms` milliseconds. */
  async sleep(ms: number, { signal, ref = true }: SleepOptions = {}): Promise<void> {
    await delay(ms, undefined, { ref, ...(signal && { signal }) });
  }

  /** Calls `run` once, after `ms` milliseconds. The process may end before that when `ref` is false. */
  after(ms: number, run: () => void, { ref = true }: { ref?: boolean } = {}): Timer {
    const timer = setTimeout(run, ms);
    if (!ref) timer.unref();
    return { cancel: () => clearTimeout(timer) };
  }

  /** Calls `run` every `ms` milliseconds. The process may end before that when `ref` is false. */
  every(ms: number, run: () => void, { ref = true }: { ref?: boolean } = {}): Timer {
    const timer = setInterval(run, ms);
    if (!ref) timer.unref();
    return { cancel: () => clearInterval(timer) };
  }
}
