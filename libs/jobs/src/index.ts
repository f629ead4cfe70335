export { defineJob, definedJobs, type JobDefinition, type JobOptions } from './job-definition.js';
export { HandlesJob, type Job, type JobHandler } from './job-handler.js';
export { JobQueue, type QueueCounts } from './job-queue.js';
export { JobsModule } from './jobs.module.js';
export { migrateJobs } from './migrate-jobs.js';
