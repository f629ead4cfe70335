export { batchesToIndex } from './batches-to-index.js';
export { BoundValues } from './bound-values.js';
export { documentCondition, type DocumentLeaf } from './document-condition.js';
export { FIRST_UNMARKED_BYTE, termOfMark, termsOfEnding, type MarkedTerm } from './marked-terms.js';
export { COLUMNS_OF_GROUPS, groupsOfMatches } from './matches-in-groups.js';
export { FieldTerms, foldedField, MOST_TERM_BYTES } from './prepared-field.js';
export { inCancellableTransaction } from './search-transaction.js';
export { isStorable } from './storable-values.js';
