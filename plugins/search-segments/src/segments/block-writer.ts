import { ByteWriter } from './byte-writer.js';
import { writePostings } from './postings.js';
import { type SegmentBlock } from './segment.js';

/**
 * Bytes of a block with its first term. Two rows of this size fill a page of PostgreSQL, and so does one of them next to
 * the bitmap of a term that most documents have.
 */
const BLOCK_BYTES = 3_950;
/** Bounds the work between two blocks: terms of nearly all documents take few bytes. */
const MAX_BLOCK_PLACES = 8_192;
/** A larger length continues in a number after the byte that holds both. */
export const LONG = 15;

/**
 * Packs the terms of a segment, added in byte order, into blocks. An entry: the bytes shared with the term before it and
 * the bytes of its own, four bits each; these own bytes; its places. The first term of a block stands in front of it.
 */
export class BlockWriter {
  #firstTerm: Uint8Array | undefined;
  readonly #lastTerm: Uint8Array;
  #lastLength = 0;
  #places = 0;
  readonly #body = new ByteWriter();
  readonly #postings = new ByteWriter();

  /** For a segment of `size` documents with terms of at most `maxTermBytes`. */
  constructor(
    private readonly size: number,
    maxTermBytes: number,
  ) {
    this.#lastTerm = new Uint8Array(maxTermBytes);
  }

  /** Adds a term with the first `count` of its ascending places. Returns the block that was completed by this. */
  add(
    term: { bytes: Uint8Array; start: number; end: number },
    places: Uint32Array,
    count: number,
  ): SegmentBlock | undefined {
    this.#postings.clear();
    writePostings(this.#postings, places, count, this.size);
    const shared = this.#sharedWithLast(term);
    const own = term.end - term.start - shared;
    const bytes = (this.#firstTerm?.length ?? 0) + this.#body.length + own + 3 + this.#postings.length;
    const isFull = bytes > BLOCK_BYTES || this.#places + count > MAX_BLOCK_PLACES;
    const completed = isFull ? this.take() : undefined;
    // A copy also of a Buffer, whose `slice` makes none.
    if (this.#firstTerm === undefined) this.#firstTerm = new Uint8Array(term.bytes.subarray(term.start, term.end));
    else this.#writeTerm(term, shared, own);
    this.#body.all(this.#postings);
    this.#places += count;
    this.#remember(term, shared);
    return completed;
  }

  /** The block that has been begun. */
  take(): SegmentBlock | undefined {
    if (this.#firstTerm === undefined) return undefined;
    const block = { firstTerm: this.#firstTerm, body: this.#body.taken() };
    this.#firstTerm = undefined;
    this.#places = 0;
    this.#body.clear();
    return block;
  }

  #sharedWithLast({ bytes, start, end }: { bytes: Uint8Array; start: number; end: number }): number {
    const last = this.#lastTerm;
    const most = Math.min(this.#lastLength, end - start);
    let shared = 0;
    while (shared < most && last[shared] === bytes[start + shared]) shared += 1;
    return shared;
  }

  #writeTerm({ bytes, end }: { bytes: Uint8Array; end: number }, shared: number, own: number): void {
    const body = this.#body;
    body.byte((Math.min(shared, LONG) << 4) | Math.min(own, LONG));
    if (shared >= LONG) body.number(shared - LONG);
    if (own >= LONG) body.number(own - LONG);
    body.bytes(bytes, end - own, end);
  }

  #remember({ bytes, start, end }: { bytes: Uint8Array; start: number; end: number }, shared: number): void {
    const last = this.#lastTerm;
    this.#lastLength = end - start;
    for (let index = shared; index < this.#lastLength; index += 1) last[index] = bytes[start + index] ?? 0;
  }
}
