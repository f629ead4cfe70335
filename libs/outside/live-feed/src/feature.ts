import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { LiveFeedConfig } from '#config/live-feed';

export const liveFeedFeature = defineFeature({
  name: 'live-feed',
  config: [LiveFeedConfig],
  permissions: definePermissions('events', ['read']),
  http: async () => (await import('./http/live-feed-http.module.js')).LiveFeedHttpModule,
});
