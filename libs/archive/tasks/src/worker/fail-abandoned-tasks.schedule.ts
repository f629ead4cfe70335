import { Injectable } from '@nestjs/common';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { Tasks } from '#archive/tasks';

/** Polls the dead-letter queues: a killed process cannot report that its job failed. */
@Injectable()
@ScheduledTask('fail-abandoned-tasks')
export class FailAbandonedTasks implements RunsOnSchedule {
  readonly cron = '*/30 * * * * *';
  readonly description = 'marks tasks as failed whose job failed in its last attempt';

  constructor(private readonly tasks: Tasks) {}

  isNeeded(): Promise<boolean> {
    return this.tasks.haveUnfinished();
  }

  async run(): Promise<string | undefined> {
    const failed = await this.tasks.failAbandoned();
    return failed === 0 ? undefined : `${failed} tasks failed: their jobs were dead-lettered.`;
  }
}
