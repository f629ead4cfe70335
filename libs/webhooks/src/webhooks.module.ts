import { Module } from '@nestjs/common';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookRepository } from './webhook.repository.js';
import { Webhooks } from './webhooks.js';

@Module({
  providers: [WebhookDeliveries, WebhookRepository, Webhooks],
  exports: [WebhookDeliveries, WebhookRepository, Webhooks],
})
export class WebhooksModule {}
