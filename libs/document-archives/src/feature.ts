import { DocumentArchivesConfig } from '#config/document-archives';
import { defineFeature } from '#libs/feature';
import { documentArchives } from './migrations/0030-document-archives.js';

export const documentArchivesFeature = defineFeature({
  name: 'document-archives',
  config: [DocumentArchivesConfig],
  idPrefixes: { documentArchive: 'arc' },
  migrations: [documentArchives],
  module: async () => (await import('#libs/document-archives')).DocumentArchivesModule,
  http: async () => (await import('#http/document-archives')).DocumentArchivesHttpModule,
  worker: async () => (await import('#worker/document-archives')).DocumentArchivesWorkerModule,
});
