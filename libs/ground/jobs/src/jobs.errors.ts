import { defineError } from '#ground/kernel';

export const JobNotFound = defineError('jobs.not_found', 'not_found', 'There is no such job; it may have ended.');
export const QueueNotFound = defineError('jobs.queue_not_found', 'not_found', 'There is no queue with this name.');
export const JobNotRetryable = defineError(
  'jobs.not_retryable',
  'conflict',
  'Only a job that has failed in its last attempt can be tried again or deleted here; the others go on by themselves.',
);
