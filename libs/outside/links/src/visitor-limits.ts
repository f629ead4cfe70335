import type pg from 'pg';
import type { Rate } from '#config/rate';
import type { LimitState } from '#ground/kernel';
import { RateLimiter, siteOf } from '#ground/requests';

/** A visit of a link. */
export interface Visit {
  linkId: string;
  /** The client address, as the proxies that are trusted name it. */
  address: string;
}

/** An attempt to open a link with a password. */
export interface PasswordVisit extends Visit {
  /** A visitor who knew only an earlier password is not familiar. */
  passwordHash: string;
}

const HOUR = 3600;
const FAMILIAR_DAYS = 30;
const MISSES_PER_HOUR = 60;
/** Wrong passwords of all visitors together, in multiples of what one visitor has. */
const VISITORS_TOGETHER = 10;

/**
 * Bounds what visitors of one kind of link can try. Limits hold for each link and visitor, so that a visitor who uses
 * them up is the only one who must wait; unknown tokens have no limit of their own, so that guesses leave no rows.
 *
 * What is guaranteed to the owner of a link with a password: from a site that gave the right password during the last
 * 30 days, only attempts from that same site can keep them out. A changed password is a new one for everybody.
 */
export class VisitorLimits<Action extends string> {
  readonly #ofVisitor: Record<Action | 'verify', RateLimiter>;
  readonly #misses: RateLimiter;
  readonly #wrongPasswords: RateLimiter;
  readonly #familiar: RateLimiter;

  /** `rates`: how often a visitor may do what with one link; `verify` is an attempt with a password. */
  constructor(pool: pg.Pool, kind: string, rates: Record<Action | 'verify', Rate>) {
    const limiter = (name: string, rate: Rate, remembersRefusals = false) =>
      new RateLimiter(pool, { name, ...rate, remembersRefusals });
    const ofVisitor = Object.entries<Rate>(rates).map(([action, rate]) => {
      return [action, limiter(`${kind}.${action}`, rate, true)];
    });
    this.#ofVisitor = Object.fromEntries(ofVisitor) as Record<Action | 'verify', RateLimiter>;
    this.#misses = limiter('public-link.miss', { hits: MISSES_PER_HOUR, seconds: HOUR }, true);
    const { hits, seconds } = rates.verify;
    this.#wrongPasswords = limiter(`${kind}.wrong-password`, { hits: hits * VISITORS_TOGETHER, seconds });
    this.#familiar = limiter(`${kind}.familiar`, { hits: 1, seconds: FAMILIAR_DAYS * 24 * HOUR });
  }

  /** Counts a visit of a link that exists, and returns what is left. Throws `server.too_many_requests`. */
  async hit(action: Action | 'verify', visit: Visit): Promise<LimitState> {
    return this.#ofVisitor[action].hit(keyOf(visit));
  }

  /** Counts a token that does not exist. Throws `server.too_many_requests` when the visitor has tried too many. */
  async miss(address: string): Promise<LimitState> {
    return this.#misses.hit(siteOf(address));
  }

  /** Runs `attempt`, unless unfamiliar visitors have tried too many wrong ones; it returns whether the password is right. */
  async tryPassword(visit: PasswordVisit, attempt: () => Promise<boolean>): Promise<boolean> {
    const known = `${keyOf(visit)} ${visit.passwordHash}`;
    const isFamiliar = await this.#familiar.knows(known);
    // Counted before the attempt, so that many at once do not all pass.
    if (!isFamiliar) await this.#wrongPasswords.hit(visit.linkId);
    let isWrong = false;
    try {
      isWrong = !(await attempt());
    } finally {
      if (!isFamiliar && !isWrong) await this.#wrongPasswords.giveBack(visit.linkId);
    }
    if (!isWrong) await this.#familiar.remember(known);
    return !isWrong;
  }
}

function keyOf({ linkId, address }: Visit): string {
  return `${linkId} ${siteOf(address)}`;
}
