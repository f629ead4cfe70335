import { Readable } from 'node:stream';

/**
 * The bytes of an archive. Unlike `Readable.from`, it calls `close` as soon as it is destroyed: what produces the bytes
 * may be waiting for a file that no longer sends any.
 */
export class ArchiveStream extends Readable {
  readonly #bytes: AsyncIterator<Buffer>;

  constructor(
    bytes: AsyncIterable<Buffer>,
    private readonly close: () => void,
  ) {
    super();
    this.#bytes = bytes[Symbol.asyncIterator]();
  }

  override _read(): void {
    void this.#pushNext();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.close();
    void this.#bytes.return?.().catch(() => undefined);
    callback(error);
  }

  async #pushNext(): Promise<void> {
    try {
      const next = await this.#bytes.next();
      if (!this.destroyed) this.push(next.done === true ? null : next.value);
    } catch (error) {
      this.destroy(error as Error);
    }
  }
}
