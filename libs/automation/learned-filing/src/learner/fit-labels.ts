import { bucketsOf, type Examples, type LabelExamples } from './examples.js';
import { BUCKETS } from './features.js';
import { Random } from './random.js';
import { SimilarExamples } from './similar-examples.js';
import { TellingWords } from './telling-words.js';
import type { WordWeights } from './word-weights.js';

/** A linear classifier of one label: the words that speak for it and against it. */
export interface LabelWeights {
  bias: number;
  buckets: Uint32Array;
  weights: Float32Array;
}

export interface FitOptions {
  /** Whether a document is learned from. */
  isUsed: (document: number) => boolean;
  words: WordWeights;
}

/** Words of each direction that a label is recognized by. */
const MOST_WORDS = 120;
/** The words that find the documents that look like those with the label. */
const FIRST_WORDS = 60;
/** For each document with the label, so many that look like it, and so many others. */
const SIMILAR = 3;
const FEWEST_SIMILAR = 60;
const OTHERS = 2;
const FEWEST_OTHERS = 40;
/** Documents with labels that are looked at: those of one label are fewer where there are many labels. */
const MOST_POSITIVE = 20_000;
const MOST_POSITIVE_OF_LABEL = 300;
const FEWEST_POSITIVE_OF_LABEL = 40;

const ROUNDS = 15;
const RATE = 0.4;
const DECAY = 1e-4;
/** AdaGrad divides by the root of it. */
const FIRST_STEP = 1e-6;

/** What there is of a document and the chosen words. */
interface Row {
  places: number[];
  values: number[];
  target: 0 | 1;
}

/** Fits classifiers of labels to documents. Keeps what the parts of a training have in common. */
export class LabelFitter {
  readonly #examples: Examples;
  readonly #similar: SimilarExamples;
  readonly #telling: TellingWords;
  /** The place of each word among the chosen ones of the label in hand. */
  readonly #places = new Int32Array(BUCKETS).fill(-1);

  constructor(examples: Examples) {
    this.#examples = examples;
    this.#similar = new SimilarExamples(examples);
    this.#telling = new TellingWords(examples);
  }

  /** Takes time in proportion to the documents and the labels, and not to how many documents have a label. */
  fit({ isUsed, words }: FitOptions): LabelWeights[] {
    const random = new Random();
    const share = Math.floor(MOST_POSITIVE / Math.max(1, this.#examples.labels.length));
    const most = Math.min(MOST_POSITIVE_OF_LABEL, Math.max(FEWEST_POSITIVE_OF_LABEL, share));
    const groups = this.#examples.groups.map(({ known }) => {
      const used = known.filter(isUsed);
      return { used, isKnown: maskOf(used, this.#examples.starts.length - 1), counts: this.#count(used) };
    });
    return this.#examples.labels.map((label) => {
      const group = groups[label.group];
      const positive = random.sample(label.positive.filter(isUsed), most);
      if (!group || positive.length === 0) return { bias: -1, buckets: new Uint32Array(), weights: new Float32Array() };
      const first = this.#telling.among(positive, { counts: group.counts, size: group.used.length }, FIRST_WORDS);
      const negative = this.#negative(label, { ...group, first, random, wanted: positive.length });
      const chosen = this.#telling.between(positive, negative, MOST_WORDS);
      const rows = [...this.#rows(positive, 1, { chosen, words }), ...this.#rows(negative, 0, { chosen, words })];
      return { ...descend(rows, chosen.length, random), buckets: Uint32Array.from(chosen) };
    });
  }

  #count(documents: Uint32Array): Uint32Array {
    const counts = new Uint32Array(BUCKETS);
    for (const document of documents)
      for (const bucket of bucketsOf(this.#examples, document)) counts[bucket] = (counts[bucket] ?? 0) + 1;
    return counts;
  }

  /** Documents without the label: those with most of its words, and any others. */
  #negative(
    { positive, unknown }: LabelExamples,
    given: { used: Uint32Array; isKnown: Uint8Array; first: number[]; random: Random; wanted: number },
  ): Uint32Array {
    const { used, isKnown, first, random, wanted } = given;
    const excluded = maskOf(positive, isKnown.length);
    for (const document of unknown) excluded[document] = 1;
    const isWanted = (document: number): boolean => isKnown[document] === 1 && excluded[document] === 0;
    const closest = this.#similar.withWords(first, Math.max(FEWEST_SIMILAR, wanted * SIMILAR), isWanted);
    for (const document of closest) excluded[document] = 1;
    const others = random.sample(used.filter(isWanted), Math.max(FEWEST_OTHERS, wanted * OTHERS));
    return Uint32Array.from([...closest, ...others]);
  }

  #rows(documents: Uint32Array, target: 0 | 1, { chosen, words }: { chosen: number[]; words: WordWeights }): Row[] {
    const places = this.#places;
    for (const [place, bucket] of chosen.entries()) places[bucket] = place;
    const rows: Row[] = [];
    for (const document of documents) {
      const buckets = bucketsOf(this.#examples, document);
      const scale = words.scaleOf(buckets);
      const row: Row = { places: [], values: [], target };
      for (const bucket of buckets) {
        const place = places[bucket] ?? -1;
        if (place < 0) continue;
        row.places.push(place);
        row.values.push(words.of(bucket) * scale);
      }
      rows.push(row);
    }
    for (const bucket of chosen) places[bucket] = -1;
    return rows;
  }
}

function maskOf(documents: Uint32Array, size: number): Uint8Array {
  const mask = new Uint8Array(size);
  for (const document of documents) mask[document] = 1;
  return mask;
}

/** Logistic regression by stochastic gradients (AdaGrad). */
function descend(rows: Row[], words: number, random: Random): Pick<LabelWeights, 'bias' | 'weights'> {
  const weights = new Float32Array(words);
  const steps = new Float32Array(words).fill(FIRST_STEP);
  let [bias, biasStep] = [0, FIRST_STEP];
  for (let round = 0; round < ROUNDS; round += 1) {
    random.shuffle(rows);
    for (const { places, values, target } of rows) {
      let sum = bias;
      for (let at = 0; at < places.length; at += 1) sum += (weights[places[at] ?? 0] ?? 0) * (values[at] ?? 0);
      const error = probability(sum) - target;
      biasStep += error * error;
      bias -= (RATE * error) / Math.sqrt(biasStep);
      for (let at = 0; at < places.length; at += 1) {
        const place = places[at] ?? 0;
        const weight = weights[place] ?? 0;
        const gradient = error * (values[at] ?? 0) + DECAY * weight;
        const step = (steps[place] ?? 0) + gradient * gradient;
        steps[place] = step;
        weights[place] = weight - (RATE * gradient) / Math.sqrt(step);
      }
    }
  }
  return { bias, weights };
}

export function probability(sum: number): number {
  return 1 / (1 + Math.exp(-sum));
}
