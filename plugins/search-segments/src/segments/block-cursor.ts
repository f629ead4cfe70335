import { LONG } from './block-writer.js';
import { DamagedSegmentError } from './damaged-segment.error.js';
import { ONE_PLACE, type Postings } from './postings.js';
import { MAX_TERM_BYTES, type SegmentBlock } from './segment.js';

/** Reads the terms of a block one after the other; its fields describe the current one. */
export class BlockCursor implements Postings {
  readonly term = new Uint8Array(MAX_TERM_BYTES);
  termLength = 0;
  /** Bytes that the term shares with the one before it in the block. */
  shared = 0;
  bytes: Uint8Array = new Uint8Array();
  kind = ONE_PLACE;
  start = 0;
  end = 0;
  #at = 0;
  #firstTerm: Uint8Array | undefined;

  /** Continues with another block, before its first term. */
  open(block: SegmentBlock): void {
    this.bytes = block.body;
    this.#firstTerm = block.firstTerm;
    this.#at = 0;
  }

  /** Moves to the next term. False at the end of the block. */
  next(): boolean {
    if (this.#firstTerm !== undefined) this.#startTerm(this.#firstTerm);
    else if (this.#at >= this.bytes.length) return false;
    else this.#readTerm();
    this.#readPostings();
    return true;
  }

  #startTerm(term: Uint8Array): void {
    if (term.length > MAX_TERM_BYTES) throw new DamagedSegmentError('a term is too long');
    this.term.set(term);
    this.termLength = term.length;
    this.shared = 0;
    this.#firstTerm = undefined;
  }

  #readTerm(): void {
    const { bytes, term } = this;
    const head = bytes[this.#at] ?? 0;
    this.#at += 1;
    let shared = head >>> 4;
    let own = head & 0xf;
    if (shared === LONG) shared += this.#number();
    if (own === LONG) own += this.#number();
    const end = this.#at + own;
    if (shared > this.termLength || shared + own > MAX_TERM_BYTES || end > bytes.length) {
      throw new DamagedSegmentError('a term is longer than its block');
    }
    const isAfter = own > 0 && (shared === this.termLength || (bytes[this.#at] ?? 0) > (term[shared] ?? 0));
    if (!isAfter) throw new DamagedSegmentError('its terms are not in order');
    for (let from = this.#at, to = shared; from < end; from += 1, to += 1) term[to] = bytes[from] ?? 0;
    this.termLength = shared + own;
    this.shared = shared;
    this.#at = end;
  }

  #readPostings(): void {
    const head = this.#number();
    this.kind = head & 3;
    const value = head >>> 2;
    this.start = this.kind === ONE_PLACE ? value : this.#at;
    this.end = this.kind === ONE_PLACE ? value : this.#at + value;
    if (this.kind === ONE_PLACE) return;
    this.#at += value;
    if (this.#at > this.bytes.length) throw new DamagedSegmentError('the documents of a term end beyond their block');
  }

  /** A number of up to 28 bits. */
  #number(): number {
    const { bytes } = this;
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[this.#at];
      if (byte === undefined) throw new DamagedSegmentError('a block ends in the middle of a term');
      this.#at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new DamagedSegmentError('a number has too many bytes');
  }
}
