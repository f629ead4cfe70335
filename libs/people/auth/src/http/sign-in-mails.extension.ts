import { Injectable } from '@nestjs/common';
import type { BetterAuthPlugin } from 'better-auth';
import { AuthConfig } from '#config/auth';
import { ExtendsSignIn, type SignInExtension, type SignInMails } from './sign-in-extensions.js';
import { Clock } from '#ground/kernel';
import { evenWork } from './even-work.js';
import { SendSignInMails } from './send-sign-in-mails.js';

/** Verification of e-mail addresses and password reset. Without a mail transport, neither exists. */
@Injectable()
@ExtendsSignIn()
export class SignInMailsExtension implements SignInExtension {
  constructor(
    private readonly config: AuthConfig,
    private readonly send: SendSignInMails,
    private readonly clock: Clock,
  ) {}

  get mails(): SignInMails | undefined {
    const { transport } = this.send;
    if (transport === 'none') return undefined;
    const { isPasswordResetEnabled, isEmailProviderEnabled } = this.config;
    return {
      reachPeople: transport === 'delivers',
      ...(isPasswordResetEnabled &&
        isEmailProviderEnabled && { sendPasswordReset: (mail) => this.send.passwordReset(mail) }),
      sendVerification: (mail) => this.send.verification(mail),
      sendKnownAddress: (mail) => this.send.knownAddress(mail),
    };
  }

  get plugins(): readonly BetterAuthPlugin[] {
    return this.mails === undefined ? [] : [evenWork(this.send, this.clock)];
  }
}
