import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import { definedJobs, JobStates } from '#ground/jobs';
import type { Permission } from '#ground/http-kit';
import { createId, type OrganizationContext, type OrganizationScope, type Page } from '#ground/kernel';
import { assertMayControl } from './task-permissions.js';
import {
  TaskAlreadyUndone,
  TaskNotCancellable,
  TaskNotEnded,
  TaskNotFound,
  TaskNotUndoable,
  TaskUndoExpired,
} from './tasks.errors.js';

export type TaskStatus = 'cancelled' | 'completed' | 'failed' | 'pending' | 'running';

/** Background work that a user requested and can follow. */
export interface Task {
  id: string;
  organizationId: string;
  type: string;
  status: TaskStatus;
  processed: number;
  /** How much there is to do; null until that is known. */
  total: number | null;
  /** The result, whose fields depend on the type of the task; it may grow while the task runs. */
  result: object | null;
  error: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** True while it can be cancelled. */
  isCancellable: boolean;
  /** True while its changes can be undone. */
  isUndoable: boolean;
  /** Set when the task has ended, if tasks of its type can be undone. */
  undoUntil: Date | null;
}

export interface TaskOptions {
  /** For tasks whose jobs call `advance` and `complete` within `untilCancelled`. */
  isCancellable?: boolean;
  /** For tasks that leave a change set. */
  isUndoable?: boolean;
  /** What a caller needs to cancel or to undo it: what its request needed. */
  permissions?: readonly Permission[];
}

/** How far the job of a task has come. */
export interface TaskProgress {
  processed: number;
  total: number | null;
  /** The cursor from which the job continues when it has to start again. */
  resumeAfter: string | null;
  result: object | null;
}

/** How long after its end a task can be undone. */
export const UNDO_HOURS = 1;
const UNDO_UNTIL = `(finished_at + make_interval(hours => ${UNDO_HOURS}))`;

/** An undo that was cancelled or failed leaves changes, which can still be undone. */
const IS_UNDONE = `exists (select from task as undoing
  where undoing.id = task.undone_by and undoing.status not in ('cancelled', 'failed'))`;

const COLUMNS = `id, organization_id as "organizationId", type, status, processed, total, result, error,
  created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt",
  is_cancellable and finished_at is null as "isCancellable",
  is_undoable and not ${IS_UNDONE} and coalesce(${UNDO_UNTIL} > now(), false) as "isUndoable",
  case when is_undoable then ${UNDO_UNTIL} end as "undoUntil"`;
const KEPT_DAYS = 30;

interface UndoState {
  type: string;
  permissions: Permission[];
  isUndoable: boolean;
  hasEnded: boolean;
  isUndone: boolean;
  isExpired: boolean;
}

/** The task has been cancelled or removed, or has ended: its job stops, and the transaction of the chunk is rolled back. */
class TaskCancelled extends Error {}

/**
 * Tasks and their states. A job saves its progress in the transaction of the work, chunk by chunk: the numbers are never
 * ahead of the work, and a job that starts again continues after the last commit.
 */
