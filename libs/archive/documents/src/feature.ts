import { DocumentsConfig } from '#config/documents';
import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { contentIndexing } from './migrations/0008-content-indexing.js';
import { remoteExtraction } from './migrations/0013-remote-extraction.js';
import { extractionSteps } from './migrations/0025-extraction-steps.js';
import { documentSource } from './migrations/0035-document-source.js';
import { partialReadings } from './migrations/0046-partial-readings.js';
import { documentAttachments } from './migrations/0047-document-attachments.js';

export const documentsFeature = defineFeature({
  name: 'documents',
  config: [DocumentsConfig],
  idPrefixes: { document: 'doc' },
  migrations: [
    contentIndexing,
    remoteExtraction,
    extractionSteps,
    documentSource,
    partialReadings,
    documentAttachments,
  ],
  permissions: definePermissions('documents', ['create', 'read', 'update', 'delete']),
  module: async () => (await import('#archive/documents')).DocumentsModule,
  http: async () => (await import('#archive/documents/http')).DocumentsHttpModule,
});
