import { Injectable } from '@nestjs/common';
import { sql, type Insertable, type Kysely } from 'kysely';
import { asJson, COUNT, kyselyOf, lockName, NOW, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { Permission } from '#ground/http-kit';
import type { OrganizationScope, Page } from '#ground/kernel';
import type { TaskStatus, TaskTables } from './task.schema.js';

/** Background work that a user requested and can follow. */
export interface Task {
  id: string;
  organizationId: string;
  type: string;
  status: TaskStatus;
  processed: number;
  /** How much there is to do; null until that is known. */
  total: number | null;
  /** Its fields depend on the type of the task. May grow while the task runs. */
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

/** How far the job of a task has come. */
export interface TaskProgress {
  processed: number;
  total: number | null;
  /** The cursor from which the job continues when it has to start again. */
  resumeAfter: string | null;
  result: object | null;
}

/** What decides whether the changes of a task can be taken back. */
export interface UndoState {
  type: string;
  permissions: Permission[];
  isUndoable: boolean;
  hasEnded: boolean;
  isUndone: boolean;
  isExpired: boolean;
}

/** How long after its end a task can be undone. */
const UNDO_HOURS = 1;
const UNDO_MARGIN_MINUTES = 10;
const KEPT_DAYS = 30;
/** Advisory locks of PostgreSQL: this number and a hash of the organization. */
const LIMIT_LOCK = 741_853_034;

const UNDO_UNTIL = sql<Date | null>`(finished_at + make_interval(hours => ${sql.lit(UNDO_HOURS)}))`;

/** An undo that was cancelled or failed leaves changes, which can still be undone. */
const IS_UNDONE = sql<boolean>`exists (select from task as undoing
  where undoing.id = task.undone_by and undoing.status not in ('cancelled', 'failed'))`;

/** The condition of the index of unfinished tasks: bound values would keep a prepared statement from using it. */
const IS_UNFINISHED = sql<boolean>`status in ('pending', 'running')`;

/** Every statement on tasks. */
@Injectable()
export class TaskRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert(tx: Transaction, row: Insertable<TaskTables['task']>): Promise<void> {
    await kyselyOf<TaskTables>(tx).insertInto('task').values(row).execute();
  }

  /**
   * Tasks of an organization are added one after the other, so that the limit holds. Taken after what the task is for, such
   * as documents, and before archives, batches and other tasks.
   */
  async lockLimit(tx: Transaction, { organizationId }: OrganizationScope): Promise<void> {
    await lockName(tx, LIMIT_LOCK, organizationId);
  }

  async countUnfinished(tx: Transaction, { organizationId }: OrganizationScope): Promise<number> {
    const { count } = await kyselyOf<TaskTables>(tx)
      .selectFrom('task')
      .select(COUNT.as('count'))
      .where('organization_id', '=', organizationId)
      .where(IS_UNFINISHED)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Marks the task as running; `undefined` when it is completed, cancelled, undone or gone. */
  start(scope: OrganizationScope, taskId: string, total: number | null): Promise<TaskProgress | undefined> {
    return this.#update(this.unitOfWork, scope, taskId)
      .set({
        status: 'running',
        started_at: sql<Date>`coalesce(started_at, now())`,
        finished_at: null,
        error: null,
        total: sql<number | null>`coalesce(total, ${total})`,
      })
      .where(sql<boolean>`status not in ('completed', 'cancelled')`)
      .where('undone_by', 'is', null)
      .returning(['processed', 'total', 'resume_after as resumeAfter', 'result'])
      .executeTakeFirst();
  }

  /** False when the task does not run. */
  async advance(
    tx: Transaction,
    scope: OrganizationScope,
    taskId: string,
    { processed, total, resumeAfter, result }: TaskProgress,
  ): Promise<boolean> {
    const rows = await this.#update(tx, scope, taskId)
      .set({ processed, total, resume_after: resumeAfter, result: asJson(result) })
      .where('status', '=', 'running')
      .returning('id')
      .execute();
    return rows.length > 0;
  }

  /** False when the task was cancelled or has ended, or is gone. */
  async complete(
    tx: Transaction,
    scope: OrganizationScope,
    taskId: string,
    { processed, result }: { processed: number; result: object | null },
  ): Promise<boolean> {
    const rows = await this.#update(tx, scope, taskId)
      .set({ status: 'completed', finished_at: NOW, error: null, processed, total: processed, result: asJson(result) })
      .where(sql<boolean>`not (is_cancellable and finished_at is not null)`)
      .returning('id')
      .execute();
    return rows.length > 0;
  }

  async cancel(tx: Transaction, scope: OrganizationScope, taskId: string, reason: string): Promise<void> {
    await this.#update(tx, scope, taskId)
      .set({ status: 'cancelled', finished_at: NOW, error: reason })
      .where('status', '<>', 'cancelled')
      .execute();
  }

  /** False when it cannot be cancelled, or not any more. */
  async cancelUnfinished(scope: OrganizationScope, taskId: string, reason: string): Promise<boolean> {
    const rows = await this.#update(this.unitOfWork, scope, taskId)
      .set({ status: 'cancelled', finished_at: NOW, error: reason })
      .where('is_cancellable', '=', true)
      .where(IS_UNFINISHED)
      .returning('id')
      .execute();
    return rows.length > 0;
  }

  async fail(tx: Transaction, scope: OrganizationScope, taskId: string, reason: string): Promise<void> {
    await this.#update(tx, scope, taskId)
      .set({ status: 'failed', finished_at: NOW, error: reason })
      .where(IS_UNFINISHED)
      .execute();
  }

  /** Returns how many of these tasks had not ended. */
  async failAll(failures: readonly { taskId: string; reason: string }[]): Promise<number> {
    // Raw: joins with lists of bound values, and locks in order before it writes.
    const failed = await sqlOver(this.unitOfWork.db).query(
      `with dead as (
         select task.id, given.reason from task join unnest($1::text[], $2::text[]) as given(id, reason) using (id)
         where task.status in ('pending', 'running') order by task.id for no key update of task
       )
       update task set status = 'failed', finished_at = now(), error = dead.reason
       from dead where task.id = dead.id returning task.id`,
      [failures.map(({ taskId }) => taskId), failures.map(({ reason }) => reason)],
    );
    return failed.length;
  }

  async lock(tx: Transaction, scope: OrganizationScope, taskId: string): Promise<void> {
    await this.#one(tx, scope, taskId).forNoKeyUpdate().execute();
  }

  undoState(tx: Transaction, scope: OrganizationScope, taskId: string): Promise<UndoState | undefined> {
    return this.#one(tx, scope, taskId)
      .select([
        'type',
        'permissions',
        'is_undoable as isUndoable',
        sql<boolean>`finished_at is not null`.as('hasEnded'),
        IS_UNDONE.as('isUndone'),
        sql<boolean>`coalesce(${UNDO_UNTIL} <= now(), false)`.as('isExpired'),
      ])
      .executeTakeFirst();
  }

  /** When an earlier undo was cancelled or failed, the new one continues after it, unless it has been undone itself. */
  async markUndone(tx: Transaction, scope: OrganizationScope, taskId: string, undoneBy: string): Promise<void> {
    await kyselyOf<TaskTables>(tx)
      .updateTable('task')
      .from('task as undone')
      .innerJoin('task as earlier', 'earlier.id', 'undone.undone_by')
      .set((task) => ({ resume_after: task.ref('earlier.resume_after') }))
      .where('undone.organization_id', '=', scope.organizationId)
      .where('undone.id', '=', taskId)
      .where('task.id', '=', undoneBy)
      .where('earlier.undone_by', 'is', null)
      .execute();
    await this.#update(tx, scope, taskId).set({ undone_by: undoneBy }).execute();
  }

  find(scope: OrganizationScope, taskId: string): Promise<Task | undefined> {
    return this.#shown(scope).where('id', '=', taskId).executeTakeFirst();
  }

  /** Newest first. */
  async list(scope: OrganizationScope, { pageSize, pageIndex }: Page): Promise<{ tasks: Task[]; tasksCount: number }> {
    const [tasks, { count }] = await Promise.all([
      this.#shown(scope)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(pageSize)
        .offset(sql<number>`${pageIndex}::bigint * ${pageSize}::bigint`)
        .execute(),
      this.#all()
        .select(COUNT.as('count'))
        .where('organization_id', '=', scope.organizationId)
        .executeTakeFirstOrThrow(),
    ]);
    return { tasks, tasksCount: count };
  }

  async permissions(scope: OrganizationScope, taskId: string): Promise<Permission[] | undefined> {
    const task = await this.#one(this.unitOfWork, scope, taskId).select('permissions').executeTakeFirst();
    return task?.permissions;
  }

  async exists(tx: Transaction, scope: OrganizationScope, taskId: string): Promise<boolean> {
    return (await this.#one(tx, scope, taskId).execute()).length > 0;
  }

  async isUnfinished(tx: Transaction, scope: OrganizationScope, taskId: string): Promise<boolean> {
    return (await this.#one(tx, scope, taskId).where(IS_UNFINISHED).execute()).length > 0;
  }

  async haveUnfinished(): Promise<boolean> {
    const { found } = await kyselyOf<TaskTables>(this.unitOfWork)
      .selectNoFrom((task) => task.exists(task.selectFrom('task').where(IS_UNFINISHED)).$castTo<boolean>().as('found'))
      .executeTakeFirstOrThrow();
    return found;
  }

  async unfinished(): Promise<string[]> {
    const rows = await this.#all().select('id').where(IS_UNFINISHED).execute();
    return rows.map(({ id }) => id);
  }

  async removeOld(): Promise<void> {
    await kyselyOf<TaskTables>(this.unitOfWork)
      .deleteFrom('task')
      .where('finished_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
      .execute();
  }

  #all({ db }: { readonly db: Kysely<unknown> } = this.unitOfWork) {
    return kyselyOf<TaskTables>({ db }).selectFrom('task');
  }

  #one(source: { readonly db: Kysely<unknown> }, { organizationId }: OrganizationScope, taskId: string) {
    return this.#all(source).where('organization_id', '=', organizationId).where('id', '=', taskId);
  }

  #update(source: { readonly db: Kysely<unknown> }, { organizationId }: OrganizationScope, taskId: string) {
    return kyselyOf<TaskTables>(source)
      .updateTable('task')
      .where('organization_id', '=', organizationId)
      .where('id', '=', taskId);
  }

  #shown({ organizationId }: OrganizationScope) {
    return this.#all()
      .select([
        'id',
        'organization_id as organizationId',
        'type',
        'status',
        'processed',
        'total',
        'result',
        'error',
        'created_at as createdAt',
        'started_at as startedAt',
        'finished_at as finishedAt',
        sql<boolean>`is_cancellable and finished_at is null`.as('isCancellable'),
        sql<boolean>`is_undoable and not ${IS_UNDONE} and coalesce(${UNDO_UNTIL} > now(), false)`.as('isUndoable'),
        sql<Date | null>`case when is_undoable then ${UNDO_UNTIL} end`.as('undoUntil'),
      ])
      .where('organization_id', '=', organizationId);
  }
}

/** Whether the task of a row in another table waits or runs. `id` is the column that refers to the task. */
export function isUnfinishedTask(id: string) {
  return sql<boolean>`exists (select from task where task.id = ${sql.ref(id)} and ${IS_UNFINISHED})`;
}

/** Whether the task of a row in another table belongs to the organization. */
export function isTaskOf({ organizationId }: OrganizationScope, id: string) {
  return sql<boolean>`exists (select from task
    where task.id = ${sql.ref(id)} and task.organization_id = ${organizationId})`;
}

/**
 * Whether the task of a row in another table can no longer be undone, and none that undoes it runs. A request to undo that
 * began in time may be committed a little later.
 */
export function isPastUndo(id: string) {
  return sql<boolean>`exists (select from task
    where task.id = ${sql.ref(id)}
      and task.finished_at <= now() - make_interval(hours => ${UNDO_HOURS}, mins => ${UNDO_MARGIN_MINUTES})
      and not exists (select from task as undoing where undoing.id = task.undone_by and undoing.finished_at is null))`;
}
