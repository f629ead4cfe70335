import type { FileHandle } from 'node:fs/promises';
import { UnreadableSource } from '../open-below.js';

const CHUNK_BYTES = 256 * 1024;
/** A document with its text is one element. */
const LONGEST_BYTES = 32 * 1024 * 1024;
const DEEPEST = 64;
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING: ReadonlySet<number> = new Set(Buffer.from('[{'));
const CLOSING: ReadonlySet<number> = new Set(Buffer.from(']}'));
/** White space, and the bytes of a mark at the beginning of the file. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

export interface ArrayElement {
  /** Where it is in the file, in bytes. */
  start: number;
  length: number;
  /** Missing when it is longer than 32 MB, or nested deeper than anything in an export. */
  text?: string;
}

/**
 * The elements of a JSON array, of which one is held at a time: the array may be larger than the memory. Only the
 * boundaries of the elements are checked. Throws when the array does not end.
 */
export async function* arrayElements(file: FileHandle, signal: AbortSignal): AsyncGenerator<ArrayElement> {
  const boundaries = new Boundaries();
  let position = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const hold = (piece: Buffer): void => {
    heldBytes += piece.length;
    if (heldBytes <= LONGEST_BYTES) held.push(Buffer.from(piece));
    else held = [];
  };
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position);
    if (bytesRead === 0) throw new UnreadableSource('It ends in the middle of its list.');
    const chunk = buffer.subarray(0, bytesRead);
    let from = 0;
    for (;;) {
      const { begin, end } = boundaries.next(chunk, from);
      if (begin !== undefined) hold(chunk.subarray(begin, end));
      if (end === undefined) break;
      const start = position + end - heldBytes;
      const isReadable = heldBytes <= LONGEST_BYTES && boundaries.deepest <= DEEPEST;
      if (heldBytes > 0)
        yield { start, length: heldBytes, ...(isReadable && { text: Buffer.concat(held).toString('utf8') }) };
      held = [];
      heldBytes = 0;
      from = end + 1;
      if (boundaries.isOver) return;
    }
    position += bytesRead;
  }
}

/** Finds where the elements of an array begin and end. */
class Boundaries {
  isOver = false;
  /** Of the current element. */
  deepest = 0;
  #depth = 0;
  #isInside = false;
  #isText = false;
  #isEscaped = false;

  /**
   * Where the bytes of an element in the chunk begin, if there are any, and the index of the comma or bracket after them;
   * without `end`, it goes on in the next chunk.
   */
  next(chunk: Buffer, from: number): { begin?: number; end?: number } {
    if (!this.#isInside) this.deepest = 0;
    let begin = this.#isInside ? from : undefined;
    for (let index = from; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (this.#isText) this.#readText(byte);
      else if (BLANK.has(byte)) continue;
      else if (this.#depth === 0) this.#open(byte);
      else if (this.#ends(byte)) return { ...(begin !== undefined && { begin }), end: index };
      else {
        begin ??= index;
        this.#read(byte);
      }
    }
    return begin === undefined ? {} : { begin };
  }

  #open(byte: number): void {
    if (byte !== 0x5b) throw new UnreadableSource('It is not a list of objects.');
    this.#depth = 1;
  }

  #ends(byte: number): boolean {
    if (this.#depth !== 1) return false;
    if (CLOSING.has(byte)) this.isOver = true;
    if (!this.isOver && byte !== COMMA) return false;
    this.#isInside = false;
    return true;
  }

  #readText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isText = false;
  }

  #read(byte: number): void {
    this.#isInside = true;
    if (byte === QUOTE) this.#isText = true;
    else if (OPENING.has(byte)) this.deepest = Math.max(this.deepest, (this.#depth += 1));
    else if (CLOSING.has(byte)) this.#depth -= 1;
  }
}
