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
  /** False refuses the sign-in; `reason` is a sentence for the person. */
  isAllowed?: boolean;
  reason?: string;
  name?: string;
  /** Roles of the installation, such as `admin`. */
  roles?: readonly string[];
}

/** Adds ways to sign in. */
export interface Identity extends PluginLifecycle {
  /** Plugins of better-auth; their routes are below `/api/auth/`. Their tables come from `manifest.migrations`. */
  readonly plugins?: readonly object[];
  /** The prefix of the ids of each model that the plugins add: `{ twoFactor: 'auth_2fa' }`. */
  readonly idPrefixes?: Readonly<Record<string, string>>;
  /** Providers that `GET /api/config` lists. */
  readonly signInProviders?: readonly { id: string; name: string; iconUrl?: string }[];
  /** Called after each sign-in with a provider of this plugin, before the session exists. */
  mapClaims?(claims: IdentityClaims): MappedIdentity | Promise<MappedIdentity>;
}

/** What a plugin declares under `provides.identity`. An installation can have many. */
export interface IdentityDeclaration<Config extends object = object> {
  create(host: HostServices<Config>): Identity | Promise<Identity>;
}
