import { Transform, type TransformCallback } from 'node:stream';
import { DocumentTooLarge, EmptyDocument } from './documents.errors.js';

/** Lets through what may be stored: at least one byte and at most `maxBytes` (0: no limit). */
export class BoundedUpload extends Transform {
  #bytes = 0;

  constructor(private readonly maxBytes: number) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length;
    if (this.maxBytes > 0 && this.#bytes > this.maxBytes) done(DocumentTooLarge());
    else done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.#bytes === 0 ? EmptyDocument() : null);
  }
}
