import { Module } from '@nestjs/common';
import { WebhooksModule } from '#libs/webhooks';
import { DeliverWebhookHandler } from './deliver-webhook.handler.js';
import { ReplayEventsHandler } from './replay-events.handler.js';

@Module({ imports: [WebhooksModule], providers: [DeliverWebhookHandler, ReplayEventsHandler] })
export class WebhooksWorkerModule {}
