import { defineFeature } from '#ground/features';
import { learnedFiling } from './migrations/0063-learned-filing.js';

export const learnedFilingFeature = defineFeature({
  name: 'learned-filing',
  migrations: [learnedFiling],
  module: async () => (await import('#automation/learned-filing')).LearnedFilingModule,
  worker: async () => (await import('./worker/learned-filing-worker.module.js')).LearnedFilingWorkerModule,
  http: async () => (await import('./http/learned-filing-http.module.js')).LearnedFilingHttpModule,
});
