import { Injectable } from '@nestjs/common';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { MailLinks } from './mail-links.js';
import { Mails } from './mails.js';

/** Says which transport sends mails, and whether people can follow the links in them. */
@Injectable()
@DiagnosticCheck()
export class MailCheck implements Check {
  readonly name = 'mails';

  constructor(
    private readonly mails: Mails,
    private readonly links: MailLinks,
  ) {}

  async run(): Promise<CheckResult> {
    const { transport, transportId = '' } = this.mails;
    const remedy = 'set MAIL_TRANSPORT_PLUGIN to mail-transport-smtp or mail-transport-resend, with its settings.';
    if (transport === 'none')
      return { status: 'warning', message: 'no mail is sent: there is no mail transport', remedy };
    if (transport === 'logs')
      return { status: 'warning', message: `${transportId} writes mails to the log; no mail reaches people`, remedy };
    const address = this.links.unreachableAddress;
    if (address === undefined)
      return { status: 'ok', message: `${transportId} sends mails, with links to ${this.links.page().url}` };
    return {
      status: 'warning',
      message: `${transportId} sends mails, but their links lead to ${address}, which works on this computer only`,
      remedy: 'set APP_BASE_URL to the address under which people reach this server.',
    };
  }
}
