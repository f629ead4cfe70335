export { AcceptSuggestion } from './accept-suggestion.js';
export { AutoTaggerInUse } from './auto-tagger-in-use.js';
export * from './auto-tagging.errors.js';
export { AutoTaggingUsage, type AutoTaggingUsageReport } from './auto-tagging-usage.js';
export { AutoTaggingModule } from './auto-tagging.module.js';
export { SuggestDocumentTags, type SuggestTagsData } from './auto-tagging.jobs.js';
export { DocumentSuggestions, type SuggestionsOfDocument } from './document-suggestions.js';
export { RequestSuggestions } from './request-suggestions.js';
export { SuggestTags } from './suggest-tags.js';
