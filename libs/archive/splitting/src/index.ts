export { DocumentSplits, type SplitOfDocument } from './document-splits.js';
export { MOST_PAGES, MOST_PARTS, RequestSplit } from './request-split.js';
export { isFileGone, SplitIntoDocuments } from './split-into-documents.js';
export { SplitDocument, type SplitDocumentData } from './splitting.jobs.js';
export { SplittingModule } from './splitting.module.js';
export type { SplitPlan } from './splitting.schema.js';
