export { TaskNotFound } from './tasks.errors.js';
export { TasksModule } from './tasks.module.js';
export { Tasks, type Task, type TaskProgress, type TaskStatus } from './tasks.service.js';
