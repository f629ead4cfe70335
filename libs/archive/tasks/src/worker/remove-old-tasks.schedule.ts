import { Injectable } from '@nestjs/common';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { Tasks } from '#archive/tasks';

@Injectable()
@ScheduledTask('remove-old-tasks')
export class RemoveOldTasks implements RunsOnSchedule {
  readonly cron = '17 3 * * *';
  readonly description = 'removes tasks that ended more than 30 days ago';

  constructor(private readonly tasks: Tasks) {}

  async run(): Promise<undefined> {
    await this.tasks.removeOld();
  }
}
