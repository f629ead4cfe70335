export { AutoTaggerInUse } from './auto-tagger-in-use.js';
export { AutoTaggingModule } from './auto-tagging.module.js';
export { SuggestDocumentTags, type SuggestTagsData } from './auto-tagging.jobs.js';
export { RequestSuggestions } from './request-suggestions.js';
export { SuggestTags } from './suggest-tags.js';