@Injectable()
export class Tasks {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobStates,
  ) {}

  /** Adds a task and returns its id. Enqueue its job, with the id as `taskId`, in the same transaction. */
  async create(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    type: string,
    { isCancellable = false, isUndoable = false, permissions = [] }: TaskOptions = {},
  ): Promise<string> {
    const id = createId('task');
    await tx.sql.query(
      `insert into task (id, organization_id, type, is_cancellable, is_undoable, permissions)
       values ($1, $2, $3, $4, $5, $6)`,
      [id, organizationId, type, isCancellable, isUndoable, permissions],
    );
    return id;
  }

  /**
   * Marks the task as running, again after an interruption, and returns its progress; `undefined` when it is completed,
   * cancelled, undone or gone. `total` is kept once it is known.
   */
  async start(
    { organizationId }: OrganizationScope,
    taskId: string,
    { total = null }: { total?: number | null } = {},
  ): Promise<TaskProgress | undefined> {
    const [progress] = await sqlOver(this.unitOfWork.db).query<TaskProgress>(
      `update task set status = 'running', started_at = coalesce(started_at, now()), finished_at = null, error = null,
         total = coalesce(total, $3)
       where organization_id = $1 and id = $2 and status not in ('completed', 'cancelled') and undone_by is null
       returning processed, total, resume_after as "resumeAfter", result`,
      [organizationId, taskId, total],
    );
    return progress;
  }

  /**
   * Runs the work of a cancellable task. Ends quietly when the task is cancelled meanwhile: `advance` and `complete`
   * then stop the work and roll back their transaction.
   */
  async untilCancelled(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof TaskCancelled)) throw error;
    }
  }

  /**
   * Saves the progress of a chunk. Throws when the task was cancelled or has ended, see {@link untilCancelled}: a job that
   * took too long may still be in a chunk when its task has failed and is being undone.
   */
  async advance(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    taskId: string,
    progress: TaskProgress,
  ): Promise<void> {
    const { processed, total, resumeAfter, result } = progress;
    const rows = await tx.sql.query(
      `update task set processed = $3, total = $4, resume_after = $5, result = $6::jsonb
       where organization_id = $1 and id = $2 and status = 'running' returning id`,
      [organizationId, taskId, processed, total, resumeAfter, JSON.stringify(result)],
    );
    if (rows.length === 0) throw new TaskCancelled(`${taskId} has ended, was cancelled or removed`);
  }

  /**
   * Marks the task as completed and sets its total to what was processed. Throws when the task was cancelled or has
   * ended, see {@link untilCancelled}.
   */
  async complete(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    taskId: string,
    { processed, result }: { processed: number; result: object | null },
  ): Promise<void> {
    const rows = await tx.sql.query(
      `update task set status = 'completed', finished_at = now(), error = null, processed = $3, total = $3,
         result = $4::jsonb where organization_id = $1 and id = $2 and not (is_cancellable and finished_at is not null)
       returning id`,
      [organizationId, taskId, processed, JSON.stringify(result)],
    );
    if (rows.length > 0) return;
    // A task that ended long ago and was removed does not keep a job that is repeated by hand from its work.
    const [task] = await tx.sql.query('select from task where organization_id = $1 and id = $2', [
      organizationId,
      taskId,
    ]);
    if (task) throw new TaskCancelled(`${taskId} has ended`);
  }

  /** Ends a task whose work is no longer needed; its progress and result stay. */
  async cancel(tx: Transaction, { organizationId }: OrganizationScope, taskId: string, reason: string): Promise<void> {
    await tx.sql.query(
      `update task set status = 'cancelled', finished_at = now(), error = $3
       where organization_id = $1 and id = $2 and status <> 'cancelled'`,
      [organizationId, taskId, reason],
    );
  }

  /** Cancels a task for a user. What it has committed stays, and its job stops at the end of its chunk. */
  async cancelByUser(ctx: OrganizationContext, taskId: string): Promise<void> {
    const sql = sqlOver(this.unitOfWork.db);
    const { organizationId } = ctx;
    const [task] = await sql.query<{ permissions: Permission[] }>(
      'select permissions from task where organization_id = $1 and id = $2',
      [organizationId, taskId],
    );
    if (!task) throw TaskNotFound();
    assertMayControl(ctx, task.permissions);
    const cancelled = await sql.query(
      `update task set status = 'cancelled', finished_at = now(), error = 'It was cancelled.'
       where organization_id = $1 and id = $2 and is_cancellable and status in ('pending', 'running') returning id`,
      [organizationId, taskId],
    );
    if (cancelled.length === 0) throw TaskNotCancellable();
  }

  /** Locks a task whose changes are to be undone. Throws when they cannot be, or were before. */
  async lockToUndo(tx: Transaction, ctx: OrganizationContext, taskId: string): Promise<{ type: string }> {
    const key = [ctx.organizationId, taskId];
    await tx.sql.query('select from task where organization_id = $1 and id = $2 for no key update', key);
    // A statement of its own: the one that waited for the lock does not see the task of an undo that was committed meanwhile.
    const [task] = await tx.sql.query<UndoState>(
      `select type, permissions, is_undoable as "isUndoable", finished_at is not null as "hasEnded",
         ${IS_UNDONE} as "isUndone", coalesce(${UNDO_UNTIL} <= now(), false) as "isExpired"
       from task where organization_id = $1 and id = $2`,
      key,
    );
    if (!task) throw TaskNotFound();
    assertMayControl(ctx, task.permissions);
    if (!task.isUndoable) throw TaskNotUndoable();
    if (!task.hasEnded) throw TaskNotEnded();
    if (task.isUndone) throw TaskAlreadyUndone();
    if (task.isExpired) throw TaskUndoExpired();
    return { type: task.type };
  }

  /**
   * Remembers the task that takes the changes of another one back. The caller has locked that one. When an earlier undo
   * was cancelled or failed, the new one continues after it, unless its part has been changed again by undoing it.
   */
  async markUndone(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    taskId: string,
    undoneBy: string,
  ): Promise<void> {
    await tx.sql.query(
      `update task set resume_after = earlier.resume_after
       from task as undone join task as earlier on earlier.id = undone.undone_by
       where undone.organization_id = $1 and undone.id = $2 and task.id = $3 and earlier.undone_by is null`,
      [organizationId, taskId, undoneBy],
    );
    await tx.sql.query('update task set undone_by = $3 where organization_id = $1 and id = $2', [
      organizationId,
      taskId,
      undoneBy,
    ]);
  }

  /** Does nothing when the task has ended. */
  async fail(tx: Transaction, { organizationId }: OrganizationScope, taskId: string, reason: string): Promise<void> {
    await tx.sql.query(
      `update task set status = 'failed', finished_at = now(), error = $3
       where organization_id = $1 and id = $2 and status in ('pending', 'running')`,
      [organizationId, taskId, reason],
    );
  }

  async find({ organizationId }: OrganizationScope, taskId: string): Promise<Task> {
    const [task] = await sqlOver(this.unitOfWork.db).query<Task>(
      `select ${COLUMNS} from task where organization_id = $1 and id = $2`,
      [organizationId, taskId],
    );
    if (!task) throw TaskNotFound();
    return task;
  }

  /** True while it waits or runs; false when it has ended or is gone. */
  async isUnfinished(tx: Transaction, { organizationId }: OrganizationScope, taskId: string): Promise<boolean> {
    const unfinished = await tx.sql.query(
      `select from task where organization_id = $1 and id = $2 and status in ('pending', 'running')`,
      [organizationId, taskId],
    );
    return unfinished.length > 0;
  }

  /** Newest first. */
  async list(
    { organizationId }: OrganizationScope,
    { pageSize, pageIndex }: Page,
  ): Promise<{ tasks: Task[]; tasksCount: number }> {
    const sql = sqlOver(this.unitOfWork.db);
    const [tasks, [total]] = await Promise.all([
      sql.query<Task>(
        `select ${COLUMNS} from task where organization_id = $1
         order by created_at desc, id desc limit $2 offset $3::bigint * $2`,
        [organizationId, pageSize, pageIndex],
      ),
      sql.query<{ count: number }>('select count(*)::int as count from task where organization_id = $1', [
        organizationId,
      ]),
    ]);
    return { tasks, tasksCount: total?.count ?? 0 };
  }

  /** True when a task of some organization waits or runs. */
  async haveUnfinished(): Promise<boolean> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ found: boolean }>(
      `select exists (select from task where status in ('pending', 'running')) as found`,
    );
    return row?.found ?? false;
  }

  /** Fails the tasks of all organizations whose job was dead-lettered. Returns how many. */
  async failAbandoned(): Promise<number> {
    const sql = sqlOver(this.unitOfWork.db);
    const unfinished = await sql.query<{ id: string }>(`select id from task where status in ('pending', 'running')`);
    if (unfinished.length === 0) return 0;
    const ids = unfinished.map((task) => task.id);
    const dead = await this.jobs.deadLettered(definedJobs(), 'taskId', ids);
    const failed = await sql.query(
      `with dead as (
         select task.id, given.reason from task join unnest($1::text[], $2::text[]) as given(id, reason) using (id)
         where task.status in ('pending', 'running') order by task.id for no key update of task
       )
       update task set status = 'failed', finished_at = now(), error = dead.reason
       from dead where task.id = dead.id returning task.id`,
      [dead.map(({ value }) => value), dead.map(({ message }) => message)],
    );
    return failed.length;
  }

  /** Removes the tasks of all organizations that ended long ago. */
  async removeOld(): Promise<void> {
    await sqlOver(this.unitOfWork.db).query('delete from task where finished_at < now() - make_interval(days => $1)', [
      KEPT_DAYS,
    ]);
  }
}
