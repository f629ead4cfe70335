import type { Readable } from 'node:stream';
import { StoredFileDamaged } from '#capabilities/storage';
import type { Problem } from './archive-manifest.js';

/** A stored file that may turn out not to be what was uploaded while it is read. */
export class CheckedFile implements Disposable {
  #problem: Problem | undefined;
  #isDisposed = false;

  constructor(
    private readonly source: Readable,
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
    try {
      yield* this.source as AsyncIterable<Buffer>;
    } catch (error) {
      const problem = readingProblem(error);
      if ((this.isStrict && problem === 'unreadable') || this.#isDisposed) throw error;
      this.#problem = problem;
    }
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.source.destroy();
  }
}

export function readingProblem(error: unknown): 'damaged' | 'unreadable' {
  return StoredFileDamaged.matches(error) ? 'damaged' : 'unreadable';
}
