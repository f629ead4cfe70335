import { BUCKETS } from './features.js';
import { probability, type LabelWeights } from './fit-labels.js';
import type { WordWeights } from './word-weights.js';

/** How much speaks for a label. */
export interface Score {
  /** The number of the label. */
  label: number;
  /** Between 0 and 1; what it is worth is measured, see `calibrate`. */
  score: number;
}

/** A word of a document, by its place in the features, and how much it speaks for a label. */
export interface Contribution {
  at: number;
  weight: number;
}

/** With fewer words that speak for it, a label is not looked at: one word is an accident. */
const FEWEST_WORDS = 2;

/** Says of a document how much speaks for each label. Takes time in proportion to the words that labels are recognized by. */
export class Scorer {
  readonly #words: WordWeights;
  readonly #labels: readonly LabelWeights[];
  /** Where the entries of each bucket begin in the two lists. */
  readonly #starts: Uint32Array;
  readonly #labelOf: Uint32Array;
  readonly #weightOf: Float32Array;
  readonly #sums: Float64Array;
  readonly #supporting: Uint16Array;

  constructor(labels: readonly LabelWeights[], words: WordWeights) {
    this.#words = words;
    this.#labels = labels;
    const starts = new Uint32Array(BUCKETS + 1);
    for (const { buckets } of labels) for (const bucket of buckets) starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1;
    for (let bucket = 0; bucket < BUCKETS; bucket += 1)
      starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0);
    const next = starts.slice();
    const size = starts[BUCKETS] ?? 0;
    this.#labelOf = new Uint32Array(size);
    this.#weightOf = new Float32Array(size);
    for (const [label, { buckets, weights }] of labels.entries())
      for (const [place, bucket] of buckets.entries()) {
        const at = next[bucket] ?? 0;
        next[bucket] = at + 1;
        this.#labelOf[at] = label;
        this.#weightOf[at] = weights[place] ?? 0;
      }
    this.#starts = starts;
    this.#sums = new Float64Array(labels.length);
    this.#supporting = new Uint16Array(labels.length);
  }

  /** The labels that at least two words speak for. */
  scores(buckets: Uint32Array): Score[] {
    const touched: number[] = [];
    const scale = this.#words.scaleOf(buckets);
    for (const bucket of buckets) {
      const value = this.#words.of(bucket) * scale;
      for (let at = this.#starts[bucket] ?? 0; at < (this.#starts[bucket + 1] ?? 0); at += 1) {
        const label = this.#labelOf[at] ?? 0;
        const weight = this.#weightOf[at] ?? 0;
        if (weight > 0) {
          if (this.#supporting[label] === 0) touched.push(label);
          this.#supporting[label] = (this.#supporting[label] ?? 0) + 1;
        }
        this.#sums[label] = (this.#sums[label] ?? 0) + weight * value;
      }
    }
    const scores: Score[] = [];
    for (const label of touched)
      if ((this.#supporting[label] ?? 0) >= FEWEST_WORDS)
        scores.push({ label, score: probability((this.#sums[label] ?? 0) + (this.#labels[label]?.bias ?? 0)) });
    this.#sums.fill(0);
    this.#supporting.fill(0);
    return scores;
  }

  /** The words that speak for the label, the strongest first. */
  reasons(label: number, buckets: Uint32Array): Contribution[] {
    const scale = this.#words.scaleOf(buckets);
    const reasons: Contribution[] = [];
    for (const [at, bucket] of buckets.entries())
      for (let entry = this.#starts[bucket] ?? 0; entry < (this.#starts[bucket + 1] ?? 0); entry += 1)
        if (this.#labelOf[entry] === label) {
          const weight = (this.#weightOf[entry] ?? 0) * this.#words.of(bucket) * scale;
          if (weight > 0) reasons.push({ at, weight });
        }
    return reasons.sort((one, two) => two.weight - one.weight);
  }
}
