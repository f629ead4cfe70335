import { defineJob } from '#libs/jobs';

/** Runs the task of this name. An attempt that is cut short goes on where it was. */
export const RunRetentionTask = defineJob<{ task: string }>('retention.run', {
  concurrency: 2,
  timeoutSeconds: 4 * 3600,
  retries: 10,
});
