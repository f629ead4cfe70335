import { HandlesJob, type Job, type JobHandler } from '#libs/jobs';
import { DeliverWebhook, type DeliverWebhookData } from '#libs/webhooks';

@HandlesJob(DeliverWebhook)
export class DeliverWebhookHandler implements JobHandler<DeliverWebhookData> {
  async handle(_job: Job<DeliverWebhookData>): Promise<void> {}
}
