import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#ground/idempotency';
import { WebhooksModule } from '#outside/webhooks';
import { DeliveriesController } from './deliveries.controller.js';
import { SecretRotationController } from './secret-rotation.controller.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [IdempotencyModule, WebhooksModule],
  controllers: [WebhooksController, SecretRotationController, DeliveriesController],
})
export class WebhooksHttpModule {}
