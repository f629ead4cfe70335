import { contentMarks, type ContentMarks } from '../../src/search/relevance/content-marks.js';
import {
  rankedGroups,
  rankedTermsOf,
  termWeights,
  treeOfTerm,
  type RankedMark,
  type RankedSet,
} from '../../src/search/relevance/ranked-sets.js';
import { LOOKED_INTO, orderByTexts } from '../../src/search/relevance/text-points.js';
import type { RankedTerm, SearchField, SearchRequest, SearchTree } from '../../src/search/search-backend.js';
import { indexedWords, wordTerms } from '../../src/search/words.js';
import { inOrder, matchesDocument, matchesOf } from './evaluate-tree.js';
import { foldedField } from './folded-documents.js';
import type { SeededDocument } from './seeded-document.js';

/** What a search by relevance is computed with; by default as engines do it. */
export interface EvaluationOptions {
  /** Documents whose texts are looked into. */
  lookedInto?: number;
}

/** The expected result of a search by relevance, computed by evaluating every document. */
export function evaluateRelevance(
  documents: readonly SeededDocument[],
  request: SearchRequest & { terms: readonly RankedTerm[] },
  { lookedInto = LOOKED_INTO }: EvaluationOptions = {},
): string[] {
  const { organizationId } = request;
  const terms = rankedTermsOf(request.terms);
  const matching = (tree: SearchTree) => matchesOf(documents, { organizationId, tree });
  const frequencies = terms.map((term) => matching(treeOfTerm(term)).length);
  const weights = termWeights(terms, frequencies, matching({ kind: 'all' }).length);
  const groups = rankedGroups(terms, weights);
  const ranked = matching(request.tree)
    .sort(inOrder({ field: 'createdAt', order: 'desc' }))
    .map((document) => rankedDocument(document, groups))
    .sort((a, b) => b.points - a.points);
  const looked = ranked.slice(0, lookedInto);
  return [...orderByTexts(looked, terms, weights), ...ranked.slice(lookedInto)].map(({ id }) => id);
}

function rankedDocument(document: SeededDocument, groups: readonly RankedSet[][]) {
  const known = indexed.get(document) ?? new IndexedDocument(document);
  indexed.set(document, known);
  let points = 0;
  for (const sets of groups) points += sets.find((set) => known.isIn(set))?.points ?? 0;
  const { id, createdAt, documentDate } = document;
  return { id, points, ...known.texts, date: documentDate ?? createdAt };
}

const indexed = new WeakMap<SeededDocument, IndexedDocument>();

/** A document as an index knows it. */
class IndexedDocument {
  readonly texts: Record<SearchField, string>;
  readonly #terms: Record<SearchField, Map<string, number>>;
  readonly #marks: ContentMarks;

  constructor(private readonly document: SeededDocument) {
    this.texts = eachField((field) => foldedField(document, field));
    this.#terms = eachField((field) => occurrencesIn(document[field]));
    this.#marks = contentMarks(this.#terms.content);
  }

  isIn(set: RankedSet): boolean {
    return 'marks' in set ? set.marks.every((mark) => this.#has(mark)) : matchesDocument(this.document, set.condition);
  }

  #has(mark: RankedMark): boolean {
    switch (mark.kind) {
      case 'term':
        return this.#terms[mark.field].has(mark.term);
      case 'length':
        return this.#marks.length === mark.length;
      default:
        return this.#marks[mark.kind].some((term) => (mark.isPrefix ? term.startsWith(mark.term) : term === mark.term));
    }
  }
}

function occurrencesIn(text: string): Map<string, number> {
  const occurrences = new Map<string, number>();
  for (const word of indexedWords(text)) {
    for (const term of wordTerms(word)) occurrences.set(term, (occurrences.get(term) ?? 0) + 1);
  }
  return occurrences;
}

function eachField<Value>(valueOf: (field: SearchField) => Value): Record<SearchField, Value> {
  return { name: valueOf('name'), notes: valueOf('notes'), content: valueOf('content') };
}
