import type { Readable } from 'node:stream';
import type { OpenedMail } from '@archivolt/plugin-kit';

/** A file in a mail. */
export interface MailFile {
  /** As the mail names it, not cleaned; empty when it has no name. */
  fileName: string;
  type: string;
  isInline: boolean;
  size: number;
  /** Readable as long as the mail is open. */
  open(): Readable;
}

/** A mail that was opened in the sandbox. */
export interface ReadMail extends Omit<Extract<OpenedMail, { outcome: 'opened' }>, 'parts'> {
  parts: readonly MailFile[];
}

export interface UnreadMail {
  outcome: 'cancelled' | 'corrupt' | 'crashed' | 'timeout' | 'too-large' | 'unsupported';
  /** A sentence for people. */
  reason: string;
}

export interface MailOptions {
  /** Milliseconds from the moment that the mail has a process. */
  timeoutMs: number;
  signal: AbortSignal;
  /** The owner of the mail. Owners take turns, and no process opens mails of two owners. */
  owner: string;
}
