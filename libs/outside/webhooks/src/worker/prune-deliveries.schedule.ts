import { Injectable } from '@nestjs/common';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { PruneDeliveries } from '#outside/webhooks';

@Injectable()
@ScheduledTask('prune-webhook-deliveries')
export class PruneDeliveriesSchedule implements RunsOnSchedule {
  readonly cron = '47 3 * * *';
  readonly description = 'removes old deliveries of webhooks from their log';

  constructor(private readonly prune: PruneDeliveries) {}

  async run(): Promise<string | undefined> {
    const removed = await this.prune.execute();
    return removed === 0 ? undefined : `${removed} old deliveries of webhooks were removed.`;
  }
}
