import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** Passes a mail through, counts its bytes and hashes them. */
export class MailContent extends Transform {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  constructor(private readonly maxBytes: number) {
    super();
  }

  /** True when the mail is larger than the server has said, and than is taken. */
  get isTooLarge(): boolean {
    return this.#bytes > this.maxBytes;
  }

  /** The hash of the whole mail, once it was read to its end. */
  get hash(): string | undefined {
    return this.readableEnded ? (this.#digest ??= this.#hash.digest('base64url')) : undefined;
  }
  #digest: string | undefined;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length;
    if (this.isTooLarge) return done(new Error('the mail is too large'));
    this.#hash.update(chunk);
    done(null, chunk);
  }
}
