import { defineEvent } from '#ground/history';

/** `name`: of the file, or the subject of the mail, as far as it is known. */
interface IntakeFailureFacts {
  failureId: string;
  source: string;
  reason: string;
  name?: string;
}

export const IntakeFailed = defineEvent<IntakeFailureFacts>('intake:failed', {
  description: 'A file or mail came in that could not be taken; it is on the list of failures.',
});
export const IntakeFailureRemoved = defineEvent<{ failureId: string }>('intake:failure:removed', {
  description: 'A file or mail is no longer on the list of failures: it was taken, or a member removed it.',
});
