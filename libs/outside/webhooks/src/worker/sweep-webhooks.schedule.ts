import { Injectable } from '@nestjs/common';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { FanOutEvents } from '#outside/webhooks';

/** An event whose transaction began before the webhook was enabled has no job of the subscriber. */
@Injectable()
@ScheduledTask('sweep-webhooks')
export class SweepWebhooks implements RunsOnSchedule {
  readonly cron = '20 * * * * *';
  readonly description = 'adds the deliveries of webhooks that are behind the log of events';

  constructor(private readonly fanOut: FanOutEvents) {}

  isNeeded(): Promise<boolean> {
    return this.fanOut.isBehind();
  }

  async run(signal: AbortSignal): Promise<undefined> {
    await this.fanOut.sweep(signal);
  }
}
