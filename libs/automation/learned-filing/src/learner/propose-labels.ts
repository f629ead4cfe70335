import { featuresOf, type ReadableDocument } from './features.js';
import { Scorer } from './scorer.js';
import { bestOf, type LearnedModel } from './train-model.js';

/** A label that a document should have, as far as the model can say. */
export interface Proposal {
  /** The number of the label. */
  label: number;
  /** True: it is sure enough to be set without asking. */
  isSure: boolean;
  /** Between 0 and 1. */
  score: number;
  /** The words that decided, as they are written in the document, the strongest first. */
  words: string[];
}

const MOST_REASONS = 4;
/** Of one document, apart from those that are sure. */
const MOST_UNSURE = 6;

/** Proposes labels for documents, from a model that is kept in memory. */
export class LabelProposer {
  readonly #scorer: Scorer;
  readonly #model: LearnedModel;
  readonly #groupOf: (label: number) => number | undefined;

  /** `groupOf`: the group of a label of which a document has at most one. */
  constructor(model: LearnedModel, groupOf: (label: number) => number | undefined) {
    this.#model = model;
    this.#groupOf = groupOf;
    this.#scorer = new Scorer(model.weights, model.words);
  }

  propose(document: ReadableDocument): Proposal[] {
    const { suggest, labels } = this.#model.calibration;
    const features = featuresOf(document);
    const proposals = bestOf(this.#scorer.scores(features.buckets), this.#groupOf).flatMap(({ label, score }) => {
      const isSure = score >= (labels[label]?.set ?? Infinity);
      return isSure || score >= suggest ? [{ label, score, isSure, words: this.#reasons(label, features) }] : [];
    });
    const unsure = proposals.filter(({ isSure }) => !isSure).slice(0, MOST_UNSURE);
    return [...proposals.filter(({ isSure }) => isSure), ...unsure];
  }

  /** A word is named once, also if it counts in the text and in the name, or with its neighbour. */
  #reasons(label: number, { buckets, words }: { buckets: Uint32Array; words: string[] }): string[] {
    const reasons: string[] = [];
    for (const { at } of this.#scorer.reasons(label, buckets)) {
      const word = words[at] ?? '';
      const isKnown = reasons.some((other) => includes(other, word) || includes(word, other));
      if (!isKnown) reasons.push(word);
      if (reasons.length === MOST_REASONS) break;
    }
    return reasons;
  }
}

function includes(long: string, short: string): boolean {
  return long.toLowerCase().includes(short.toLowerCase());
}
