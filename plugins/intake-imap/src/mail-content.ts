import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** What a mail may have, and what the server says of it. */
export interface MailExtent {
  maxBytes: number;
  /** The size that the server has announced. */
  announced: number;
  /** Called when the mail ends before that. Rejects unless this is its end. */
  confirmEnd(bytes: number): Promise<void>;
}

/** Passes a mail through, counts its bytes and hashes them. It fails when it is not the whole mail. */
export class MailContent extends Transform {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  constructor(private readonly extent: MailExtent) {
    super();
  }

  /** True when the mail is larger than the server has said, and than is taken. */
  get isTooLarge(): boolean {
    return this.#bytes > this.extent.maxBytes;
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

  override _flush(done: TransformCallback): void {
    const { announced, confirmEnd } = this.extent;
    if (this.#bytes >= announced) return done();
    confirmEnd(this.#bytes).then(() => done(), done);
  }
}
