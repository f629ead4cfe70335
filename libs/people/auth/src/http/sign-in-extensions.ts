import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { BetterAuthPlugin } from 'better-auth';
import type { OpenedIdentity } from './opened-identity.js';

/** A mail of sign-in, to be sent by the extension that brings `mails`. */
export interface SignInMail {
  to: string;
  name: string;
  /** Where the link in the mail leads. */
  url: string;
  /** The client whose request caused the mail, for limits. */
  clientAddress: string;
}

/** Sends the mails of sign-in. */
export interface SignInMails {
  /** False: they are written to a log only, so that pages should not offer them. */
  readonly reachPeople: boolean;
  /** Without it, `POST /api/auth/request-password-reset` responds with 400. */
  sendPasswordReset?(mail: SignInMail): Promise<void>;
  sendVerification(mail: SignInMail): Promise<void>;
  /** A sign-up with the address of this account, which the response must not show: when addresses must be verified. */
  sendKnownAddress(mail: Omit<SignInMail, 'url'>): Promise<void>;
}

/** A way to sign in besides the password, as `GET /api/config` shows it. */
export interface SignInProvider {
  /** `github`, `google`, or an id of its own. */
  id: string;
  name: string;
  iconUrl?: string;
}

/** A provider with `@ExtendsSignIn()`: what another module adds to sign-in. */
export interface SignInExtension {
  /** Plugins of better-auth, with their routes below `/api/auth/`. */
  readonly plugins?: readonly BetterAuthPlugin[];
  /** The prefix of the ids of each model that the plugins add: `{ twoFactor: 'auth_2fa' }`. */
  readonly idPrefixes?: Readonly<Record<string, string>>;
  readonly providers?: readonly SignInProvider[];
  /** Whether a person is an administrator by the claims of this provider; undefined when that is not decided here. */
  isAdministrator?(providerId: string, claims: Readonly<Record<string, unknown>>): boolean | undefined;
  /** Called at each sign-in with a provider, before the session exists. An error refuses the sign-in. */
  applyClaims?(userId: string, providerId: string, claims: Readonly<Record<string, unknown>>): Promise<void>;
  /** At most one extension may bring it. */
  readonly mails?: SignInMails | undefined;
}

/** Marks a provider that extends sign-in. Any module may have one; sign-in finds it. */
export const ExtendsSignIn = DiscoveryService.createDecorator();

export interface CollectedExtensions {
  plugins: BetterAuthPlugin[];
  idPrefixes: Record<string, string>;
  providers: SignInProvider[];
  mails: SignInMails | undefined;
  /** The extensions that read claims. */
  claimReaders: SignInExtension[];
}

@Injectable()
export class SignInExtensions {
  constructor(private readonly discovery: DiscoveryService) {}

  /** Everything that the modules of this process and these plugins add. To be called when all modules exist. */
  collect(identities: readonly OpenedIdentity[]): CollectedExtensions {
    const modules = this.discovery
      .getProviders({ metadataKey: ExtendsSignIn.KEY })
      .map(({ instance }) => instance as SignInExtension);
    const found = [...modules, ...identities.map(extensionOf)];
    const mails = found.flatMap((extension) => extension.mails ?? []);
    if (mails.length > 1) throw new Error('two extensions of sign-in send its mails; only one may');
    return {
      plugins: found.flatMap(({ plugins = [] }) => plugins),
      idPrefixes: Object.assign({}, ...found.map(({ idPrefixes }) => idPrefixes)) as Record<string, string>,
      providers: found.flatMap(({ providers = [] }) => providers),
      mails: mails[0],
      claimReaders: found.filter(({ applyClaims }) => applyClaims !== undefined),
    };
  }
}

function extensionOf({ identity: { plugins, idPrefixes, signInProviders } }: OpenedIdentity): SignInExtension {
  return {
    ...(plugins && { plugins: plugins as readonly BetterAuthPlugin[] }),
    ...(idPrefixes && { idPrefixes }),
    ...(signInProviders && { providers: signInProviders }),
  };
}
