// Random numbers that are the same in every run, and words whose frequencies follow Zipf's law.

/** Numbers from 0 up to 1, by Mulberry32. Equal seeds give equal numbers. */
export function randomNumbers(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Ranks from 0 to `size - 1`; rank r is drawn in proportion to 1 / (r + 1) ** exponent, in constant time (Vose). */
export class Zipf {
  #threshold;
  #alias;
  #weights;
  #total;

  constructor(size, exponent) {
    this.#weights = Float64Array.from({ length: size }, (_, rank) => (rank + 1) ** -exponent);
    this.#total = this.#weights.reduce((sum, weight) => sum + weight, 0);
    const scaled = this.#weights.map((weight) => (weight * size) / this.#total);
    this.#threshold = new Float64Array(size).fill(1);
    this.#alias = new Int32Array(size);
    const small = [];
    const large = [];
    scaled.forEach((weight, rank) => (weight < 1 ? small : large).push(rank));
    while (small.length > 0 && large.length > 0) {
      const less = small.pop();
      const more = large.at(-1);
      this.#threshold[less] = scaled[less];
      this.#alias[less] = more;
      scaled[more] -= 1 - scaled[less];
      if (scaled[more] < 1) small.push(large.pop());
    }
  }

  draw(random) {
    const place = random() * this.#threshold.length;
    const rank = Math.trunc(place);
    return place - rank < this.#threshold[rank] ? rank : this.#alias[rank];
  }

  /** The first rank that is in at most this share of all texts of so many words. */
  rankOfShare(share, words) {
    const wanted = 1 - (1 - share) ** (1 / words);
    return this.#weights.findIndex((weight) => weight / this.#total <= wanted);
  }
}
