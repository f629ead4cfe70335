export * from './add-places.js';
export * from './build-segment.js';
export * from './damaged-segment.error.js';
export * from './directory.js';
export * from './live-masks.js';
export * from './places.js';
export * from './segment.js';
export * from './select-by-creation.js';
