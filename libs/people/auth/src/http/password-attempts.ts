import type pg from 'pg';
import type { AuthConfig } from '#config/auth';
import { longestWaitMs, type ServerConfig } from '#config/server';
import { Turns, type LimitState, type Share } from '#ground/kernel';
import { networkOf, RateLimiter, siteOf } from '#ground/requests';

/** A request that makes the server hash a password. */
export interface PasswordRequest {
  kind: 'sign-in' | 'sign-up' | 'other';
  /** The client, as the proxies that are trusted name it. */
  address: string;
  /** The e-mail address of the account, where that is known. */
  account: string | undefined;
  /** Aborts when the client leaves. */
  signal: AbortSignal;
  /** Gets what the address has left of its attempts. */
  announce: (limit: LimitState) => void;
}

const MINUTE = 60;
const DAY = 86_400;
/** What a /56 network of IPv6 has, compared with one of its 256 /64 networks: a line of a home often has all of them. */
const NETWORKS_OF_SITE = 4;

/**
 * Bounds what requests with a password may cost, and how many passwords can be tried:
 * - a few are worked on at a time; the others wait, a bounded number in all and of each address;
 * - an address has a number of attempts within ten seconds, and a /56 network of IPv6 four times as many;
 * - an account has a number of wrong passwords, few from one address and more from all addresses together.
 *
 * What is guaranteed to the owner of an account: from an address that signed in to it during the last 30 days, only
 * wrong passwords from that same address can keep them out, for at most 15 minutes; sessions go on in any case.
 */
export class PasswordAttempts {
  readonly #turns: Turns;
  readonly #ofAddress: RateLimiter;
  readonly #ofSite: RateLimiter;
  readonly #ofAccountAndAddress: RateLimiter;
  readonly #ofAccount: RateLimiter;
  readonly #familiar: RateLimiter;

  constructor(
    pool: pg.Pool,
    private readonly config: AuthConfig,
    server: ServerConfig,
  ) {
    const limiter = (name: string, hits: number, seconds: number) => new RateLimiter(pool, { name, hits, seconds });
    this.#turns = new Turns({
      running: config.passwordThreads,
      waiting: config.passwordQueue,
      waitMs: longestWaitMs(server),
    });
    this.#ofAddress = limiter('auth.address', config.attemptsPerAddress, 10);
    this.#ofSite = limiter('auth.site', config.attemptsPerAddress * NETWORKS_OF_SITE, 10);
    this.#ofAccountAndAddress = limiter('auth.account-address', config.wrongPasswordsPerAddress, 15 * MINUTE);
    this.#ofAccount = limiter('auth.account', config.wrongPasswordsPerAccount, 60 * MINUTE);
    this.#familiar = limiter('auth.familiar', 1, 30 * DAY);
  }

  /** Runs `attempt` when it is its turn; throws `server.too_many_requests` or `server.busy` when it may not. */
  async run(request: PasswordRequest, attempt: () => Promise<Response>): Promise<Response> {
    const network = networkOf(request.address);
    // An attempt that must wait or is refused has not queried the database yet.
    return this.#turns.take(
      async () => {
        await this.#countAddress(request, network);
        if (request.account === undefined) return attempt();
        if (request.kind === 'sign-up') return this.#familiarAfter(request.account, network, attempt);
        return this.#counted(request.kind, request.account, network, attempt);
      },
      { shares: this.#sharesOf(request.address, network), signal: request.signal },
    );
  }

  #sharesOf(address: string, network: string): Share[] {
    const { passwordThreads: running, passwordQueuePerAddress: waiting } = this.config;
    const site = siteOf(address);
    const share = { key: network, running, waiting };
    return site === network ? [share] : [share, { key: site, running, waiting: waiting * NETWORKS_OF_SITE }];
  }

  async #countAddress({ kind, address, announce }: PasswordRequest, network: string): Promise<void> {
    announce(await this.#ofAddress.hit(`${kind} ${network}`));
    const site = siteOf(address);
    if (site !== network) announce(await this.#ofSite.hit(`${kind} ${site}`));
  }

  async #familiarAfter(account: string, network: string, attempt: () => Promise<Response>): Promise<Response> {
    const response = await attempt();
    // Where addresses must be verified, a sign-up succeeds for an address of another user too, without a session.
    const isSignedIn = response.headers.getSetCookie().length > 0;
    if (response.ok && isSignedIn) await this.#familiar.remember(`${account} ${network}`);
    return response;
  }

  /** Counts before the attempt, so that many at once do not all pass; takes it back unless the password was wrong. */
  async #counted(
    kind: PasswordRequest['kind'],
    account: string,
    network: string,
    attempt: () => Promise<Response>,
  ): Promise<Response> {
    const here = `${account} ${network}`;
    await this.#ofAccountAndAddress.hit(here);
    const isFamiliar = await this.#familiar.knows(here);
    if (!isFamiliar) await this.#ofAccount.hit(account);
    const response = await attempt().catch((error: unknown) => error as Error);
    const isResponse = response instanceof Response;
    if (isResponse && isWrongPassword(kind, response.status)) return response;
    if (!isFamiliar) await this.#ofAccount.giveBack(account);
    if (!isResponse || !response.ok) await this.#ofAccountAndAddress.giveBack(here);
    else await Promise.all([this.#ofAccountAndAddress.forget(here), this.#familiar.remember(here)]);
    if (isResponse) return response;
    throw response;
  }
}

/** Routes for people who are signed in respond to a wrong password with 400. */
function isWrongPassword(kind: PasswordRequest['kind'], status: number): boolean {
  return status === 401 || (kind === 'other' && status === 400);
}
