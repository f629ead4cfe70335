import { defineFeature } from '#libs/feature';
import { definePermissions } from '#libs/http-kit';
import { WebhooksConfig } from '#config/webhooks';
import { webhooks } from './migrations/0017-webhooks.js';

export const webhooksFeature = defineFeature({
  name: 'webhooks',
  config: [WebhooksConfig],
  idPrefixes: { webhook: 'wbh', delivery: 'wbh_dlv', message: 'msg' },
  permissions: definePermissions('webhooks', ['create', 'read', 'update', 'delete']),
  migrations: [webhooks],
  module: async () => (await import('#libs/webhooks')).WebhooksModule,
  http: async () => (await import('#http/webhooks')).WebhooksHttpModule,
  worker: async () => (await import('#worker/webhooks')).WebhooksWorkerModule,
});
