import type { DateTime, Integer } from '#ground/http-kit';
import type { Task, TaskStatus } from '#archive/tasks';

export class TaskProgressView {
  processed!: Integer;
  /** Null until it is known. */
  total!: Integer | null;
}

export class TaskView {
  id!: string;
  /** `apply-tagging-rule-to-documents`, `reprocess-document` … */
  type!: string;
  status!: TaskStatus;
  progress!: TaskProgressView;
  /**
   * What came of it; its fields depend on the type. May grow while the task runs. A task that can be undone has
   * `changedCount`, `skippedCount`, `skippedDocumentIds` (at most 100) and `undoUntil`.
   */
  result!: object | null;
  /** Why the task failed or was cancelled, in one sentence. */
  error!: string | null;
  createdAt!: DateTime;
  startedAt!: DateTime | null;
  finishedAt!: DateTime | null;
  /** True while it can be cancelled. */
  isCancellable!: boolean;
  /** True while it can be undone. */
  isUndoable!: boolean;
  /** An hour after the end of a task of a type that can be undone. */
  undoUntil!: DateTime | null;
}

export function taskView(task: Task): TaskView {
  const undoUntil = task.undoUntil?.toISOString() ?? null;
  return {
    id: task.id,
    type: task.type,
    status: task.status,
    progress: { processed: task.processed, total: task.total },
    result: undoUntil === null || task.result === null ? task.result : { ...task.result, undoUntil },
    error: task.error,
    createdAt: task.createdAt.toISOString(),
    startedAt: task.startedAt?.toISOString() ?? null,
    finishedAt: task.finishedAt?.toISOString() ?? null,
    isCancellable: task.isCancellable,
    isUndoable: task.isUndoable,
    undoUntil,
  };
}
