import { defineJob } from '#ground/jobs';

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

export interface FinishIntakeData {
  organizationId: string;
  pluginId: string;
  instance: string;
  /** Where the plugin finds what was taken. */
  reference: string;
}

/** Has an intake clean up what another attempt has taken. */
export const FinishIntake = defineJob<FinishIntakeData>('intake.finish', {
  concurrency: 2,
  timeoutSeconds: 5 * 60,
  retries: 5,
  groupOf: ({ organizationId }) => organizationId,
});
