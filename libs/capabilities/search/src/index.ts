export { AdoptSearchPlugin } from './adopt-search-plugin.js';
export type { PreparedContent } from './content-preparation.js';
export { Highlights, type ReadContents } from './highlights/highlights.js';
export type { ContentPlace, FoundPlaces } from './highlights/find-places.js';
export type { Highlight } from './highlights/highlight-document.js';
export { ReindexDocuments } from './reindex-documents.js';
export { SearchIndexStatus, type SearchIndexReport } from './search-index-status.js';
export { SearchIndexWork } from './search-index-work.js';
export type { Searcher } from './search-turns.js';
export {
  SearchService,
  SERVER,
  type FoundPage,
  type SearchOrder,
  type SearchPageQuery,
  type SearchQuery,
} from './search.service.js';
export { SearchNotUnderstood, SearchUnavailable } from './search.errors.js';
export { interpretQuery, type UnderstoodQuery } from './query-language/interpret-query.js';
export type { ExplainedQuery, QueryExplanation } from './query-language/explanation.js';
export { SOURCE_NAMES } from './query-language/built-in-filters.js';
export { languageNames } from './query-language/language-names.js';
export { NAMED_PERIODS } from './query-language/periods.js';
export { MIME_GROUP_NAMES, mimeTypesOf } from './query-language/mime-groups.js';
export type { NamedLabel, QueryResolver, SearchableProperty } from './query-language/query-resolver.js';
export { TextThreads, TextTooCostly, type TextWork } from './text-threads.js';
export { SearchModule } from './search.module.js';
