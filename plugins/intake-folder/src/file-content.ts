import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { FileChanged, FileUnreadable } from './file-faults.js';
import { isUnchanged, stateOf, type FileState } from './seen-file.js';

const CHUNK_BYTES = 64 * 1024;

/**
 * The content of an opened file. It ends only when the file was the same from the first byte to the last; otherwise it
 * fails with `FileChanged`, so that no document has a part of a file, or parts of two.
 */
export class FileContent extends Readable {
  #offset = 0;

  constructor(
    private readonly handle: FileHandle,
    private readonly seen: FileState,
  ) {
    super({ highWaterMark: CHUNK_BYTES });
  }

  override _read(): void {
    this.#next().then(
      (chunk) => this.push(chunk),
      (error: unknown) =>
        this.destroy(error instanceof FileChanged ? error : FileUnreadable.because(error as NodeJS.ErrnoException)),
    );
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.handle.close().then(
      () => callback(error),
      () => callback(error),
    );
  }

  async #next(): Promise<Buffer | null> {
    const { bytesRead, buffer } = await this.handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, this.#offset);
    this.#offset += bytesRead;
    if (BigInt(this.#offset) > this.seen.size) throw new FileChanged();
    if (bytesRead > 0) return buffer.subarray(0, bytesRead);
    const state = stateOf(await this.handle.stat({ bigint: true }));
    if (BigInt(this.#offset) !== this.seen.size || !isUnchanged(this.seen, state)) throw new FileChanged();
    return null;
  }
}
