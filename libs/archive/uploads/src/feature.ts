import { defineFeature } from '#ground/features';
import { resumableUploads } from './migrations/0026-resumable-uploads.js';
import { uploadOwners } from './migrations/0049-upload-owners.js';

export const uploadsFeature = defineFeature({
  name: 'uploads',
  idPrefixes: { upload: 'upl' },
  migrations: [resumableUploads, uploadOwners],
  module: async () => (await import('#archive/uploads')).UploadsModule,
  http: async () => (await import('./http/uploads-http.module.js')).UploadsHttpModule,
  worker: async () => (await import('./worker/uploads-worker.module.js')).UploadsWorkerModule,
});
