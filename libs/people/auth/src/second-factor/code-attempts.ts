import type pg from 'pg';
import type { AuthConfig } from '#config/auth';
import { rateOf } from '#config/rate';
import { AppError } from '#ground/kernel';
import { networkOf, RateLimiter } from '#ground/requests';

/** A code is valid for its 30 seconds and for 30 seconds before and after. */
const CODE_LIFETIME_SECONDS = 120;

/** A user who has given the password, or has a session, and now gives a code. */
export interface CodeAttempt {
  userId: string;
  clientAddress: string;
}

/**
 * Bounds how many codes can be tried, by all processes together: of an account from one address, and from all addresses
 * in a day. Only who knows the password can cause this, and trusted devices need no code: they stay usable.
 */
export class CodeAttempts {
  readonly #ofAddress: RateLimiter;
  readonly #ofAccount: RateLimiter;
  readonly #used: RateLimiter;

  constructor(pool: pg.Pool, { wrongCodesPerAddress, wrongCodesPerAccount }: AuthConfig) {
    this.#ofAddress = new RateLimiter(pool, { name: 'auth.codes.address', ...rateOf(wrongCodesPerAddress) });
    this.#ofAccount = new RateLimiter(pool, { name: 'auth.codes.account', ...rateOf(wrongCodesPerAccount) });
    this.#used = new RateLimiter(pool, { name: 'auth.codes.used', hits: 1, seconds: CODE_LIFETIME_SECONDS });
  }

  /** Counts before the code is checked, so that many at once do not all pass; throws `server.too_many_requests`. */
  async begin(attempt: CodeAttempt): Promise<void> {
    await this.#ofAddress.hit(here(attempt));
    await this.#ofAccount.hit(attempt.userId);
  }

  /** True for the first use of a code of an authenticator app: a code that another person has seen works no second time. */
  async isFirstUse({ userId }: CodeAttempt, code: string): Promise<boolean> {
    try {
      await this.#used.hit(`${userId} ${code}`);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.category === 'rate_limited') return false;
      throw error;
    }
  }

  /** The code was right: earlier wrong ones from this address are forgotten. */
  async succeeded(attempt: CodeAttempt): Promise<void> {
    await Promise.all([this.#ofAddress.forget(here(attempt)), this.#ofAccount.giveBack(attempt.userId)]);
  }

  /** Takes back an attempt in which no code was checked. */
  async takeBack(attempt: CodeAttempt): Promise<void> {
    await Promise.all([this.#ofAddress.giveBack(here(attempt)), this.#ofAccount.giveBack(attempt.userId)]);
  }
}

const here = ({ userId, clientAddress }: CodeAttempt) => `${userId} ${networkOf(clientAddress)}`;
