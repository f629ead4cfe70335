import { Module } from '@nestjs/common';
import { DeliveryLog } from './delivery-log.js';
import { SecretRotation } from './secret-rotation.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookRepository } from './webhook.repository.js';
import { Webhooks } from './webhooks.js';

@Module({
  providers: [DeliveryLog, SecretRotation, WebhookDeliveries, WebhookRepository, Webhooks],
  exports: [DeliveryLog, SecretRotation, WebhookDeliveries, WebhookRepository, Webhooks],
})
export class WebhooksModule {}
