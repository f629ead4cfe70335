import { printQuery, type QueryFilter } from '#capabilities/query';
import { archiveNumberOf } from './archive-number.js';
import type { FilterContext } from './filter-context.js';
import type { QueryMeaning } from './interpreted-query.js';

const FORMS = 'Write the number on the paper, such as asn:42.';

/** The document whose paper has a number. */
export function archiveNumberMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning | undefined {
  if (filter.operator !== '=') return context.unsupportedOperator(filter);
  const number = archiveNumberOf(filter.value);
  if (number === undefined) return context.nothing(filter, 'invalid-archive-number', FORMS);
  if (context.options.findsSimilar !== true) {
    const reason =
      'The search engine of this archive cannot find documents by their archive number. Remove the filter.';
    return context.nothing(filter, 'archive-number-unavailable', reason);
  }
  const documentId = context.lookUps.archiveNumbers.get(String(number));
  if (documentId === undefined) return context.nothing(filter, 'unknown-archive-number', 'No document has it.');
  return { kind: 'archiveNumber', query: printQuery(filter), documentIds: [documentId] };
}
