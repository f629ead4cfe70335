import { Injectable } from '@nestjs/common';
import { TasksConfig } from '#config/tasks';
import type { Transaction } from '#ground/database';
import { definedJobs, JobStates } from '#ground/jobs';
import type { Permission } from '#ground/http-kit';
import { createId, type OrganizationContext, type OrganizationScope, type Page } from '#ground/kernel';
import { assertMayControl } from './task-permissions.js';
import { TaskRepository, type Task, type TaskProgress } from './task.repository.js';
import {
  TaskAlreadyUndone,
  TaskLimitReached,
  TaskNotCancellable,
  TaskNotEnded,
  TaskNotFound,
  TaskNotUndoable,
  TaskUndoExpired,
} from './tasks.errors.js';

export interface TaskOptions {
  /** For tasks whose jobs call `advance` and `complete` within `untilCancelled`. */
  isCancellable?: boolean;
  /** For tasks that leave a change set. */
  isUndoable?: boolean;
  /** What a caller needs to cancel or to undo it: what its request needed. */
  permissions?: readonly Permission[];
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
    private readonly tasks: TaskRepository,
    private readonly jobs: JobStates,
    private readonly config: TasksConfig,
  ) {}

  /** Adds a task and returns its id. Enqueue its job, with the id as `taskId`, in the same transaction. */
  async create(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    type: string,
    { isCancellable = false, isUndoable = false, permissions = [] }: TaskOptions = {},
  ): Promise<string> {
    await this.tasks.lockLimit(tx, { organizationId });
    if ((await this.tasks.countUnfinished(tx, { organizationId })) >= this.config.maxUnfinished)
      throw TaskLimitReached();
    const id = createId('task');
    await this.tasks.insert(tx, {
      ...{ id, organization_id: organizationId, type },
      ...{ is_cancellable: isCancellable, is_undoable: isUndoable, permissions: [...permissions] },
    });
    return id;
  }

  /**
   * Marks the task as running, again after an interruption, and returns its progress; `undefined` when it is completed,
   * cancelled, undone or gone. `total` is kept once it is known.
   */
  start(
    scope: OrganizationScope,
    taskId: string,
    { total = null }: { total?: number | null } = {},
  ): Promise<TaskProgress | undefined> {
    return this.tasks.start(scope, taskId, total);
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
  async advance(tx: Transaction, scope: OrganizationScope, taskId: string, progress: TaskProgress): Promise<void> {
    if (await this.tasks.advance(tx, scope, taskId, progress)) return;
    throw new TaskCancelled(`${taskId} has ended, was cancelled or removed`);
  }

  /**
   * Marks the task as completed and sets its total to what was processed. Throws when the task was cancelled or has
   * ended, see {@link untilCancelled}.
   */
  async complete(
    tx: Transaction,
    scope: OrganizationScope,
    taskId: string,
    done: { processed: number; result: object | null },
  ): Promise<void> {
    if (await this.tasks.complete(tx, scope, taskId, done)) return;
    // A task that ended long ago and was removed does not keep a job that is repeated by hand from its work.
    if (await this.tasks.exists(tx, scope, taskId)) throw new TaskCancelled(`${taskId} has ended`);
  }

  /** Ends a task whose work is no longer needed; its progress and result stay. */
  cancel(tx: Transaction, scope: OrganizationScope, taskId: string, reason: string): Promise<void> {
    return this.tasks.cancel(tx, scope, taskId, reason);
  }

  /** Cancels a task for a user. What it has committed stays, and its job stops at the end of its chunk. */
  async cancelByUser(ctx: OrganizationContext, taskId: string): Promise<void> {
    const permissions = await this.tasks.permissions(ctx, taskId);
    if (!permissions) throw TaskNotFound();
    assertMayControl(ctx, permissions);
    if (!(await this.tasks.cancelUnfinished(ctx, taskId, 'It was cancelled.'))) throw TaskNotCancellable();
  }

  /** Locks a task whose changes are to be undone, by a new task. Throws when they cannot be, or were before. */
  async lockToUndo(tx: Transaction, ctx: OrganizationContext, taskId: string): Promise<{ type: string }> {
    await this.tasks.lockLimit(tx, ctx); // which comes before tasks in the order of locks
    await this.tasks.lock(tx, ctx, taskId);
    // A statement of its own: the one that waited for the lock does not see the task of an undo that was committed meanwhile.
    const task = await this.tasks.undoState(tx, ctx, taskId);
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
  markUndone(tx: Transaction, scope: OrganizationScope, taskId: string, undoneBy: string): Promise<void> {
    return this.tasks.markUndone(tx, scope, taskId, undoneBy);
  }

  /** Does nothing when the task has ended. */
  fail(tx: Transaction, scope: OrganizationScope, taskId: string, reason: string): Promise<void> {
    return this.tasks.fail(tx, scope, taskId, reason);
  }

  async find(scope: OrganizationScope, taskId: string): Promise<Task> {
    const task = await this.tasks.find(scope, taskId);
    if (!task) throw TaskNotFound();
    return task;
  }

  /** True while it waits or runs; false when it has ended or is gone. */
  isUnfinished(tx: Transaction, scope: OrganizationScope, taskId: string): Promise<boolean> {
    return this.tasks.isUnfinished(tx, scope, taskId);
  }

  /** Newest first. */
  list(scope: OrganizationScope, page: Page): Promise<{ tasks: Task[]; tasksCount: number }> {
    return this.tasks.list(scope, page);
  }

  /** True when a task of some organization waits or runs. */
  haveUnfinished(): Promise<boolean> {
    return this.tasks.haveUnfinished();
  }

  /** Fails the tasks of all organizations whose job was dead-lettered. Returns how many. */
  async failAbandoned(): Promise<number> {
    const unfinished = await this.tasks.unfinished();
    if (unfinished.length === 0) return 0;
    const dead = await this.jobs.deadLettered(definedJobs(), 'taskId', unfinished);
    return this.tasks.failAll(dead.map(({ value, message }) => ({ taskId: value, reason: message })));
  }

  /** Removes the tasks of all organizations that ended long ago. */
  removeOld(): Promise<void> {
    return this.tasks.removeOld();
  }
}
