export { DidYouMean } from './did-you-mean/did-you-mean.js';
export { DocumentFacets, type Facets } from './document-facets.js';
export { SearchSuggestions } from './suggestions/search-suggestions.js';
export { CountDocumentsOfViews } from './count-documents-of-views.js';
export { DocumentViewRepository, type DocumentView } from './document-view.repository.js';
export {
  VIEW_LAYOUTS,
  VIEW_SORT_FIELDS,
  VIEW_SORT_ORDERS,
  type ViewLayout,
  type ViewSortField,
  type ViewSortOrder,
} from './document-view.schema.js';
export * from './document-views.errors.js';
export * from './document-views.events.js';
export { DocumentViews } from './document-views.js';
export { FindingModule } from './finding.module.js';
