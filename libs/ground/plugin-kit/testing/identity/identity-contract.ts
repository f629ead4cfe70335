import type { Identity, MappedIdentity, PluginManifest } from '../../src/index.js';
import type { SkippedCases } from '../contract-case.js';

/** Claims of a person and what follows from them. */
export interface ClaimsSample {
  /** One of `signInProviders`. */
  providerId: string;
  claims: Readonly<Record<string, unknown>>;
  /** Default: `person@example.com`, verified. */
  email?: string;
  isEmailVerified?: boolean;
  expect: MappedIdentity;
}

/** What each case runs on. */
export interface IdentityUnderTest {
  manifest: Pick<PluginManifest, 'id' | 'migrations'>;
  identity: Identity;
  samples: readonly ClaimsSample[];
}

/** What an identity plugin passes to its contract suite. */
export interface IdentityContract {
  /** The default export of `plugin.ts`. */
  manifest: PluginManifest;
  /** Creates it with settings in which it offers everything it can; called once per case. */
  create(): Identity | Promise<Identity>;
  /** Persons of its providers, if it maps claims: at least one that is refused or gets a role, if it does that. */
  samples?: readonly ClaimsSample[];
  /** Cases that this plugin cannot pass, by case name, each with its reason. */
  skip?: SkippedCases;
}
