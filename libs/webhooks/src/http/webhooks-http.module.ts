import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency';
import { WebhooksModule } from '#libs/webhooks';
import { DeliveriesController } from './deliveries.controller.js';
import { SecretRotationController } from './secret-rotation.controller.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [IdempotencyModule, WebhooksModule],
  controllers: [WebhooksController, SecretRotationController, DeliveriesController],
})
export class WebhooksHttpModule {}
