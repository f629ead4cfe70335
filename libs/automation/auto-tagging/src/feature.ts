import { AutoTaggingConfig } from '#config/auto-tagging';
import { defineFeature } from '#ground/features';
import { documentSuggestions } from './migrations/0040-document-suggestions.js';
import { propertySuggestions } from './migrations/0071-property-suggestions.js';
import { autoTaggingUsage } from './migrations/0041-auto-tagging-usage.js';

export const autoTaggingFeature = defineFeature({
  name: 'auto-tagging',
  config: [AutoTaggingConfig],
  migrations: [documentSuggestions, autoTaggingUsage, propertySuggestions],
  module: async () => (await import('#automation/auto-tagging')).AutoTaggingModule,
  http: async () => (await import('./http/auto-tagging-http.module.js')).AutoTaggingHttpModule,
  worker: async () => (await import('./worker/auto-tagging-worker.module.js')).AutoTaggingWorkerModule,
});
