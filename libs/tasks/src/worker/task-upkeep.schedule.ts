import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Tasks } from '#libs/tasks';

/** Ends tasks that nobody works on any more. Harmless when several processes do it at once. */
@Injectable()
export class TaskUpkeepSchedule {
  readonly #logger = new Logger('Tasks');

  constructor(private readonly tasks: Tasks) {}

  /** A look at the queue and not a word from the job: a job whose process was killed cannot say that it failed. */
  @Cron('*/30 * * * * *')
  async failThoseWithDeadJobs(): Promise<void> {
    const failed = await this.tasks.failThoseWithDeadJobs();
    if (failed > 0) this.#logger.warn(`${failed} tasks failed: their jobs were put aside after the last attempt`);
  }

  @Cron('17 3 * * *')
  async forgetOld(): Promise<void> {
    await this.tasks.forgetOld();
  }
}
