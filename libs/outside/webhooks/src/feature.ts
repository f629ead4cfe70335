import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { WebhooksConfig } from '#config/webhooks';
import { webhooks } from './migrations/0017-webhooks.js';
import { webhookReplays } from './migrations/0023-webhook-replays.js';

export const webhooksFeature = defineFeature({
  name: 'webhooks',
  config: [WebhooksConfig],
  idPrefixes: { webhook: 'wbh', delivery: 'wbh_dlv', message: 'msg' },
  permissions: definePermissions('webhooks', ['create', 'read', 'update', 'delete']),
  migrations: [webhooks, webhookReplays],
  module: async () => (await import('#outside/webhooks')).WebhooksModule,
  http: async () => (await import('./http/webhooks-http.module.js')).WebhooksHttpModule,
  worker: async () => (await import('./worker/webhooks-worker.module.js')).WebhooksWorkerModule,
});
