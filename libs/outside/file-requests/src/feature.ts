import { FileRequestsConfig } from '#config/file-requests';
import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { fileRequests } from './migrations/0029-file-requests.js';

export const fileRequestsFeature = defineFeature({
  name: 'file-requests',
  config: [FileRequestsConfig],
  idPrefixes: { fileRequest: 'frq', receivedFile: 'frq_file' },
  permissions: definePermissions('file-requests', ['create', 'read', 'update', 'delete']),
  migrations: [fileRequests],
  module: async () => (await import('#outside/file-requests')).FileRequestsModule,
  http: async () => (await import('#outside/file-requests/http')).FileRequestsHttpModule,
});
