import { defineFeature } from '#libs/feature';
import { resumableUploads } from './migrations/0026-resumable-uploads.js';

export const uploadsFeature = defineFeature({
  name: 'uploads',
  idPrefixes: { upload: 'upl' },
  migrations: [resumableUploads],
  module: async () => (await import('#libs/uploads')).UploadsModule,
  http: async () => (await import('#http/uploads')).UploadsHttpModule,
  worker: async () => (await import('#worker/uploads')).UploadsWorkerModule,
});
