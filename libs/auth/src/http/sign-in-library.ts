import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { AuthConfig } from '#config/auth';
import { ServerConfig } from '#config/server';
import { POSTGRES_POOL } from '#libs/database';
import { AUTH_SECRET } from '../auth-secret.js';
import { PasswordHasher } from '../password-hashing/password-hasher.js';
import { createBetterAuth, type BetterAuth } from './better-auth.js';
import { IdentityPlugins } from './identity-plugins.js';
import type { OpenedIdentity } from './opened-identity.js';
import { SignInExtensions } from './sign-in-extensions.js';

/** Holds better-auth, which runs sign-up, sign-in and sessions. */
@Injectable()
export class SignInLibrary {
  #auth: BetterAuth | undefined;
  #identities: readonly OpenedIdentity[] = [];

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: pg.Pool,
    @Inject(AUTH_SECRET) private readonly secret: string,
    private readonly server: ServerConfig,
    private readonly config: AuthConfig,
    private readonly passwords: PasswordHasher,
    private readonly extensions: SignInExtensions,
    private readonly identityPlugins: IdentityPlugins,
  ) {}

  /**
   * Created at first use and not in the constructor: the modules that extend it may be constructed later. Created again
   * when an identity plugin could be started only now.
   */
  get auth(): BetterAuth {
    const { opened: identities } = this.identityPlugins;
    if (this.#auth && this.#identities === identities) return this.#auth;
    const { pool, secret, server, config, passwords } = this;
    const extensions = this.extensions.collect();
    this.#identities = identities;
    return (this.#auth = createBetterAuth({ pool, secret, server, config, passwords, extensions, identities }));
  }
}
