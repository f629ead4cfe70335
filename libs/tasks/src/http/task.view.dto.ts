import type { DateTime, Integer } from '#libs/http-kit';
import type { Task, TaskStatus } from '#libs/tasks';

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
  /** What came of it; its fields depend on the type. May grow while the task runs. */
  result!: object | null;
  /** Why the task failed or was cancelled, in one sentence. */
  error!: string | null;
  createdAt!: DateTime;
  startedAt!: DateTime | null;
  finishedAt!: DateTime | null;
}

export function taskView(task: Task): TaskView {
  return {
    id: task.id,
    type: task.type,
    status: task.status,
    progress: { processed: task.processed, total: task.total },
    result: task.result,
    error: task.error,
    createdAt: task.createdAt.toISOString(),
    startedAt: task.startedAt?.toISOString() ?? null,
    finishedAt: task.finishedAt?.toISOString() ?? null,
  };
}
