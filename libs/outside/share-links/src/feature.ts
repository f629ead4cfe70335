import { ShareLinksConfig } from '#config/share-links';
import { defineFeature } from '#ground/features';
import { shareLinks } from './migrations/0028-share-links.js';

export const shareLinksFeature = defineFeature({
  name: 'share-links',
  config: [ShareLinksConfig],
  idPrefixes: { shareLink: 'dsl' },
  migrations: [shareLinks],
  module: async () => (await import('#outside/share-links')).ShareLinksModule,
  http: async () => (await import('#outside/share-links/http')).ShareLinksHttpModule,
});
