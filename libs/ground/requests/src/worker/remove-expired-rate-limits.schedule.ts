import { Injectable } from '@nestjs/common';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { RequestsRepository } from '../requests.repository.js';

@Injectable()
@ScheduledTask('remove-expired-rate-limits')
export class RemoveExpiredRateLimits implements RunsOnSchedule {
  readonly cron = '*/10 * * * *';
  readonly description = 'removes counts of rate limits whose window has ended';

  constructor(private readonly requests: RequestsRepository) {}

  async run(): Promise<undefined> {
    await this.requests.removeExpiredLimits();
  }
}
