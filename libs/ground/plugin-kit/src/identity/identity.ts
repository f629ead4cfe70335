import type { HostServices } from '../host-services.js';
import type { PluginLifecycle } from '../lifecycle.js';

/** What is known of a person after signing in with a provider. */
export interface IdentityClaims {
  /** The id of the provider, as in `signInProviders`. */
  providerId: string;
  /** The e-mail address in lower case, and whether the provider vouches for it. */
  email: string;
  isEmailVerified: boolean;
  /** All claims of the provider. */
  claims: Readonly<Record<string, unknown>>;
}

/** What follows from the claims; a missing field changes nothing. */
export interface MappedIdentity {
  /** False refuses the sign-in; `reason` is a sentence for the person, of which the first 200 characters are shown. */
  isAllowed?: boolean;
  reason?: string;
  name?: string;
  /**
   * All roles of the person in the installation. There is one, `admin`; a list without it takes it away, but not from the
   * last administrator. Ignored unless the setting `AUTH_ROLES_FROM_IDENTITY` is on.
   */
  roles?: readonly string[];
}

/** Adds ways to sign in. */
export interface Identity extends PluginLifecycle {
  /**
   * Plugins of better-auth; their routes are below `/api/auth/`. `manifest.migrations` creates the tables of their
   * models; `modelName` in their `schema` begins with the id of the plugin in snake_case: `identity_acme_badge`.
   */
  readonly plugins?: readonly object[];
  /** The prefix of the ids of each model that the plugins add: `{ twoFactor: 'auth_2fa' }`. */
  readonly idPrefixes?: Readonly<Record<string, string>>;
  /** Providers that `GET /api/config` lists. */
  readonly signInProviders?: readonly { id: string; name: string; iconUrl?: string }[];
  /**
   * Called at each sign-in with a provider in `signInProviders`, before the session exists. It has 10 seconds. An error
   * refuses the sign-in.
   */
  mapClaims?(claims: IdentityClaims): MappedIdentity | Promise<MappedIdentity>;
}

/** What a plugin declares under `provides.identity`. An installation can have many. */
export interface IdentityDeclaration<Config extends object = object> {
  create(host: HostServices<Config>): Identity | Promise<Identity>;
}
