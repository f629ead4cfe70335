import { defineJob } from '../job-definition.js';

/** Runs the scheduled task of this name. An attempt that is interrupted continues where it stopped. */
export const RunScheduledTask = defineJob<{ task: string }>('schedule.run', {
  groupOf: ({ task }) => task,
  concurrency: 3,
  timeoutSeconds: 4 * 3600,
  retries: 10,
});
