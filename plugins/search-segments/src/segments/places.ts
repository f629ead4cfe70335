const BITS = 32;

/** A set of the places 0 … size - 1 of one segment, as a bitmap. */
export class Places {
  private constructor(
    readonly size: number,
    /** The place p is bit p % 32 of word p / 32. Bits from `size` on are never set. */
    readonly words: Uint32Array,
  ) {}

  static none(size: number): Places {
    return new Places(size, new Uint32Array(Math.ceil(size / BITS)));
  }

  static all(size: number): Places {
    return Places.none(size).not();
  }

  /** The places from `first` up to, and without, `end`. */
  static range(size: number, first: number, end: number): Places {
    const places = Places.none(size);
    const stop = Math.min(end, size);
    for (let place = Math.max(0, first); place < stop;) {
      const isWord = (place & 31) === 0 && place + BITS <= stop;
      if (isWord) places.words[place >>> 5] = 0xffffffff;
      else places.add(place);
      place += isWord ? BITS : 1;
    }
    return places;
  }

  has(place: number): boolean {
    return place >= 0 && place < this.size && (((this.words[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1;
  }

  /** The place must be smaller than `size`. */
  add(place: number): void {
    if (place < this.size) this.words[place >>> 5] = (this.words[place >>> 5] ?? 0) | (1 << (place & 31));
  }

  delete(place: number): void {
    if (place < this.size) this.words[place >>> 5] = (this.words[place >>> 5] ?? 0) & ~(1 << (place & 31));
  }

  count(): number {
    const { words } = this;
    let count = 0;
    for (let index = 0; index < words.length; index += 1) count += bitsIn(words[index] ?? 0);
    return count;
  }

  isEmpty(): boolean {
    return this.words.every((word) => word === 0);
  }

  and(other: Places): this {
    const { words } = this;
    const others = this.#wordsOf(other);
    for (let index = 0; index < words.length; index += 1) words[index] = (words[index] ?? 0) & (others[index] ?? 0);
    return this;
  }

  or(other: Places): this {
    const { words } = this;
    const others = this.#wordsOf(other);
    for (let index = 0; index < words.length; index += 1) words[index] = (words[index] ?? 0) | (others[index] ?? 0);
    return this;
  }

  andNot(other: Places): this {
    const { words } = this;
    const others = this.#wordsOf(other);
    for (let index = 0; index < words.length; index += 1) words[index] = (words[index] ?? 0) & ~(others[index] ?? 0);
    return this;
  }

  not(): this {
    const { words } = this;
    for (let index = 0; index < words.length; index += 1) words[index] = ~(words[index] ?? 0);
    const used = this.size & 31;
    if (used > 0) words[words.length - 1] = (words[words.length - 1] ?? 0) & ((1 << used) - 1);
    return this;
  }

  copy(): Places {
    return new Places(this.size, this.words.slice());
  }

  /** The place that has `rank` places of the set after it: 0 is the last one. */
  select(rank: number): number | undefined {
    if (rank < 0) return undefined;
    const { words } = this;
    let left = rank;
    for (let index = words.length - 1; index >= 0; index -= 1) {
      let word = words[index] ?? 0;
      const count = bitsIn(word);
      if (left >= count) {
        left -= count;
        continue;
      }
      for (; left > 0; left -= 1) word &= ~(1 << highestBit(word));
      return index * BITS + highestBit(word);
    }
    return undefined;
  }

  /** Puts the places in ascending order into a list that has room for them; returns how many. */
  listInto(list: Uint32Array): number {
    return listBits(this.words, list);
  }

  /** Adds a number to those that a list has at the places of the set. */
  addTo(numbers: Uint16Array, added: number): void {
    const { words } = this;
    for (let index = 0; index < words.length; index += 1) {
      for (let word = words[index] ?? 0; word !== 0; word &= word - 1) {
        const place = index * BITS + highestBit(word & -word);
        numbers[place] = (numbers[place] ?? 0) + added;
      }
    }
  }

  *valuesDescending(): Generator<number> {
    const { words } = this;
    for (let index = words.length - 1; index >= 0; index -= 1) {
      for (let word = words[index] ?? 0; word !== 0;) {
        const bit = highestBit(word);
        yield index * BITS + bit;
        word &= ~(1 << bit);
      }
    }
  }

  #wordsOf(other: Places): Uint32Array {
    if (other.size === this.size) return other.words;
    throw new RangeError(`sets of places of different segments: ${this.size} and ${other.size}`);
  }
}

/** The number of bits that are set in a word. */
export function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Puts the numbers of the bits that are set into a list; returns how many. */
export function listBits(words: Uint32Array, list: Uint32Array): number {
  let count = 0;
  for (let index = 0; index < words.length; index += 1) {
    for (let word = words[index] ?? 0; word !== 0; word &= word - 1) {
      list[count] = index * BITS + highestBit(word & -word);
      count += 1;
    }
  }
  return count;
}

function highestBit(word: number): number {
  return BITS - 1 - Math.clz32(word);
}
