import { Module } from '@nestjs/common';
import { RequestsModule } from '#ground/requests';
import { WebhooksModule } from '#outside/webhooks';
import { DeliveriesController } from './deliveries.controller.js';
import { SecretRotationController } from './secret-rotation.controller.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [RequestsModule, WebhooksModule],
  controllers: [WebhooksController, SecretRotationController, DeliveriesController],
})
export class WebhooksHttpModule {}
