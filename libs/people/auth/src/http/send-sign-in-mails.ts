import { Injectable, Logger } from '@nestjs/common';
import type { SignInMail } from './sign-in-extensions.js';
import { UserRepository, MailQuota, SignInMailTexts } from '#people/auth';
import { UnitOfWork } from '#ground/database';
import { Clock } from '#ground/kernel';
import { MailCannotBeSent, Mails } from '#capabilities/mail';

const LINK_LIFETIME_MS = 3_600_000;

type Asked = Pick<SignInMail, 'clientAddress' | 'to'>;
type Composed = ReturnType<SignInMailTexts['passwordReset']>;

/** Enqueues the mails of sign-in, a bounded number of them. */
@Injectable()
export class SendSignInMails {
  readonly #logger = new Logger('Auth');

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly mails: Mails,
    private readonly quota: MailQuota,
    private readonly texts: SignInMailTexts,
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {}

  get transport(): Mails['transport'] {
    return this.mails.transport;
  }

  async passwordReset(mail: SignInMail): Promise<void> {
    await this.#send(mail, this.texts.passwordReset(mail), this.#endOfLink());
  }

  async verification(mail: SignInMail): Promise<void> {
    await this.#send(mail, this.texts.verification(mail), this.#endOfLink());
  }

  async knownAddress(mail: Omit<SignInMail, 'url'>): Promise<void> {
    await this.#send(mail, this.texts.knownAddress(mail));
  }

  /** Does the same work for an address without an account, and sends no mail. */
  async nothing(asked: Asked): Promise<void> {
    if (!(await this.quota.take(asked))) return;
    await this.#isDisabled(asked);
    await this.unitOfWork.run((tx) => this.mails.sendNothing(tx));
  }

  async #send(asked: Asked, mail: Composed, usefulUntil?: Date): Promise<void> {
    if (!(await this.quota.take(asked))) {
      this.#logger.warn('A mail of sign-in was not sent: too many were asked for');
      return;
    }
    const isDisabled = await this.#isDisabled(asked);
    try {
      await this.unitOfWork.run(async (tx) => {
        if (isDisabled) await this.mails.sendNothing(tx);
        else await this.mails.send(tx, { to: asked.to, ...mail, ...(usefulUntil && { usefulUntil }) });
      });
    } catch (error) {
      // The response must not show which accounts have such an address.
      if (!MailCannotBeSent.matches(error)) throw error;
      this.#logger.warn(`A mail of sign-in cannot be sent to an account: ${(error as Error).message}`);
    }
  }

  #endOfLink(): Date {
    return new Date(this.clock.now().getTime() + LINK_LIFETIME_MS);
  }

  /** The links of mails are of no use to a disabled account, which only an administrator can enable. */
  #isDisabled({ to }: Asked): Promise<boolean> {
    return this.users.isDisabled(to.toLowerCase());
  }
}
