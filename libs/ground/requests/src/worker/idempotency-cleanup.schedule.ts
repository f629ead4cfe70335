import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';

@Injectable()
@ScheduledTask('clean-up-idempotency-keys')
export class IdempotencyCleanup implements RunsOnSchedule {
  readonly cron = '17 * * * *';
  readonly description = 'removes responses stored for repeated requests after 24 hours';

  constructor(private readonly unitOfWork: UnitOfWork) {}

  async run(): Promise<undefined> {
    await sqlOver(this.unitOfWork.db).query(
      `delete from idempotency_key where created_at <= now() - interval '24 hours'`,
    );
  }
}
