export { DocumentHits, type DocumentHit, type FoundHits } from './document-hits.js';
export { DocumentPages } from './document-pages.js';
export type { DocumentPage, ListedPage } from './document-page.repository.js';
export { DocumentPagesModule } from './document-pages.module.js';
export { DocumentProcessing } from './document-processing.js';
export type { ProcessingStep } from './processing-steps.js';
