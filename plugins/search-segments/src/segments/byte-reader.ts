import { DamagedSegmentError } from './damaged-segment.error.js';

const HIGH_BIT = 0x80;
/** The eighth group, the last one that a number below 2^53 can have. */
const LAST_GROUP = 2 ** 49;

/** Reads what `ByteWriter` has written, and never beyond the end. */
export class ByteReader {
  #at = 0;

  constructor(private readonly source: Uint8Array) {}

  get bytesLeft(): number {
    return this.source.length - this.#at;
  }

  byte(): number {
    const byte = this.source[this.#at];
    if (byte === undefined) throw new DamagedSegmentError('it ends in the middle of an entry');
    this.#at += 1;
    return byte;
  }

  bytes(count: number): Uint8Array {
    if (count > this.bytesLeft) throw new DamagedSegmentError('it ends in the middle of an entry');
    const bytes = this.source.subarray(this.#at, this.#at + count);
    this.#at += count;
    return bytes;
  }

  number(): number {
    let byte = this.byte();
    if (byte < HIGH_BIT) return byte;
    let value = byte & 0x7f;
    for (let group = HIGH_BIT; group <= LAST_GROUP; group *= HIGH_BIT) {
      byte = this.byte();
      value += (byte & 0x7f) * group;
      if (byte < HIGH_BIT) return safe(value);
    }
    throw new DamagedSegmentError('a number has too many bytes');
  }

  signedNumber(): number {
    const head = this.byte();
    const low = head & 0x3f;
    const size = (head & HIGH_BIT) === 0 ? low : safe(this.number() * 64 + low);
    return (head & 64) === 0 ? size : -size;
  }
}

function safe(value: number): number {
  if (value <= Number.MAX_SAFE_INTEGER) return value;
  throw new DamagedSegmentError('a number is too large');
}
