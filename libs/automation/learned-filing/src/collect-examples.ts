import type { FiledDocument } from './filed-document.repository.js';
import { joinFeatures, type Examples } from './learner/examples.js';

/** A tag or an option with at least so many documents is learned. */
const FEWEST_DOCUMENTS = 3;
/** Those that most documents have. */
const MOST_LABELS = 500;
const TAGS = '';

export interface LearnableLabel {
  id: string;
  /** Null: it is a tag. */
  propertyId: string | null;
  isExclusive: boolean;
  documents: number;
}

interface Given {
  /** By the numbers of documents. */
  positive: number[];
  unknown: number[];
  propertyId: string | null;
}

/** Collects what people have given to documents, one document after the other. */
export class ExampleCollector {
  readonly #labels = new Map<string, Given>();
  /** By property, and for the tags: the documents of which people have decided about it. */
  readonly #known = new Map<string, number[]>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add({ labels }: Pick<FiledDocument, 'labels'>): void {
    const document = this.#count;
    this.#count += 1;
    for (const { labelId, propertyId, isOfPerson } of labels) {
      const given = this.#labels.get(labelId) ?? { positive: [], unknown: [], propertyId };
      this.#labels.set(labelId, given);
      (isOfPerson ? given.positive : given.unknown).push(document);
    }
    const groups = new Set(labels.filter(({ isOfPerson }) => isOfPerson).map(({ propertyId }) => propertyId ?? TAGS));
    for (const group of groups) {
      const known = this.#known.get(group) ?? [];
      this.#known.set(group, known);
      known.push(document);
    }
  }

  /** `isExclusive`: whether documents have at most one option of a property. */
  finish(
    features: readonly Uint32Array[],
    isExclusive: (propertyId: string) => boolean,
  ): { examples: Examples; labels: LearnableLabel[] } {
    const chosen = [...this.#labels]
      .filter(([, { positive }]) => positive.length >= FEWEST_DOCUMENTS)
      .sort(([, one], [, two]) => two.positive.length - one.positive.length)
      .slice(0, MOST_LABELS);
    const groups = [...new Set(chosen.map(([, { propertyId }]) => propertyId ?? TAGS))];
    const isOne = (propertyId: string | null): boolean => propertyId !== null && isExclusive(propertyId);
    return {
      examples: {
        ...joinFeatures(features),
        groups: groups.map((group) => ({
          known: Uint32Array.from(this.#known.get(group) ?? []),
          isExclusive: group !== TAGS && isExclusive(group),
        })),
        labels: chosen.map(([, { positive, unknown, propertyId }]) => ({
          group: groups.indexOf(propertyId ?? TAGS),
          positive: Uint32Array.from(positive),
          unknown: Uint32Array.from(unknown),
        })),
      },
      labels: chosen.map(([id, { positive, propertyId }]) => ({
        ...{ id, propertyId, isExclusive: isOne(propertyId) },
        documents: positive.length,
      })),
    };
  }
}
