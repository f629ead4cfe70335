import { Injectable } from '@nestjs/common';
import type { IntakeSource } from '../take-file.js';
import { MailPolicy, type MailOrigin } from './mail-policy.js';
import { causeOf, TakeMailFiles, type FileInMail } from './take-mail-files.js';

/** What the sender of a mail says about it. */
export interface IngestedMail extends MailOrigin {
  /** In lower case. */
  recipients: string[];
  subject: string;
}

/** Failures and taken files of mails that came over HTTP have this as their intake. */
const SOURCE: IntakeSource = { pluginId: 'intake-emails', instance: 'default' };

/** Takes a mail that a mail service has delivered over HTTP. */
@Injectable()
export class TakeIngestedMail {
  constructor(
    private readonly policy: MailPolicy,
    private readonly files: TakeMailFiles,
  ) {}

  /**
   * When it resolves, everything in the mail was taken, held or dropped. Throws when a later call with the same `key` may
   * succeed; what was taken until then is not taken again.
   */
  async execute(
    { recipients, key, files, ...mail }: IngestedMail & { key: string; files: readonly FileInMail[] },
    signal: AbortSignal,
  ): Promise<void> {
    const failures: unknown[] = [];
    for (const decision of await this.policy.decide(mail, recipients))
      try {
        const { from, subject } = mail;
        const whole = { source: SOURCE, key, from, subject, files, reportsEmptyMails: true };
        await this.files.execute(whole, decision, signal);
      } catch (error) {
        failures.push(causeOf(error)); // the other organizations get their files nevertheless
      }
    if (failures.length > 0) throw failures[0];
  }
}
