import { defineJob } from '#ground/jobs';

/** Removes what has been in the trash of an organization since `until` or longer. */
export const FinishEmptyingTrash = defineJob<{ organizationId: string; until: string }>('trash.empty', {
  concurrency: 1,
  timeoutSeconds: 900,
  retries: 20,
  groupOf: ({ organizationId }) => organizationId,
});
