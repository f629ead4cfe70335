import { Module } from '@nestjs/common';
import { WebhooksModule } from '#outside/webhooks';
import { PruneDeliveriesSchedule } from './prune-deliveries.schedule.js';
import { SweepWebhooks } from './sweep-webhooks.schedule.js';
import { WebhookSubscriber } from './webhook-subscriber.js';

@Module({ imports: [WebhooksModule], providers: [PruneDeliveriesSchedule, SweepWebhooks, WebhookSubscriber] })
export class WebhooksWorkerModule {}
