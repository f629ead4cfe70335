/** Aborts its signal when a time has passed since it was made or restarted last. */
export class TimeLimit {
  readonly #ending = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly ms: number,
    /** What has not happened by then, for messages. */
    readonly what: string,
  ) {
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ending.abort(), this.ms).unref();
  }

  pause(): void {
    clearTimeout(this.#timer);
  }
}
