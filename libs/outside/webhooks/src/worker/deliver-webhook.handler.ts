import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { DeliverWebhook, SendDelivery, SlowEndpoints, type DeliverWebhookData } from '#outside/webhooks';

@HandlesJob(DeliverWebhook)
export class DeliverWebhookHandler implements JobHandler<DeliverWebhookData> {
  constructor(
    private readonly sendDelivery: SendDelivery,
    private readonly slow: SlowEndpoints,
  ) {}

  placesOf(webhookId: string): number {
    return this.slow.placesOf(webhookId);
  }

  handle(job: Job<DeliverWebhookData>): Promise<void> {
    return this.sendDelivery.execute(job);
  }
}
