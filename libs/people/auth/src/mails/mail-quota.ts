import type pg from 'pg';
import type { AuthConfig } from '#config/auth';
import { rateOf } from '#config/rate';
import { AppError } from '#ground/kernel';
import { networkOf, RateLimiter } from '#ground/requests';

/**
 * Bounds the mails of sign-in, which anyone can cause: to one mailbox, and by one client. Hits are counted by the
 * address that a request names, whether there is an account with it.
 */
export class MailQuota {
  readonly #ofAccount: RateLimiter;
  readonly #ofAddress: RateLimiter;

  constructor(pool: pg.Pool, { mailsPerAccount, mailsPerAddress }: AuthConfig) {
    this.#ofAccount = new RateLimiter(pool, { name: 'auth.mails.account', ...rateOf(mailsPerAccount) });
    this.#ofAddress = new RateLimiter(pool, { name: 'auth.mails.address', ...rateOf(mailsPerAddress) });
  }

  /** Counts one mail; false when it must not be sent. Asks both limits in any case, so that both take the same time. */
  async take({ to, clientAddress }: { to: string; clientAddress: string }): Promise<boolean> {
    const isWithinAddress = await isHit(this.#ofAddress, networkOf(clientAddress));
    const isWithinAccount = await isHit(this.#ofAccount, to.trim().toLowerCase());
    return isWithinAddress && isWithinAccount;
  }
}

async function isHit(limiter: RateLimiter, key: string): Promise<boolean> {
  try {
    await limiter.hit(key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.category === 'rate_limited') return false;
    throw error;
  }
}
