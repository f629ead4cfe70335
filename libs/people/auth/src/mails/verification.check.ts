import { Injectable } from '@nestjs/common';
import { AuthConfig } from '#config/auth';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { Mails } from '#capabilities/mail';

/** Reports an installation where new users can never sign in, because the mail that they need reaches no one. */
@Injectable()
@DiagnosticCheck()
export class VerificationCheck implements Check {
  readonly name = 'verification';

  constructor(
    private readonly config: AuthConfig,
    private readonly mails: Mails,
  ) {}

  async run(): Promise<CheckResult> {
    if (!this.config.isEmailVerificationRequired)
      return { status: 'ok', message: 'users can sign in without verifying their e-mail address' };
    if (this.mails.transport === 'delivers')
      return { status: 'ok', message: 'users verify their e-mail address before they sign in' };
    return {
      status: 'problem',
      message: 'users must verify their e-mail address, but mails do not reach people: new users cannot sign in',
      remedy:
        'set MAIL_TRANSPORT_PLUGIN to a plugin that sends mails, or AUTH_IS_EMAIL_VERIFICATION_REQUIRED to false.',
    };
  }
}
