export { cellsOf, distance, type Cell } from './detector/cells.js';
export { readingOf } from './detector/date-reading.js';
export { detectDate } from './detector/detect-date.js';
export { fold } from './detector/fold.js';
export {
  excerptOf,
  HEAD_LENGTH,
  linesOf,
  partsOf,
  storedPartsOf,
  TAIL_LENGTH,
  type Line,
  type TextPart,
} from './detector/text-lines.js';
export { isoDay, writtenDates, type DateReading, type WrittenDate } from './detector/written-dates.js';
export { DateDetectionModule } from './date-detection.module.js';
export { dayOf, orderOf } from './find-dates.js';
