import { RefusedFile } from '@archivolt/plugin-kit';
import type { FileRange } from './word-deletions.js';
import type { WordFormat } from './word-format.js';

const PIECE_BYTES = 8;
const IS_ONE_BYTE = 0x40000000;
const WIDE = new TextDecoder('utf-16le');

interface Piece {
  /** Numbers of its first character and of the one behind its last. */
  from: number;
  to: number;
  /** Where its bytes begin in the file. */
  at: number;
  bytesPerCharacter: 1 | 2;
}

/** The pieces of which Word puts the text of a document together: characters by their number, wherever they are. */
export class WordPieces {
  readonly #document: Buffer;
  readonly #pieces: readonly Piece[];
  readonly #narrow: TextDecoder;

  /** `length` is the number of characters of a text that is one piece. */
  constructor(
    format: WordFormat,
    length: number,
    private readonly deleted: readonly FileRange[],
  ) {
    const { document, encoding, piecesAt, textAt } = format;
    this.#document = document;
    this.#narrow = new TextDecoder(encoding);
    this.#pieces =
      piecesAt === undefined
        ? [{ from: 0, to: length, at: textAt, bytesPerCharacter: 1 }]
        : readPieces(format.table.subarray(piecesAt), format.hasWidePieces);
  }

  /** `length` characters from the one with the number `start`, without those that are marked as deleted. */
  text(start: number, length: number): string {
    const parts: string[] = [];
    const end = start + length;
    for (let index = this.#indexOf(start); index < this.#pieces.length; index += 1) {
      const piece = this.#pieces[index];
      if (piece === undefined || piece.from >= end) break;
      const { at, bytesPerCharacter: size, from } = piece;
      const first = at + Math.max(0, start - from) * size;
      this.#addUndeleted({ from: first, to: at + (Math.min(end, piece.to) - from) * size }, size, parts);
    }
    return parts.join('');
  }

  #addUndeleted({ from, to }: FileRange, bytesPerCharacter: 1 | 2, parts: string[]): void {
    const decoder = bytesPerCharacter === 1 ? this.#narrow : WIDE;
    const end = Math.min(to, this.#document.length);
    let at = from;
    for (let index = firstAfter(this.deleted, at); at < end; index += 1) {
      const deletion = this.deleted[index];
      const keptTo = Math.min(end, deletion?.from ?? end);
      if (keptTo > at) parts.push(decoder.decode(this.#document.subarray(at, keptTo)));
      at = Math.max(at, deletion?.to ?? end);
    }
  }

  /** Of the piece that has this character. */
  #indexOf(character: number): number {
    let low = 0;
    let high = this.#pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#pieces[middle]?.to ?? Infinity) <= character) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The index of the first range that ends after `at`. */
function firstAfter(ranges: readonly FileRange[], at: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.to ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function readPieces(table: Buffer, hasWidePieces: boolean): Piece[] {
  const list = pieceTable(table);
  const count = Math.floor((list.length - 4) / (PIECE_BYTES + 4));
  const pieces: Piece[] = [];
  for (let index = 0; index < count; index += 1) {
    const from = list.readUInt32LE(index * 4);
    const to = list.readUInt32LE(index * 4 + 4);
    const place = list.readUInt32LE((count + 1) * 4 + index * PIECE_BYTES + 2);
    const isMarked = (place & IS_ONE_BYTE) !== 0;
    const at = isMarked ? (place & ~IS_ONE_BYTE) >>> 1 : place;
    // Numbers grow from piece to piece, also in a damaged file: the search for a piece relies on it.
    if (to <= from || from < (pieces.at(-1)?.to ?? 0)) continue;
    pieces.push({ from, to, at, bytesPerCharacter: isMarked || !hasWidePieces ? 1 : 2 });
  }
  if (pieces.length === 0) throw new RefusedFile('corrupt', 'The file does not say where its text is.');
  return pieces;
}

/** Formats of paragraphs come before it, each with its length. */
function pieceTable(list: Buffer): Buffer {
  let at = 0;
  while (list[at] === 1 && at + 3 <= list.length) at += 3 + list.readUInt16LE(at + 1);
  if (list[at] !== 2 || at + 5 > list.length)
    throw new RefusedFile('corrupt', 'The file does not say where its text is.');
  return list.subarray(at + 5, at + 5 + list.readUInt32LE(at + 1));
}
