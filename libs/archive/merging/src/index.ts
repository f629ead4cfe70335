export { MergeIntoDocument } from './merge-documents.js';
export { MOST_MERGED, RequestMerge } from './request-merge.js';
export { MergeDocuments, type MergeDocumentsData } from './merging.jobs.js';
export { MergingModule } from './merging.module.js';
