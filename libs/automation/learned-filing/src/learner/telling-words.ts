import { bucketsOf, type Examples } from './examples.js';
import { BUCKETS } from './features.js';

const FEWEST_WITH_WORD = 2;

/** Counts in how many documents words are; used again for each label. */
class WordCounter {
  readonly #counts = new Uint32Array(BUCKETS);
  /** The words that were counted, each once. */
  readonly #seen = new Uint32Array(BUCKETS);
  #length = 0;

  count(examples: Examples, documents: Uint32Array): void {
    for (const document of documents) {
      for (const bucket of bucketsOf(examples, document)) {
        const count = this.#counts[bucket] ?? 0;
        if (count === 0) this.#seen[this.#length++] = bucket;
        this.#counts[bucket] = count + 1;
      }
    }
  }

  of(bucket: number): number {
    return this.#counts[bucket] ?? 0;
  }

  get seen(): Uint32Array {
    return this.#seen.subarray(0, this.#length);
  }

  clear(): void {
    for (const bucket of this.seen) this.#counts[bucket] = 0;
    this.#length = 0;
  }
}

/** Finds the words that tell documents apart. */
export class TellingWords {
  readonly #examples: Examples;
  readonly #own = new WordCounter();
  readonly #other = new WordCounter();

  constructor(examples: Examples) {
    this.#examples = examples;
  }

  /** The words that are more frequent in documents with a label than in all of its group, the most telling first. */
  among(positive: Uint32Array, all: { counts: Uint32Array; size: number }, most: number): number[] {
    this.#own.count(this.#examples, positive);
    const others = Math.max(1, all.size - positive.length);
    const telling = rank(this.#own.seen, most, (bucket) => {
      const own = this.#own.of(bucket);
      return excess([own, positive.length], [Math.max(0, (all.counts[bucket] ?? 0) - own), others]);
    });
    this.#own.clear();
    return telling;
  }

  /** The words that tell documents with a label from others that look like them, in both directions. */
  between(positive: Uint32Array, negative: Uint32Array, mostOfEach: number): number[] {
    const [own, other] = [this.#own, this.#other];
    own.count(this.#examples, positive);
    other.count(this.#examples, negative);
    const [ofOwn, ofOther] = [positive.length, Math.max(1, negative.length)];
    const words = [
      ...rank(own.seen, mostOfEach, (bucket) => excess([own.of(bucket), ofOwn], [other.of(bucket), ofOther])),
      ...rank(other.seen, mostOfEach, (bucket) => excess([other.of(bucket), ofOther], [own.of(bucket), ofOwn])),
    ];
    own.clear();
    other.clear();
    return words;
  }
}

function rank(buckets: Uint32Array, most: number, scoreOf: (bucket: number) => number): number[] {
  const ranked: { bucket: number; score: number }[] = [];
  for (const bucket of buckets) {
    const score = scoreOf(bucket);
    if (score > 0) ranked.push({ bucket, score });
  }
  ranked.sort((one, two) => two.score - one.score || one.bucket - two.bucket);
  return ranked.slice(0, most).map(({ bucket }) => bucket);
}

/** The likelihood ratio of a word that a larger share of the first documents has than of the second; else 0. */
function excess([own, ofOwn]: [number, number], [other, ofOther]: [number, number]): number {
  if (own < FEWEST_WITH_WORD || own / ofOwn <= other / ofOther) return 0;
  const share = (own + other) / (ofOwn + ofOther);
  return own * Math.log(own / (ofOwn * share)) + other * Math.log(Math.max(other, 0.5) / (ofOther * share));
}
