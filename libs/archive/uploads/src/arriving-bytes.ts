import type { Readable } from 'node:stream';

/**
 * The body of a request, taken in pieces. It ends where the client stops sending, whatever the reason: what has arrived
 * until then is worth keeping.
 */
export class ArrivingBytes implements Disposable {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #signal: AbortSignal;
  #held: Buffer | undefined;
  #hasEnded = false;

  constructor(body: Readable, signal: AbortSignal) {
    this.#chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
    this.#signal = signal;
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

  /** Yields at most `bytes` of what arrives. The rest is left for the next call. */
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

  /** Stops reading. As long as the iterator reads, no other reader gets the rest of the body, to drop it. */
  [Symbol.dispose](): void {
    this.#chunks.return?.().catch(() => undefined); // without waiting: the next bytes may never arrive
  }

  /** Not with `Promise.race`: every race with an abort would be kept in memory until the end of the request. */
  #next(): Promise<Buffer | undefined> {
    return new Promise((resolve) => {
      const signal = this.#signal;
      const end = (next: Buffer | undefined) => {
        signal.removeEventListener('abort', abort);
        resolve(next);
      };
      const abort = () => end(undefined);
      if (signal.aborted) return end(undefined);
      signal.addEventListener('abort', abort);
      this.#chunks.next().then(
        ({ done, value }) => end(done === true ? undefined : value),
        abort, // the client disconnected
      );
    });
  }
}
