import { Injectable } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { CronTime } from 'cron';
import { Clock } from '#ground/kernel';
import { ScheduledTaskRepository, type KnownTask, type TaskRun } from './scheduled-task.repository.js';
import { SCHEDULED_TASK, type RunsOnSchedule } from './scheduled-task.js';

/** A scheduled task as lists show it. */
export interface ScheduledTaskStatus extends KnownTask, TaskRun {
  nextRunAt: Date;
}

/** Scheduled tasks: those this process can run, and the last runs of all. */
@Injectable()
export class ScheduledTasks {
  readonly #tasks = new Map<string, RunsOnSchedule>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    private readonly stored: ScheduledTaskRepository,
    private readonly clock: Clock,
  ) {}

  /** The tasks of this process, by name. */
  runnable(): ReadonlyMap<string, RunsOnSchedule> {
    if (this.#tasks.size > 0) return this.#tasks;
    for (const { metatype, instance } of this.discovery.getProviders()) {
      if (!metatype || !instance) continue;
      const name = this.reflector.get<string | undefined>(SCHEDULED_TASK, metatype);
      if (name === undefined) continue;
      if (this.#tasks.has(name)) throw new Error(`two scheduled tasks are called ${name}`);
      this.#tasks.set(name, instance as RunsOnSchedule);
    }
    return this.#tasks;
  }

  /** Stores the tasks of this process, so that `list` shows them in processes without these modules too. */
  async register(): Promise<void> {
    await this.stored.register([...this.runnable()].map(([name, task]) => known(name, task)));
  }

  /** Runs a task now and records its result. Throws what the task throws. */
  async run(name: string, signal: AbortSignal): Promise<string | undefined> {
    const task = this.runnable().get(name);
    if (!task)
      throw new Error(`there is no scheduled task ${name}; there are ${[...this.runnable().keys()].sort().join(', ')}`);
    await this.stored.begin(known(name, task));
    try {
      const result = await task.run(signal);
      await this.stored.finish(name, { result: result ?? null, error: null });
      return result;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await this.stored.finish(name, { result: null, error: message });
      throw error;
    }
  }

  /** The tasks that any process has registered, by name. */
  async list(): Promise<ScheduledTaskStatus[]> {
    const tasks = await this.stored.list();
    return tasks.map((task) => ({
      ...task,
      nextRunAt: new CronTime(task.cron).getNextDateFrom(this.clock.now()).toJSDate(),
    }));
  }
}

function known(name: string, { cron, description }: RunsOnSchedule): KnownTask {
  return { name, cron, description };
}
