import { DocumentArchivesConfig } from '#config/document-archives';
import { defineFeature } from '#ground/features';
import { documentArchives } from './migrations/0030-document-archives.js';

export const documentArchivesFeature = defineFeature({
  name: 'document-archives',
  config: [DocumentArchivesConfig],
  idPrefixes: { documentArchive: 'arc' },
  migrations: [documentArchives],
  module: async () => (await import('#archive/document-archives')).DocumentArchivesModule,
  http: async () => (await import('./http/document-archives-http.module.js')).DocumentArchivesHttpModule,
  worker: async () => (await import('./worker/document-archives-worker.module.js')).DocumentArchivesWorkerModule,
});
