import { CodesConfig } from '#config/codes';
import { defineFeature } from '#ground/features';
import { documentCodes } from './migrations/0065-document-codes.js';
import { splitSettings } from './migrations/0074-split-settings.js';

export const documentCodesFeature = defineFeature({
  name: 'document-codes',
  config: [CodesConfig],
  migrations: [documentCodes, splitSettings],
  module: async () => (await import('#automation/document-codes')).DocumentCodesModule,
  http: async () => (await import('./http/document-codes-http.module.js')).DocumentCodesHttpModule,
  worker: async () => (await import('./worker/document-codes-worker.module.js')).DocumentCodesWorkerModule,
});
