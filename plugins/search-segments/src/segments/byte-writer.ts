const HIGH_BIT = 0x80;
/** Of the longest number, 2^53 - 1, in groups of seven bits. */
const MAX_NUMBER_BYTES = 8;

/** Bytes that grow at their end. */
export class ByteWriter {
  length = 0;
  #bytes: Uint8Array = new Uint8Array(4_096);

  clear(): void {
    this.length = 0;
  }

  /** A copy of everything written since the last `clear`. */
  taken(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.length] = value;
    this.length += 1;
  }

  bytes(source: Uint8Array, start = 0, end = source.length): void {
    this.#reserve(end - start);
    const target = this.#bytes;
    let at = this.length;
    // Most pieces are a few bytes of a term, for which a call of `set` costs more.
    if (end - start > 64) target.set(source.subarray(start, end), at);
    else for (let from = start; from < end; from += 1, at += 1) target[at] = source[from] ?? 0;
    this.length += end - start;
  }

  /** Everything that another writer holds. */
  all(other: ByteWriter): void {
    this.bytes(other.#bytes, 0, other.length);
  }

  /** An integer from 0 to 2^53 - 1, seven bits in a byte, the lowest first. */
  number(value: number): void {
    this.#reserve(MAX_NUMBER_BYTES);
    const bytes = this.#bytes;
    let at = this.length;
    let rest = value;
    while (rest > 0x7fff_ffff) {
      bytes[at] = (rest % HIGH_BIT) | HIGH_BIT;
      at += 1;
      rest = Math.floor(rest / HIGH_BIT);
    }
    while (rest >= HIGH_BIT) {
      bytes[at] = (rest & 0x7f) | HIGH_BIT;
      at += 1;
      rest >>>= 7;
    }
    bytes[at] = rest;
    this.length = at + 1;
  }

  /** An integer between -2^53 and 2^53: the first byte holds its sign and six bits. */
  signedNumber(value: number): void {
    const size = Math.abs(value);
    const head = (size % 64) | (value < 0 ? 64 : 0);
    if (size < 64) return this.byte(head);
    this.byte(head | HIGH_BIT);
    this.number(Math.floor(size / 64));
  }

  #reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
