import type { Directory } from './directory.js';
import type { Places } from './places.js';

/** Numbers that a set can span: 8 MB. */
const MOST_SPAN = 2 ** 26;

/** Documents of several segments by their numbers, so that a long list of numbers is compared with them quickly. */
export class SequenceSet {
  private constructor(
    private readonly least: number,
    private readonly words: Uint32Array,
  ) {}

  /** `undefined` when the numbers are too far apart. Between the steps, others may use the thread. */
  static async of(
    parts: readonly { directory: Directory; matches: Places }[],
    pause: () => Promise<void>,
  ): Promise<SequenceSet | undefined> {
    let least = Infinity;
    let most = -Infinity;
    for (const { directory } of parts) {
      const { sorted } = directory.index;
      if (sorted.length === 0) continue;
      least = Math.min(least, sorted[0] ?? 0);
      most = Math.max(most, sorted[sorted.length - 1] ?? 0);
    }
    if (most - least >= MOST_SPAN) return undefined;
    const set = new SequenceSet(least, new Uint32Array(most < least ? 0 : Math.floor((most - least) / 32) + 1));
    for (const { directory, matches } of parts) {
      const list = new Uint32Array(matches.size);
      const count = matches.listInto(list);
      for (let index = 0; index < count; index += 1) set.#add(directory.sequences[list[index] ?? 0] ?? 0);
      await pause();
    }
    return set;
  }

  has(sequence: number): boolean {
    const bit = sequence - this.least;
    return bit >= 0 && (((this.words[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  }

  /** Ascending. */
  async values(count: number, pause: () => Promise<void>): Promise<Float64Array> {
    const values = new Float64Array(count);
    let at = 0;
    for (let index = 0; index < this.words.length; index += 1) {
      for (let word = this.words[index] ?? 0; word !== 0; word &= word - 1) {
        values[at] = this.least + index * 32 + (31 - Math.clz32(word & -word));
        at += 1;
      }
      if (index % 1_024 === 0) await pause();
    }
    return values;
  }

  #add(sequence: number): void {
    const bit = sequence - this.least;
    this.words[bit >>> 5] = (this.words[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }
}
