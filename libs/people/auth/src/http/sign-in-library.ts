import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type pg from 'pg';
import { AuthConfig } from '#config/auth';
import { ServerConfig } from '#config/server';
import { AuditLog } from '#ground/audit';
import { POSTGRES_POOL } from '#ground/database';
import { Clock, type Timer } from '#ground/kernel';
import { limitedCall } from '#ground/plugin-host';
import { AUTH_SECRET } from '#ground/settings';
import { PasswordHasher } from '../password-hashing/password-hasher.js';
import { createBetterAuth, type BetterAuth } from './better-auth.js';
import { FirstAccount } from './first-account.js';
import { IdentityPlugins } from './identity-plugins.js';
import type { OpenedIdentity } from './opened-identity.js';
import { RequestCounts } from './request-counts.js';
import { SignInExtensions, type CollectedExtensions } from './sign-in-extensions.js';

const INIT_LIMIT_SECONDS = 10;
const RETRY_MS = 30_000;

interface SignInParts {
  auth: BetterAuth;
  extensions: CollectedExtensions;
  identities: readonly OpenedIdentity[];
}

/** Holds better-auth, which runs sign-up, sign-in and sessions. */
@Injectable()
export class SignInLibrary implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('Auth');
  readonly #stop = new AbortController();
  #inUse: SignInParts | undefined;
  #seen: readonly OpenedIdentity[] | undefined;
  #adding = Promise.resolve();
  #retry: Timer | undefined;
  /** Goes on when an identity plugin is added later. */
  readonly #requestCounts: RequestCounts;

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: pg.Pool,
    @Inject(AUTH_SECRET) private readonly secret: string,
    private readonly server: ServerConfig,
    private readonly config: AuthConfig,
    private readonly passwords: PasswordHasher,
    private readonly extensions: SignInExtensions,
    private readonly identityPlugins: IdentityPlugins,
    private readonly firstAccount: FirstAccount,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {
    this.#requestCounts = new RequestCounts(clock);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.#addIdentities();
  }

  beforeApplicationShutdown(): void {
    this.#stop.abort(new Error('the process stops'));
    this.#retry?.cancel();
  }

  get auth(): BetterAuth {
    return this.#current.auth;
  }

  /** The extensions in use, without identity plugins that do not work now. */
  get collected(): CollectedExtensions {
    return this.#current.extensions;
  }

  /** Created at first use and not in the constructor: the modules that extend it may be constructed later. */
  get #current(): SignInParts {
    if (this.identityPlugins.opened !== this.#seen) void this.#addIdentities();
    return (this.#inUse ??= this.#create([]));
  }

  #addIdentities(): Promise<void> {
    this.#seen = this.identityPlugins.opened;
    this.#adding = this.#adding.then(async () => {
      for (const identity of this.identityPlugins.opened)
        if (!this.#inUse?.identities.includes(identity)) await this.#add(identity);
    });
    return this.#adding;
  }

  /**
   * The library calls `init` of every plugin before its first response, and one that fails or hangs would end all ways to
   * sign in. So the library with a further plugin is used only when it is ready.
   */
  async #add(identity: OpenedIdentity): Promise<void> {
    const { pluginId } = identity;
    const limits = { seconds: INIT_LIMIT_SECONDS, signal: this.#stop.signal };
    try {
      const parts = this.#create([...(this.#inUse?.identities ?? []), identity]);
      await limitedCall(pluginId, limits, () => parts.auth.$context);
      this.#inUse = parts;
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.#logger.error(
        `${pluginId} cannot be added to sign-in, so its ways to sign in are not available; the next attempt is in ` +
          `${RETRY_MS / 1000} s: ${(error as Error).message}`,
      );
      this.#retry?.cancel();
      this.#retry = this.clock.after(RETRY_MS, () => void this.#addIdentities());
    }
  }

  #create(identities: readonly OpenedIdentity[]): SignInParts {
    const { pool, secret, server, config, passwords, firstAccount, audit } = this;
    const extensions = this.extensions.collect(identities);
    const auth = createBetterAuth({
      pool,
      secret,
      server,
      config,
      passwords,
      extensions,
      identities,
      firstAccount,
      audit,
      requestCounts: this.#requestCounts,
    });
    return { auth, extensions, identities };
  }
}
