export { DidYouMean } from './did-you-mean/did-you-mean.js';
export { DocumentFacets, type Facets } from './document-facets.js';
export { DocumentSearchModule } from './document-search.module.js';
export { SearchSuggestions } from './suggestions/search-suggestions.js';
