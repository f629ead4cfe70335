import type { SimilarDocument, SimilarRequest } from '../../src/search/search-backend.js';
import {
  inOrderOfSimilarity,
  MOST_SIMILAR,
  Similarity,
  type ComparedDocument,
} from '../../src/search/similar/similarity.js';
import { occurringTerms, tellingTerms, type OccurringTerm } from '../../src/search/similar/telling-terms.js';
import { indexedWords, indexTerms } from '../../src/search/words.js';
import { inOrder, matchesOf } from './evaluate-tree.js';
import { foldedField } from './folded-documents.js';
import type { SeededDocument } from './seeded-document.js';

/** The documents that are like one, computed by evaluating every document. */
export function evaluateSimilar(
  documents: readonly SeededDocument[],
  { organizationId, documentId }: SimilarRequest,
): SimilarDocument[] {
  const active = matchesOf(documents, { organizationId, tree: { kind: 'all' } });
  const document = active.find(({ id }) => id === documentId);
  if (document === undefined) return [];
  const compared = comparedDocument(document);
  const occurring = occurringTerms(compared);
  const frequencies = occurring.map((term) => active.filter((each) => has(each, term)).length);
  const telling = tellingTerms(occurring, frequencies, active.length);
  const similarity = new Similarity(compared, telling);
  const candidates = active
    .filter((each) => each !== document)
    .sort(inOrder({ field: 'createdAt', order: 'desc' }))
    .map((each) => {
      const points = telling.terms.reduce((sum, { mark, weight }) => sum + (has(each, mark) ? weight : 0), 0);
      return { ...comparedDocument(each), points };
    })
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST_SIMILAR);
  return inOrderOfSimilarity(candidates.flatMap((candidate) => similarity.with(candidate) ?? []));
}

function comparedDocument(document: SeededDocument): ComparedDocument {
  const content = foldedField(document, 'content');
  return { id: document.id, name: foldedField(document, 'name'), content, contentBytes: Buffer.byteLength(content) };
}

const known = new WeakMap<SeededDocument, Record<OccurringTerm['field'], ReadonlySet<string>>>();

function has(document: SeededDocument, { field, term }: { field: string; term: string }): boolean {
  const terms = known.get(document) ?? {
    name: new Set(indexTerms(indexedWords(document.name))),
    content: new Set(indexTerms(indexedWords(document.content))),
  };
  known.set(document, terms);
  return terms[field === 'name' ? 'name' : 'content'].has(term);
}
