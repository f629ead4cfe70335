import { DocumentsConfig } from '#config/documents';
import { PreviewsConfig } from '#config/previews';
import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { contentIndexing } from './migrations/0008-content-indexing.js';
import { remoteExtraction } from './migrations/0013-remote-extraction.js';
import { previews } from './migrations/0024-previews.js';
import { documentPages } from './migrations/0025-document-pages.js';
import { extractionSteps } from './migrations/0025-extraction-steps.js';
import { documentSource } from './migrations/0035-document-source.js';
import { partialReadings } from './migrations/0046-partial-readings.js';
import { documentAttachments } from './migrations/0047-document-attachments.js';
import { dateFindings } from './migrations/0058-date-findings.js';
import { documentPasswords } from './migrations/0061-document-passwords.js';
import { archiveNumbers } from './migrations/0065-archive-numbers.js';
import { inbox } from './migrations/0066-inbox.js';
import { documentVersions } from './migrations/0076-document-versions.js';
import { documentsBySize } from './migrations/0080-documents-by-size.js';

export const documentsFeature = defineFeature({
  name: 'documents',
  migrations: [
    contentIndexing,
    remoteExtraction,
    extractionSteps,
    documentSource,
    partialReadings,
    documentAttachments,
    documentPages,
    previews,
    dateFindings,
    documentPasswords,
    archiveNumbers,
    inbox,
    documentVersions,
    documentsBySize,
  ],
  config: [DocumentsConfig, PreviewsConfig],
  permissions: definePermissions('documents', ['create', 'read', 'update', 'delete']),
  idPrefixes: { document: 'doc', documentPassword: 'dpw', documentVersion: 'ver' },
  module: async () => (await import('#archive/documents')).DocumentsModule,
  http: async () => (await import('./http/documents-http.module.js')).DocumentsHttpModule,
  worker: async () => (await import('./worker/documents-worker.module.js')).DocumentsWorkerModule,
});
