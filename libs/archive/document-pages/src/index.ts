export { DocumentHits, type DocumentHit, type FoundHits } from './document-hits.js';
export { DocumentPages, type DocumentPage } from './document-pages.js';
export { DocumentPagesModule } from './document-pages.module.js';
export { DocumentProcessing } from './document-processing.js';
export type { ProcessingStep } from './processing-steps.js';
