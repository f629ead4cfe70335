import { Injectable, Logger } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import { createId } from '#ground/kernel';
import { PluginHost } from '#ground/plugin-host';
import { MailCannotBeSent } from './mail.errors.js';
import { SendMail } from './mail.jobs.js';
import { checkMail } from './message-fields.js';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** After this time the mail is not sent any more: when the link in it has expired. */
  usefulUntil?: Date;
}

/** The built-in transport, which sends nothing. */
const LOG_TRANSPORT = 'mail-transport-log';

/** Sends mails. */
@Injectable()
export class Mails {
  readonly #logger = new Logger('Mail');

  constructor(
    private readonly jobs: JobQueue,
    private readonly host: PluginHost,
  ) {}

  /** Returns whether mails are delivered or only written to the log, or whether there is no transport at all. */
  get transport(): 'delivers' | 'logs' | 'none' {
    const id = this.transportId;
    if (id === undefined) return 'none';
    return id === LOG_TRANSPORT ? 'logs' : 'delivers';
  }

  /** The id of the plugin that sends mails. */
  get transportId(): string | undefined {
    return this.host.chosenOrNone('mail-transport')?.plugin.id;
  }

  /**
   * Adds a mail to the queue; it is sent when the transaction is committed. Throws `mail.invalid` for a recipient or
   * subject that cannot be sent. Returns the id of the message.
   */
  async send(tx: Transaction, { usefulUntil, ...mail }: Mail): Promise<string> {
    checkMail(mail);
    const id = createId('mail');
    await this.jobs.enqueue(tx, SendMail, {
      id,
      ...mail,
      ...(usefulUntil && { usefulUntil: usefulUntil.toISOString() }),
    });
    return id;
  }

  /** The same mail to each of them. One that cannot be sent is only logged; `about` names its subject there. */
  async sendToEach(tx: Transaction, emails: readonly string[], mail: Omit<Mail, 'to'>, about: string): Promise<void> {
    for (const to of emails) {
      try {
        await this.send(tx, { to, ...mail });
      } catch (error) {
        if (!MailCannotBeSent.matches(error)) throw error;
        this.#logger.warn(`No mail about ${about} can be sent to one of its recipients: ${error.message}`);
      }
    }
  }

  /**
   * Does the work of {@link send}, also the job, and sends nothing: for requests whose time must not show whether there
   * is an account to send a mail to.
   */
  async sendNothing(tx: Transaction): Promise<void> {
    await this.jobs.enqueue(tx, SendMail, { id: createId('mail'), to: '', subject: '', text: '', isEmpty: true });
  }
}
