import { Injectable } from '@nestjs/common';
import { MailConfig } from '#config/mail';
import { limitedCall, PluginHost } from '#ground/plugin-host';
import type { SendMailData } from './mail.jobs.js';
import { checkMail, senderOf } from './message-fields.js';

const TIME_LIMIT_SECONDS = 60;

/** Passes one mail to the mail transport that is in use. */
@Injectable()
export class DeliverMail {
  constructor(
    private readonly host: PluginHost,
    private readonly config: MailConfig,
  ) {}

  /** Returns the id of the transport that accepted the mail. Throws the error of the transport. */
  async execute(
    { id, to, subject, text, html }: Omit<SendMailData, 'isEmpty' | 'usefulUntil'>,
    signal: AbortSignal,
  ): Promise<string> {
    checkMail({ to, subject, text, html });
    const provided = this.host.chosenOrNone('mail-transport');
    if (!provided)
      throw new Error(
        'there is no mail transport; take mail-transport-log out of PLUGINS_DISABLED, or set MAIL_TRANSPORT_PLUGIN to an installed one',
      );
    const transport = await this.host.open('mail-transport', provided);
    const message = { id, from: senderOf(this.config.from), to, subject, text, ...(html !== undefined && { html }) };
    await limitedCall(provided.plugin.id, { seconds: TIME_LIMIT_SECONDS, signal }, (ending) =>
      transport.send(message, { signal: ending }),
    );
    return provided.plugin.id;
  }
}
