import { Module } from '@nestjs/common';
import { WebhooksModule } from '#outside/webhooks';
import { DeliverWebhookHandler } from './deliver-webhook.handler.js';
import { PruneDeliveriesSchedule } from './prune-deliveries.schedule.js';
import { ReplayEventsHandler } from './replay-events.handler.js';
import { SweepWebhooks } from './sweep-webhooks.schedule.js';
import { WebhookSubscriber } from './webhook-subscriber.js';

@Module({
  imports: [WebhooksModule],
  providers: [DeliverWebhookHandler, PruneDeliveriesSchedule, ReplayEventsHandler, SweepWebhooks, WebhookSubscriber],
})
export class WebhooksWorkerModule {}
