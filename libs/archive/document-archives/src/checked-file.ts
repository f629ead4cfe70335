import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Problem } from './archive-manifest.js';

interface Facts {
  size: number;
  sha256: string;
}

/** A stored file that is compared with its facts while it is read. */
export class CheckedFile implements Disposable {
  #problem: Problem | undefined;
  #isDisposed = false;

  constructor(
    private readonly source: Readable,
    private readonly facts: Facts,
    /** True to throw when the storage fails. Otherwise the bytes just end, and `problem` says so. */
    private readonly isStrict: boolean,
  ) {
    source.on('error', () => undefined); // also one that nothing reads any more
  }

  /** What was wrong with the bytes, when all are read. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  async *bytes(): AsyncIterable<Buffer> {
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const chunk of this.source as AsyncIterable<Buffer>) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    } catch (error) {
      if (this.isStrict || this.#isDisposed) throw error;
      this.#problem = 'unreadable';
      return;
    }
    if (size !== this.facts.size || hash.digest('hex') !== this.facts.sha256) this.#problem = 'damaged';
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.source.destroy();
  }
}
