import { BlockCursor } from './block-cursor.js';
import { DamagedSegmentError } from './damaged-segment.error.js';
import type { Directory } from './directory.js';
import type { SegmentBlock } from './segment.js';
import { compareBytes, KEY_BYTES, termKey } from './term-order.js';

/** One of the segments that are merged, standing at one of its terms. */
export class MergeSource {
  readonly cursor = new BlockCursor();
  /** Documents of the segment. */
  readonly size: number;
  isAtEnd = false;
  #key = 0;
  readonly #blocks: AsyncIterator<SegmentBlock>;

  constructor(
    { directory, blocks }: { directory: Directory; blocks: AsyncIterable<SegmentBlock> },
    /** For each place of the segment, its place in the merged one, or `LEFT_OUT`. */
    readonly targets: Uint16Array,
  ) {
    this.size = directory.size;
    this.#blocks = blocks[Symbol.asyncIterator]();
  }

  /** Moves to the first term. */
  async open(): Promise<void> {
    const result = await this.#blocks.next();
    if (result.done === true) this.isAtEnd = true;
    else this.#start(result.value);
  }

  /** Moves to the next term of the block. False when it has no more. */
  nextTerm(): boolean {
    if (!this.cursor.next()) return false;
    if (this.cursor.shared < KEY_BYTES) this.#takeKey();
    return true;
  }

  /** Moves to the first term of the next block. */
  async nextBlock(): Promise<void> {
    const result = await this.#blocks.next();
    if (result.done === true) {
      this.isAtEnd = true;
      return;
    }
    const { term, termLength } = this.cursor;
    const { firstTerm } = result.value;
    if (compareBytes(firstTerm, 0, firstTerm.length, term, 0, termLength) <= 0) {
      throw new DamagedSegmentError('its blocks are not in order');
    }
    this.#start(result.value);
  }

  compare(other: MergeSource): number {
    if (this.#key !== other.#key) return this.#key - other.#key;
    const { term, termLength } = this.cursor;
    return compareBytes(term, 0, termLength, other.cursor.term, 0, other.cursor.termLength);
  }

  /** Stands at the same term as the other one. */
  isAt(other: MergeSource): boolean {
    return !this.isAtEnd && this.#key === other.#key && this.compare(other) === 0;
  }

  async close(): Promise<void> {
    await this.#blocks.return?.();
  }

  #start(block: SegmentBlock): void {
    this.cursor.open(block);
    this.cursor.next();
    this.#takeKey();
  }

  #takeKey(): void {
    this.#key = termKey(this.cursor.term, 0, this.cursor.termLength);
  }
}
