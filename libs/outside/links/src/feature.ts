import { FileRequestsConfig } from '#config/file-requests';
import { ShareLinksConfig } from '#config/share-links';
import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { shareLinks } from './migrations/0028-share-links.js';
import { fileRequests } from './migrations/0029-file-requests.js';

export const linksFeature = defineFeature({
  name: 'links',
  migrations: [shareLinks, fileRequests],
  config: [ShareLinksConfig, FileRequestsConfig],
  permissions: definePermissions('file-requests', ['create', 'read', 'update', 'delete']),
  idPrefixes: { shareLink: 'dsl', fileRequest: 'frq', receivedFile: 'frq_file' },
  module: async () => (await import('#outside/links')).LinksModule,
  http: async () => (await import('./http/links-http.module.js')).LinksHttpModule,
});
