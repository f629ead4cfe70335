import { Injectable } from '@nestjs/common';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { RequestsRepository } from '../requests.repository.js';

@Injectable()
@ScheduledTask('clean-up-idempotency-keys')
export class IdempotencyCleanup implements RunsOnSchedule {
  readonly cron = '17 * * * *';
  readonly description = 'removes responses stored for repeated requests after 24 hours';

  constructor(private readonly requests: RequestsRepository) {}

  async run(): Promise<undefined> {
    await this.requests.removeOldResponses();
  }
}
