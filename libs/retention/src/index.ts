export { RetentionModule } from './retention.module.js';
export { RunRetentionTask } from './retention.jobs.js';
export { RetentionTasks } from './retention-tasks.js';
export type { RetentionTask } from './retention-task.js';
