export type * from './archive-records.js';
