import { FileRequestsConfig } from '#config/file-requests';
import { defineFeature } from '#libs/feature';
import { definePermissions } from '#libs/http-kit';
import { fileRequests } from './migrations/0029-file-requests.js';

export const fileRequestsFeature = defineFeature({
  name: 'file-requests',
  config: [FileRequestsConfig],
  idPrefixes: { fileRequest: 'frq', receivedFile: 'frq_file' },
  permissions: definePermissions('file-requests', ['create', 'read', 'update', 'delete']),
  migrations: [fileRequests],
  module: async () => (await import('#libs/file-requests')).FileRequestsModule,
  http: async () => (await import('#http/file-requests')).FileRequestsHttpModule,
});
