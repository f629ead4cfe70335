export * from './tasks.errors.js';
export { TasksModule } from './tasks.module.js';
export { Tasks, UNDO_HOURS, type Task, type TaskOptions, type TaskProgress, type TaskStatus } from './tasks.service.js';
