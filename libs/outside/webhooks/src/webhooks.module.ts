import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { MailModule } from '#capabilities/mail';
import { OrganizationsModule } from '#people/organizations';
import { TasksModule } from '#archive/tasks';
import { DeliveryLog } from './delivery-log.repository.js';
import { DeliveryQueue } from './delivery-queue.js';
import { DeliveryRepository } from './delivery.repository.js';
import { DisableFailingWebhook } from './disable-failing-webhook.js';
import { FanOutEvents } from './fan-out-events.js';
import { PruneDeliveries } from './prune-deliveries.js';
import { ReplayPastEvents } from './replay-past-events.js';
import { SecretRotation } from './secret-rotation.js';
import { SendDelivery } from './send-delivery.js';
import { SlowEndpoints } from './slow-endpoints.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookStateRepository } from './webhook-state.repository.js';
import { WebhookRepository } from './webhook.repository.js';
import { WebhooksCheck } from './webhooks.check.js';
import { Webhooks } from './webhooks.js';

const parts = [
  DeliveryLog,
  DeliveryQueue,
  DeliveryRepository,
  DisableFailingWebhook,
  FanOutEvents,
  PruneDeliveries,
  ReplayPastEvents,
  SecretRotation,
  SendDelivery,
  SlowEndpoints,
  WebhookDeliveries,
  WebhookRepository,
  WebhookStateRepository,
  Webhooks,
];

@Module({
  imports: [DocumentsModule, MailModule, OrganizationsModule, TasksModule],
  providers: [...parts, WebhooksCheck],
  exports: parts,
})
export class WebhooksModule {}
