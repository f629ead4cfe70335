import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { UnitOfWork } from '#ground/database';
import { Clock } from '#ground/kernel';
import { HandlesJob, type Job, type JobHandler } from '../job-handler.js';
import { JobQueue } from '../job-queue.js';
import { RunScheduledTask } from './schedule.jobs.js';
import { ScheduledTaskRepository } from './scheduled-task.repository.js';
import { ScheduledTasks } from './scheduled-tasks.js';
import { Slots } from './slots.js';

const TICK_MS = 1_000;

/**
 * Adds a job for each scheduled task at its time. The key of the job consists of task and time slot, so the task runs
 * once however many processes there are, and again when its process dies.
 */
@Injectable()
@HandlesJob(RunScheduledTask)
export class Scheduler implements OnApplicationBootstrap, JobHandler<{ task: string }> {
  readonly #logger = new Logger('Schedule');
  /** Tasks whose time has come in this process. */
  readonly #asked = new Set<string>();
  readonly #slots = new Map<string, Slots>();

  constructor(
    private readonly tasks: ScheduledTasks,
    private readonly stored: ScheduledTaskRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.tasks.register();
    for (const [name, { cron, runsOnStartup = false }] of this.tasks.runnable()) {
      this.#slots.set(name, new Slots(cron, this.clock.now()));
      if (runsOnStartup) await this.#tryTo(name, async () => this.request(name, await this.stored.startupSlot()));
    }
  }

  /** Requests the tasks whose time has come. */
  @Interval(TICK_MS)
  async requestDue(): Promise<void> {
    for (const [name, slots] of this.#slots) {
      const slot = slots.take(this.clock.now());
      if (slot) await this.#tryTo(name, () => this.requestIfNeeded(name, slot.toISOString()));
    }
  }

  /** Requests the task, unless it was requested for this slot before. */
  async request(name: string, slot: string): Promise<void> {
    const options = { singletonKey: `${name} ${slot}` };
    await this.unitOfWork.run((tx) => this.jobs.enqueue(tx, RunScheduledTask, { task: name }, options));
  }

  /** As {@link request}, unless the task says that there is nothing to do. */
  async requestIfNeeded(name: string, slot: string): Promise<void> {
    const isFirst = !this.#asked.has(name);
    this.#asked.add(name);
    if (isFirst || ((await this.tasks.runnable().get(name)?.isNeeded?.()) ?? true)) await this.request(name, slot);
  }

  async handle({ data, signal }: Job<{ task: string }>): Promise<void> {
    const result = await this.tasks.run(data.task, signal);
    if (result !== undefined) this.#logger.log(`${data.task}: ${result}`);
  }

  /** A failure must not stop the process: the next slot requests the task again. */
  async #tryTo(name: string, request: () => Promise<void>): Promise<void> {
    try {
      await request();
    } catch (error) {
      this.#logger.error(`${name} could not be requested: ${(error as Error).message}`);
    }
  }
}
