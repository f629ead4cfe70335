import { defineError } from '#ground/kernel';

export const TaskNotFound = defineError('tasks.not_found', 'not_found', 'Task not found.');
export const TaskLimitReached = defineError(
  'tasks.limit_reached',
  'conflict',
  'As many tasks of the organization wait or run as it may have (setting TASKS_MAX_UNFINISHED_PER_ORGANIZATION). Wait until some have ended, or cancel them; one request can change many documents.',
);
export const TaskNotCancellable = defineError(
  'tasks.not_cancellable',
  'conflict',
  'The task has ended, or is of a type that cannot be cancelled.',
);
export const TaskNotUndoable = defineError('tasks.not_undoable', 'conflict', 'Tasks of this type cannot be undone.');
export const TaskNotEnded = defineError(
  'tasks.not_ended',
  'conflict',
  'The task has not ended. Cancel it first; what it has changed until then can be undone.',
);
export const TaskAlreadyUndone = defineError('tasks.already_undone', 'conflict', 'The task has been undone already.');
export const TaskUndoExpired = defineError(
  'tasks.undo_expired',
  'conflict',
  'A task can be undone within an hour of its end, and this one ended earlier.',
);
