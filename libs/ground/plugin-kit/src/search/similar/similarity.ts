import type { SimilarDocument } from '../search-backend.js';
import {
  CHARACTERS_COMPARED,
  hasDigit,
  occurrencesIn,
  type ComparedTexts,
  type TellingTerms,
} from './telling-terms.js';

/** Documents like one, at most: those with the most weight of its telling terms. */
export const MOST_SIMILAR = 50;

/** A document whose texts are compared. */
export interface ComparedDocument extends ComparedTexts {
  id: string;
  /** Of the whole folded content, in UTF-8. */
  contentBytes: number;
}

/** A document that has some of the telling terms. */
export interface SimilarCandidate extends ComparedDocument {
  /** The sum of their weights. */
  points: number;
}

/** How much the telling terms count; the rest is for how much all terms agree. */
const SHARE_OF_TELLING = 0.6;
/** With less of the weight in common, two documents share a name or a number, or only the language. */
const LEAST_TELLING = 0.15;
/** Of all terms of two near-duplicates, so many are in both: of 100 words, about 8 may be read differently. */
const SHARED_BY_DUPLICATES = 0.85;
/** And of those with a digit: the bill of the next month has the same words, and other numbers. */
const SHARED_NUMBERS = 0.7;
/** Of a text with fewer terms, it is not known whether it is the same. */
const FEWEST_TERMS = 10;
/** The lengths of two near-duplicates, of which only the beginnings are compared. */
const SAME_LENGTH = 0.85;

/** Compares documents with one, by its telling terms and by all terms of both. */
export class Similarity {
  readonly #content: TermSet;
  readonly #name: TermSet;
  readonly #contentBytes: number;
  readonly #weight: number;

  constructor({ name, content, contentBytes }: ComparedDocument, { weight }: TellingTerms) {
    this.#content = new TermSet(content);
    this.#name = new TermSet(name);
    this.#contentBytes = contentBytes;
    this.#weight = weight;
  }

  /** `undefined` when the document is not similar. */
  with({ id, name, content, contentBytes, points }: SimilarCandidate): SimilarDocument | undefined {
    const other = new TermSet(content);
    const isByName = this.#content.size === 0 || other.size === 0;
    const agreement = isByName ? this.#name.sharedWith(new TermSet(name)) : this.#content.sharedWith(other);
    const telling = this.#weight === 0 ? 0 : Math.min(1, points / this.#weight);
    if (telling < LEAST_TELLING) return undefined;
    const score = Math.round(1_000 * (SHARE_OF_TELLING * telling + (1 - SHARE_OF_TELLING) * agreement)) / 1_000;
    const lengths = [this.#contentBytes, contentBytes];
    const isNearDuplicate =
      !isByName &&
      agreement >= SHARED_BY_DUPLICATES &&
      Math.min(this.#content.size, other.size) >= FEWEST_TERMS &&
      this.#content.numbersSharedWith(other) >= SHARED_NUMBERS &&
      Math.min(...lengths) >= SAME_LENGTH * Math.max(...lengths);
    return { id, score, isNearDuplicate };
  }
}

/** The most similar first. They are given in the order in which equally similar ones stay. */
export function inOrderOfSimilarity(documents: readonly SimilarDocument[]): SimilarDocument[] {
  return documents.toSorted((a, b) => b.score - a.score);
}

/** The distinct terms of a folded text. */
class TermSet {
  readonly #terms: ReadonlyMap<string, number>;

  constructor(folded: string) {
    this.#terms = occurrencesIn(folded.slice(0, CHARACTERS_COMPARED));
  }

  get size(): number {
    return this.#terms.size;
  }

  /** Of the terms of both, the share that is in both. */
  sharedWith(other: TermSet): number {
    return share(this.#terms, other.#terms, () => true) ?? 0;
  }

  /** The same of those with a digit; without any, nothing differs. */
  numbersSharedWith(other: TermSet): number {
    return share(this.#terms, other.#terms, hasDigit) ?? 1;
  }
}

function share(
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
  counts: (term: string) => boolean,
): number | undefined {
  let shared = 0;
  let all = 0;
  for (const term of one.keys()) {
    if (!counts(term)) continue;
    all += 1;
    if (other.has(term)) shared += 1;
  }
  for (const term of other.keys()) if (counts(term) && !one.has(term)) all += 1;
  return all === 0 ? undefined : shared / all;
}
