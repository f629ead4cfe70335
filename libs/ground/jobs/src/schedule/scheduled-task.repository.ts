import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, sqlOver, UnitOfWork } from '#ground/database';
import type { ScheduleTables } from './scheduled-task.schema.js';

export interface KnownTask {
  name: string;
  cron: string;
  description: string;
}

/** The last run of a task. */
export interface TaskRun {
  /** Null when it has never run. */
  startedAt: Date | null;
  /** Null while it runs, and when its process was killed. */
  finishedAt: Date | null;
  /** One sentence about what the last run did. */
  result: string | null;
  /** Why the last run failed. */
  error: string | null;
}

const NOW = sql<Date>`now()`;

/** The tasks that processes have registered, and their last runs. */
@Injectable()
export class ScheduledTaskRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async register(tasks: readonly KnownTask[]): Promise<void> {
    // As text: one statement for any number of tasks, which locks their rows in one order.
    await sqlOver(this.unitOfWork.db).query(
      `insert into scheduled_task (name, cron, description)
       select * from json_to_recordset($1::json) as known(name text, cron text, description text) order by name
       on conflict (name) do update set cron = excluded.cron, description = excluded.description`,
      [JSON.stringify(tasks)],
    );
  }

  async begin({ name, cron, description }: KnownTask): Promise<void> {
    const begun = { cron, description, started_at: NOW, finished_at: null };
    await this.#db
      .insertInto('scheduled_task')
      .values({ name, ...begun })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(begun))
      .execute();
  }

  async finish(name: string, outcome: Pick<TaskRun, 'error' | 'result'>): Promise<void> {
    await this.#db
      .updateTable('scheduled_task')
      .set({ finished_at: NOW, ...outcome })
      .where('name', '=', name)
      .execute();
  }

  /** By name. */
  list(): Promise<(KnownTask & TaskRun)[]> {
    return this.#db
      .selectFrom('scheduled_task')
      .select(['name', 'cron', 'description', 'started_at as startedAt', 'finished_at as finishedAt'])
      .select(['result', 'error'])
      .orderBy('name')
      .execute();
  }

  /** The same for processes that ask within the same minute. */
  async startupSlot(): Promise<string> {
    const { slot } = await this.#db
      .selectNoFrom(sql<string>`'start ' || date_trunc('minute', now())::text`.as('slot'))
      .executeTakeFirstOrThrow();
    return slot;
  }

  get #db() {
    return kyselyOf<ScheduleTables>(this.unitOfWork);
  }
}
