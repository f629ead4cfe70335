export { describeSearchBackend, type SearchBackendSuite } from './describe-search-backend.js';
export { searchCases } from './search-cases.js';
export type { ExternalBackendUnderTest, SearchBackendUnderTest, TransactionalBackendUnderTest } from './suite-tools.js';
export { writeCoreRows } from './core-rows.js';
export { evaluateGroups } from './evaluate-groups.js';
export { evaluateSearch } from './evaluate-tree.js';
export { aSearchDocument, type DocumentFacts, type SeededDocument } from './seeded-document.js';
export { createExternalSearchTestbed, createSearchTestbed, type ExternalTestbedOptions } from './search-testbed.js';
export { sqlOverPool, type PoolLike } from './sql-over-pool.js';
