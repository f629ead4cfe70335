import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';

@Injectable()
@ScheduledTask('remove-expired-rate-limits')
export class RemoveExpiredRateLimits implements RunsOnSchedule {
  readonly cron = '*/10 * * * *';
  readonly description = 'removes counts of rate limits whose window has ended';

  constructor(private readonly unitOfWork: UnitOfWork) {}

  async run(): Promise<undefined> {
    await sqlOver(this.unitOfWork.db).query(
      `delete from rate_limit where expire < (extract(epoch from now()) * 1000)::bigint`,
    );
  }
}
