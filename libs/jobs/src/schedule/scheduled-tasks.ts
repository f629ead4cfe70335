import { Injectable } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { CronTime } from 'cron';
import { sqlOver, UnitOfWork } from '#libs/database';
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
  ) {}

  /** Those of the modules of this process, by name. */
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

  /** Makes the tasks of this process known to `list`, which also processes without them use. */
  async register(): Promise<void> {
    const tasks = [...this.runnable()];
    await sqlOver(this.unitOfWork.db).query(
      `insert into scheduled_task (name, cron, description)
       select * from unnest($1::text[], $2::text[], $3::text[]) as known(name, cron, description) order by name
       on conflict (name) do update set cron = excluded.cron, description = excluded.description`,
      [tasks.map(([name]) => name), tasks.map(([, { cron }]) => cron), tasks.map(([, task]) => task.description)],
    );
  }

  /** Runs a task now, to its end, and records how it went. Throws what the task throws. */
  async run(name: string, signal: AbortSignal): Promise<string | undefined> {
    const task = this.runnable().get(name);
    if (!task)
      throw new Error(`there is no scheduled task ${name}; there are ${[...this.runnable().keys()].sort().join(', ')}`);
    await this.register();
    const sql = sqlOver(this.unitOfWork.db);
    await sql.query('update scheduled_task set started_at = now(), finished_at = null where name = $1', [name]);
    const finish = (result: string | undefined, error: string | undefined): Promise<unknown> =>
      sql.query('update scheduled_task set finished_at = now(), result = $2, error = $3 where name = $1', [
        name,
        result ?? null,
        error ?? null,
      ]);
    try {
      const result = await task.run(signal);
      await finish(result, undefined);
      return result;
    } catch (error) {
      await finish(undefined, error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  /** All that any process has registered, by name. */
  async list(): Promise<ScheduledTaskStatus[]> {
    const tasks = await sqlOver(this.unitOfWork.db).query<Omit<ScheduledTaskStatus, 'nextRunAt'>>(
      `select name, cron, description, started_at as "startedAt", finished_at as "finishedAt", result, error
       from scheduled_task order by name`,
    );
    return tasks.map((task) => ({
      ...task,
      nextRunAt: new CronTime(task.cron).getNextDateFrom(new Date()).toJSDate(),
    }));
  }
}
