import { defineJob } from '#ground/jobs';

export interface SendMailData {
  /** The id of the message, the same in each attempt. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Time in ISO 8601 after which the mail has no use. */
  usefulUntil?: string;
  /** True when nothing is sent: the job exists only for the time that it takes to enqueue one. */
  isEmpty?: boolean;
}

/** Passes a mail to the mail transport. Attempts continue for about a day, with pauses of up to an hour. */
export const SendMail = defineJob<SendMailData>('mail.send', {
  concurrency: 4,
  timeoutSeconds: 120,
  retries: 34,
  longestPauseSeconds: 3600,
  holdsSecrets: true,
});
