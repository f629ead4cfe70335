export { describeSearchBackend, type SearchBackendSuite } from './describe-search-backend.js';
export type { SearchBackendUnderTest } from './suite-tools.js';
export { evaluateSearch } from './evaluate-tree.js';
export { aSearchDocument, type DocumentFacts, type SeededDocument } from './seeded-document.js';
