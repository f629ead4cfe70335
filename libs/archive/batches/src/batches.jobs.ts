import { defineJob } from '#ground/jobs';

export interface RunBatchData {
  organizationId: string;
  taskId: string;
}

/**
 * Changes the documents of a batch, or takes the changes of one back, chunk by chunk. Continues where it was
 * interrupted. A process runs one batch of an organization at a time, so that others get their turns.
 */
export const RunBatch = defineJob<RunBatchData>('batch.run', {
  concurrency: 1,
  timeoutSeconds: 4 * 3600,
  retries: 5,
  groupOf: ({ organizationId }) => organizationId,
});
