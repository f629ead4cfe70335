const SEED = 0x9e3779b9;

/** Numbers that look random and are the same in every run: the same documents give the same model. */
export class Random {
  #state = SEED;

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  shuffle(list: unknown[] | Uint32Array): void {
    for (let at = list.length - 1; at > 0; at -= 1) {
      const other = this.below(at + 1);
      [list[at], list[other]] = [list[other], list[at]];
    }
  }

  /** Some of the numbers, all if there are no more. */
  sample(numbers: Uint32Array, most: number): Uint32Array {
    if (numbers.length <= most) return numbers;
    const shuffled = numbers.slice();
    this.shuffle(shuffled);
    return shuffled.slice(0, most);
  }
}
