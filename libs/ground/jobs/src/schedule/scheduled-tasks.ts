import { Injectable } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { CronTime } from 'cron';
import { sql } from 'kysely';
import { kyselyOf, sqlOver, UnitOfWork } from '#ground/database';
import { Clock } from '#ground/kernel';
import type { ScheduleTables } from './scheduled-task.schema.js';
import { SCHEDULED_TASK, type RunsOnSchedule } from './scheduled-task.js';

/** A scheduled task as lists show it. */
export interface ScheduledTaskStatus {
  name: string;
  description: string;
  cron: string;
  nextRunAt: Date;
  /** Null when it has never run. */
  startedAt: Date | null;
  /** Null while it runs, and when its process was killed. */
  finishedAt: Date | null;
  /** One sentence about what the last run did. */
  result: string | null;
  /** Why the last run failed. */
  error: string | null;
}

/** Scheduled tasks: those this process can run, and the last runs of all. */
@Injectable()
export class ScheduledTasks {
  readonly #tasks = new Map<string, RunsOnSchedule>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    private readonly unitOfWork: UnitOfWork,
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
    const tasks = [...this.runnable()];
    await sqlOver(this.unitOfWork.db).query(
      `insert into scheduled_task (name, cron, description)
       select * from unnest($1::text[], $2::text[], $3::text[]) as known(name, cron, description) order by name
       on conflict (name) do update set cron = excluded.cron, description = excluded.description`,
      [tasks.map(([name]) => name), tasks.map(([, { cron }]) => cron), tasks.map(([, task]) => task.description)],
    );
  }

  /** Runs a task now and records its result. Throws what the task throws. */
  async run(name: string, signal: AbortSignal): Promise<string | undefined> {
    const task = this.runnable().get(name);
    if (!task)
      throw new Error(`there is no scheduled task ${name}; there are ${[...this.runnable().keys()].sort().join(', ')}`);
    await sqlOver(this.unitOfWork.db).query(
      `insert into scheduled_task (name, cron, description, started_at) values ($1, $2, $3, now())
       on conflict (name) do update set cron = excluded.cron, description = excluded.description,
         started_at = excluded.started_at, finished_at = null`,
      [name, task.cron, task.description],
    );
    const finish = (outcome: { result: string | null; error: string | null }): Promise<unknown> =>
      kyselyOf<ScheduleTables>(this.unitOfWork)
        .updateTable('scheduled_task')
        .set({ finished_at: sql<Date>`now()`, ...outcome })
        .where('name', '=', name)
        .execute();
    try {
      const result = await task.run(signal);
      await finish({ result: result ?? null, error: null });
      return result;
    } catch (error) {
      await finish({ result: null, error: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  }

  /** The tasks that any process has registered, by name. */
  async list(): Promise<ScheduledTaskStatus[]> {
    const tasks = await kyselyOf<ScheduleTables>(this.unitOfWork)
      .selectFrom('scheduled_task')
      .select([
        'name',
        'cron',
        'description',
        'started_at as startedAt',
        'finished_at as finishedAt',
        'result',
        'error',
      ])
      .orderBy('name')
      .execute();
    return tasks.map((task) => ({
      ...task,
      nextRunAt: new CronTime(task.cron).getNextDateFrom(this.clock.now()).toJSDate(),
    }));
  }
}
