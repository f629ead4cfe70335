import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { UnitOfWork } from '#libs/database';

/** Removes kept answers after their 24 hours. Harmless when several processes do it at once. */
@Injectable()
export class ForgetAnswersSchedule {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  @Cron('17 * * * *')
  async forget(): Promise<void> {
    await this.unitOfWork.run((tx) =>
      tx.sql.query(`delete from idempotency_key where created_at <= now() - interval '24 hours'`),
    );
  }
}
