import { printQuery, type QueryFilter } from '#capabilities/query';
import { isId } from '#ground/kernel';
import type { FilterContext } from './filter-context.js';
import type { QueryMeaning } from './interpreted-query.js';
import { MOST_SIMILAR_FILTERS } from './look-ups.js';

const PREFIX = 'doc';
const FORMS = 'Write the id of a document, such as the one in the address of its page: similar:doc_…';
const ID_LENGTH = 28;

/** Documents like one. Ids of another organization, of the trash and of nothing get the same note. */
export function similarMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning | undefined {
  if (filter.operator !== '=') return context.unsupportedOperator(filter);
  const documentId = filter.value.toLowerCase();
  if (!isId(PREFIX, documentId)) {
    if (context.isLast(filter) && isBegun(documentId)) return context.unfinished(filter, FORMS);
    return context.nothing(filter, 'unknown-document', FORMS);
  }
  if (context.options.findsSimilar !== true) {
    const reason = 'The search engine of this archive cannot find similar documents. Remove the filter.';
    return context.nothing(filter, 'similar-unavailable', reason);
  }
  const similar = context.lookUps.similar.get(documentId);
  if (similar !== undefined) return { kind: 'similar', query: printQuery(filter), ...similar };
  const reason = `There is no document with this id outside of the trash, or the query names more than ${String(MOST_SIMILAR_FILTERS)}.`;
  return context.nothing(filter, 'unknown-document', reason);
}

function isBegun(typed: string): boolean {
  const start = `${PREFIX}_`;
  return start.startsWith(typed) || (typed.startsWith(start) && typed.length < ID_LENGTH);
}
