import { BUCKETS } from './features.js';

/** How much each word tells: the rarer, the more. */
export class WordWeights {
  /** In steps of {@link STEP}; a word that no document had tells most. */
  readonly steps: Uint8Array;

  constructor(steps: Uint8Array) {
    this.steps = steps;
  }

  static of(documents: Iterable<Uint32Array>): WordWeights {
    const counts = new Uint32Array(BUCKETS);
    let all = 0;
    for (const buckets of documents) {
      all += 1;
      for (const bucket of buckets) counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    const steps = new Uint8Array(BUCKETS);
    for (const [bucket, count] of counts.entries())
      steps[bucket] = Math.min(MOST_STEPS, Math.round(Math.log((all + 1) / (count + 1)) / STEP));
    return new WordWeights(steps);
  }

  of(bucket: number): number {
    return (this.steps[bucket] ?? 0) * STEP + LEAST;
  }

  /** Makes documents of all lengths comparable. */
  scaleOf(buckets: Uint32Array): number {
    let sum = 0;
    for (const bucket of buckets) sum += this.of(bucket) ** 2;
    return sum === 0 ? 0 : LENGTH / Math.sqrt(sum);
  }
}

const STEP = 0.05;
const MOST_STEPS = 255;
/** Of a word that all documents have. */
const LEAST = 0.1;
/** Of a document, as a vector. */
const LENGTH = 8;
