export { examine, type ExamineOptions } from './examine.js';
