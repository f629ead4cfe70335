import type pg from 'pg';
import { rateOf } from '#config/rate';
import type { ServerConfig } from '#config/server';
import type { LimitState, UserActor } from '#ground/kernel';
import { RateLimiter, siteOf } from '#ground/requests';

/** The limits of all requests to the API, where the operator has set them. Each hit is one statement. */
export class ApiLimits {
  readonly #ofCallers: RateLimiter | undefined;
  readonly #ofAddresses: RateLimiter | undefined;

  constructor(pool: pg.Pool, config: Pick<ServerConfig, 'apiRateLimit' | 'apiRateLimitAnonymous'>) {
    const limiter = (name: string, rate: string | undefined) =>
      rate === undefined ? undefined : new RateLimiter(pool, { name, ...rateOf(rate), remembersRefusals: true });
    this.#ofCallers = limiter('api', config.apiRateLimit);
    this.#ofAddresses = limiter('api.anonymous', config.apiRateLimitAnonymous);
  }

  /** Keys of one user count separately: one program does not stop the others, or the user in the browser. */
  async countCaller(actor: UserActor): Promise<LimitState | undefined> {
    return this.#ofCallers?.hit(actor.via === 'api-key' ? `key ${actor.apiKeyId}` : `user ${actor.userId}`);
  }

  async countAddress(address: string): Promise<LimitState | undefined> {
    return this.#ofAddresses?.hit(siteOf(address));
  }
}
