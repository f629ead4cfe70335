import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#libs/database';
import { JobQueue } from '#libs/jobs';
import { createId, type Page } from '#libs/kernel';
import { TaskNotFound } from './tasks.errors.js';

export type TaskStatus = 'cancelled' | 'completed' | 'failed' | 'pending' | 'running';

/** Work in the background that somebody asked for and may follow. */
export interface Task {
  id: string;
  organizationId: string;
  type: string;
  status: TaskStatus;
  processed: number;
  /** How much there is to do; null until that is known. */
  total: number | null;
  /** What came of it, in the words of the task's type; may grow while the task runs. */
  result: object | null;
  error: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** How far a job has come. */
export interface TaskProgress {
  processed: number;
  total: number | null;
  /** Where the job goes on when it has to start again. */
  resumeAfter: string | null;
  result: object | null;
}

const COLUMNS = `id, organization_id as "organizationId", type, status, processed, total, result, error,
  created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`;
const KEPT_DAYS = 30;

/**
 * Tasks and their states. A job writes its progress in the transaction of the work it tells of, a chunk at a time: the
 * numbers are never ahead of the work, and a job that starts again goes on where the last commit left it.
 */
@Injectable()
export class Tasks {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
  ) {}

  /** A new task; its job, which carries the id as `taskId`, is enqueued in the same transaction. */
  async create(tx: Transaction, organizationId: string, type: string): Promise<string> {
    const id = createId('task');
    await tx.sql.query('insert into task (id, organization_id, type) values ($1, $2, $3)', [id, organizationId, type]);
    return id;
  }

  /** Says that work has begun, or begins again; `undefined` when there is nothing left to do. */
  async start(taskId: string): Promise<TaskProgress | undefined> {
    return this.unitOfWork.run(async (tx) => {
      const [progress] = await tx.sql.query<TaskProgress>(
        `update task set status = 'running', started_at = coalesce(started_at, now()), finished_at = null, error = null
         where id = $1 and status not in ('completed', 'cancelled')
         returning processed, total, resume_after as "resumeAfter", result`,
        [taskId],
      );
      return progress;
    });
  }

  async advance(tx: Transaction, taskId: string, progress: TaskProgress): Promise<void> {
    await tx.sql.query(
      'update task set processed = $2, total = $3, resume_after = $4, result = $5::jsonb where id = $1',
      [taskId, progress.processed, progress.total, progress.resumeAfter, JSON.stringify(progress.result)],
    );
  }

  /** All is done. What was announced and what was done are the same now. */
  async complete(
    tx: Transaction,
    taskId: string,
    outcome: { processed: number; result: object | null },
  ): Promise<void> {
    await tx.sql.query(
      `update task set status = 'completed', finished_at = now(), error = null, processed = $2, total = $2,
         result = $3::jsonb where id = $1`,
      [taskId, outcome.processed, JSON.stringify(outcome.result)],
    );
  }

  /** The work has lost its purpose; what was done stays and is told. */
  async cancel(tx: Transaction, taskId: string, reason: string): Promise<void> {
    await tx.sql.query(`update task set status = 'cancelled', finished_at = now(), error = $2 where id = $1`, [
      taskId,
      reason,
    ]);
  }

  async fail(tx: Transaction, taskId: string, reason: string): Promise<void> {
    await tx.sql.query(
      `update task set status = 'failed', finished_at = now(), error = $2
       where id = $1 and status in ('pending', 'running')`,
      [taskId, reason],
    );
  }

  async find(organizationId: string, taskId: string): Promise<Task> {
    const [task] = await sqlOver(this.unitOfWork.db).query<Task>(
      `select ${COLUMNS} from task where organization_id = $1 and id = $2`,
      [organizationId, taskId],
    );
    if (!task) throw TaskNotFound();
    return task;
  }

  /** Newest first. */
  async list(organizationId: string, page: Page): Promise<{ tasks: Task[]; tasksCount: number }> {
    const sql = sqlOver(this.unitOfWork.db);
    const [tasks, [total]] = await Promise.all([
      sql.query<Task>(
        `select ${COLUMNS} from task where organization_id = $1
         order by created_at desc, id desc limit $2 offset $3::bigint * $2`,
        [organizationId, page.pageSize, page.pageIndex],
      ),
      sql.query<{ count: number }>('select count(*)::int as count from task where organization_id = $1', [
        organizationId,
      ]),
    ]);
    return { tasks, tasksCount: total?.count ?? 0 };
  }

  /** Tasks whose job was put aside after its last attempt, however it ended, are failed. Returns how many. */
  async failThoseWithDeadJobs(): Promise<number> {
    const unfinished = await sqlOver(this.unitOfWork.db).query<{ id: string }>(
      `select id from task where status in ('pending', 'running')`,
    );
    if (unfinished.length === 0) return 0;
    const ids = unfinished.map((task) => task.id);
    const dead = await this.jobs.putAside('taskId', ids);
    await this.unitOfWork.run(async (tx) => {
      for (const { value, message } of dead.toSorted((a, b) => (a.value < b.value ? -1 : 1)))
        await this.fail(tx, value, message);
    });
    return dead.length;
  }

  /** Removes tasks that were finished long ago. */
  async forgetOld(): Promise<void> {
    await sqlOver(this.unitOfWork.db).query('delete from task where finished_at < now() - make_interval(days => $1)', [
      KEPT_DAYS,
    ]);
  }
}
