import { Logger } from '@nestjs/common';
import { HandlesJob, type Job, type JobHandler } from '#libs/jobs';
import { RetentionTasks, RunRetentionTask } from '#libs/retention';

@HandlesJob(RunRetentionTask)
export class RunRetentionTaskHandler implements JobHandler<{ task: string }> {
  readonly #logger = new Logger('Retention');

  constructor(private readonly tasks: RetentionTasks) {}

  async handle({ data, signal }: Job<{ task: string }>): Promise<void> {
    this.#logger.log(`${data.task}: ${await this.tasks.named(data.task).run(signal)}`);
  }
}
