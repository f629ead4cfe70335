export { describeSearchBackend, type SearchBackendSuite } from './describe-search-backend.js';
export { searchCases } from './search-cases.js';
export type { SearchBackendUnderTest } from './suite-tools.js';
export { writeCoreRows } from './core-rows.js';
export { evaluateSearch } from './evaluate-tree.js';
export { aSearchDocument, type DocumentFacts, type SeededDocument } from './seeded-document.js';
export { createSearchTestbed } from './search-testbed.js';
export { sqlOverPool, type PoolLike } from './sql-over-pool.js';
