/** Lets one caller wait until another one rings, for a limited time or not. A ring comes first or later: it is kept. */
export class Bell {
  #isRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** Resolves when it rings, when the time is over, or when `signal` is aborted. */
  async wait(ms: number | undefined, signal: AbortSignal): Promise<void> {
    if (!this.#isRung && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      this.#wake = resolve;
      signal.addEventListener('abort', this.#wake, { once: true });
      await promise;
      signal.removeEventListener('abort', this.#wake);
      clearTimeout(timer);
      this.#wake = undefined;
    }
    this.#isRung = false;
  }
}
