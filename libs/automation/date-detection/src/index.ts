export { detectDate } from './detector/detect-date.js';
export { partsOf } from './detector/text-lines.js';
export { DateDetectionModule } from './date-detection.module.js';
export { FindDatesOfDocuments, type ProposedDate } from './find-dates-of-documents.js';
