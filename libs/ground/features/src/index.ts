export { checkFeatures, migrationsOf } from './check-features.js';
export { defineFeature, type Feature } from './feature.js';
export { modulesOf } from './modules-of.js';
