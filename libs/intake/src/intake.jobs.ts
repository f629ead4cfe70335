import { defineJob } from '#libs/jobs';

export interface RetryIntakeData {
  organizationId: string;
  failureId: string;
}

/** Tries once more to take what an intake could not take. */
export const RetryIntake = defineJob<RetryIntakeData>('intake.retry', {
  concurrency: 2,
  timeoutSeconds: 30 * 60,
  retries: 3,
  groupOf: ({ organizationId }) => organizationId,
});
