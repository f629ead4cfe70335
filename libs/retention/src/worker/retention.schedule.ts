import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CronJob } from 'cron';
import { UnitOfWork } from '#libs/database';
import { JobQueue } from '#libs/jobs';
import { RetentionTasks, RunRetentionTask, type RetentionTask } from '#libs/retention';
import { Slots } from './slots.js';

/**
 * Asks for each task when its time has come. The work itself is a job whose key is made of task and moment, so it is
 * done once however many processes there are, and is taken up again when one of them dies.
 */
@Injectable()
export class RetentionSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('Retention');

  constructor(
    private readonly tasks: RetentionTasks,
    private readonly registry: SchedulerRegistry,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const task of this.tasks.all) {
      const slots = new Slots(task.cron, new Date());
      const onTick = async () => this.#askOrTell(task, async () => slots.at(new Date()).toISOString());
      this.registry.addCronJob(task.name, CronJob.from({ cronTime: task.cron, onTick, start: true }));
      if (task.runsOnStartup) await this.#askOrTell(task, () => this.#startupSlot());
    }
  }

  onModuleDestroy(): void {
    for (const { name } of this.tasks.all) {
      if (this.registry.doesExist('cron', name)) this.registry.deleteCronJob(name);
    }
  }

  /** Asks for the task, unless somebody has done so for this slot. */
  async ask(task: RetentionTask, slot: string): Promise<void> {
    const options = { singletonKey: `${task.name} ${slot}` };
    await this.unitOfWork.run((tx) => this.jobs.enqueue(tx, RunRetentionTask, { task: task.name }, options));
  }

  /** A failure here must not stop the process; the next slot makes up for it. */
  async #askOrTell(task: RetentionTask, slot: () => Promise<string>): Promise<void> {
    try {
      await this.ask(task, await slot());
    } catch (error) {
      this.#logger.error(`${task.name} could not be asked for: ${(error as Error).message}`);
    }
  }

  /** Processes that start together count as one start. */
  async #startupSlot(): Promise<string> {
    const [row] = await this.unitOfWork.run((tx) =>
      tx.sql.query<{ slot: string }>(`select 'start ' || date_trunc('minute', now())::text as slot`),
    );
    return row?.slot ?? 'start';
  }
}
