import { defineError } from '#ground/kernel';

export const IntakeFailureNotFound = defineError(
  'intake.failure_not_found',
  'not_found',
  'There is no such failure: it was taken meanwhile, or removed from the list.',
);
export const IntakeFailureNotRetryable = defineError(
  'intake.failure_not_retryable',
  'conflict',
  'The server does not have this file any more. Send it again.',
);
