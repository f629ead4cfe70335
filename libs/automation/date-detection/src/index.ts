export { detectDate, partsOf } from './detector/detect-date.js';
export { DateDetectionModule } from './date-detection.module.js';
export { FindDatesOfDocuments, type ProposedDate } from './find-dates-of-documents.js';
