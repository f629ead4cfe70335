export * from './tasks.errors.js';
export { TasksModule } from './tasks.module.js';
export { UNDO_HOURS, type Task, type TaskProgress } from './task.repository.js';
export type { TaskStatus, TaskTables } from './task.schema.js';
export { Tasks, type TaskOptions } from './tasks.service.js';
