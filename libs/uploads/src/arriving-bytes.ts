/**
 * The body of a request, taken in pieces. It ends where the client stops sending, whatever the reason: what has arrived
 * until then is worth keeping.
 */
export class ArrivingBytes {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #aborted: Promise<undefined>;
  #held: Buffer | undefined;
  #hasEnded = false;

  constructor(body: AsyncIterable<Buffer>, signal: AbortSignal) {
    this.#chunks = body[Symbol.asyncIterator]();
    this.#aborted = new Promise((resolve) => {
      if (signal.aborted) resolve(undefined);
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
  }

  /** Waits for the next byte. False at the end. */
  async hasMore(): Promise<boolean> {
    while (!this.#held && !this.#hasEnded) {
      const next = await this.#next();
      if (next === undefined) this.#hasEnded = true;
      else if (next.length > 0) this.#held = next;
    }
    return this.#held !== undefined;
  }

  /** At most `bytes` of what arrives. The rest is left for the next call. */
  async *take(bytes: number): AsyncIterable<Buffer> {
    let left = bytes;
    while (left > 0 && (await this.hasMore())) {
      const chunk = this.#held as Buffer;
      this.#held = chunk.length > left ? chunk.subarray(left) : undefined;
      const taken = chunk.subarray(0, left);
      left -= taken.length;
      yield taken;
    }
  }

  async #next(): Promise<Buffer | undefined> {
    const next = this.#chunks.next().then(
      ({ done, value }) => (done === true ? undefined : value),
      () => undefined, // the client disconnected
    );
    return Promise.race([next, this.#aborted]);
  }
}
