export * from './tasks.errors.js';
export { assertMayControl } from './task-permissions.js';
export { TasksModule } from './tasks.module.js';
export { isPastUndo, isTaskOf, isUnfinishedTask, type Task, type TaskProgress } from './task.repository.js';
export type { TaskStatus } from './task.schema.js';
export { Tasks, type TaskOptions } from './tasks.service.js';
