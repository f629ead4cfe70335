export type { PreparedContent } from './content-preparation.js';
export { ReindexDocuments } from './reindex-documents.js';
export { SearchModule } from './search.module.js';
export type { Searcher } from './search-turns.js';
export { SEARCH_BACKEND, SearchService, type SearchPageQuery, type SearchQuery } from './search.service.js';
export { parseQuery, type ParseOptions } from './query-language/parser.js';
export { resolveQuery, type QueryResolver } from './query-language/resolve-query.js';
export type { QueryExpression, QueryLeaf, QueryOperator } from './query-language/expression.js';
