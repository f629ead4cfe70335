export { defineJob, definedJobs, type JobDefinition, type JobOptions } from './job-definition.js';
export { HandlesJob, HandlesJobs, PostponedJob, type Job, type JobHandler } from './job-handler.js';
export { JobQueue } from './job-queue.js';
export { JobStates, type QueueCounts } from './job-states.js';
export { JobsModule } from './jobs.module.js';
export { migrateJobs } from './migrate-jobs.js';
export { ScheduledTask, type RunsOnSchedule } from './schedule/scheduled-task.js';
export { ScheduledTasks, type ScheduledTaskStatus } from './schedule/scheduled-tasks.js';
export { Scheduler } from './schedule/scheduler.js';
