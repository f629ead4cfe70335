import { ShareLinksConfig } from '#config/share-links';
import { defineFeature } from '#libs/feature';
import { shareLinks } from './migrations/0028-share-links.js';

export const shareLinksFeature = defineFeature({
  name: 'share-links',
  config: [ShareLinksConfig],
  idPrefixes: { shareLink: 'dsl' },
  migrations: [shareLinks],
  module: async () => (await import('#libs/share-links')).ShareLinksModule,
  http: async () => (await import('#http/share-links')).ShareLinksHttpModule,
});
