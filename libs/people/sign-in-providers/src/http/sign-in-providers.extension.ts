import { Injectable } from '@nestjs/common';
import type { BetterAuthPlugin } from 'better-auth';
import type { ClaimsRule } from '#config/custom-provider';
import { customProvidersOf, SignInProvidersConfig } from '#config/sign-in-providers';
import { ExtendsSignIn, type SignInExtension, type SignInProvider } from '#people/auth/http';
import { Clock } from '#ground/kernel';
import { SafeHttp } from '#ground/safe-http';
import { ClaimedMemberships, isAdministratorBy, type PersonClaims } from '#people/sign-in-providers';
import { buildProviders, type BuiltProvider } from './build-providers.js';

/** Adds GitHub, Google and the custom providers to sign-in. */
@Injectable()
@ExtendsSignIn()
export class SignInProvidersExtension implements SignInExtension {
  readonly #built: readonly BuiltProvider[];
  readonly #rules: ReadonlyMap<string, ClaimsRule>;

  constructor(
    config: SignInProvidersConfig,
    http: SafeHttp,
    private readonly memberships: ClaimedMemberships,
    clock: Clock,
  ) {
    this.#built = buildProviders(config, http, clock);
    const customs = customProvidersOf(config);
    this.#rules = new Map(customs.flatMap(({ providerId, claims }) => (claims ? [[providerId, claims] as const] : [])));
  }

  get plugins(): readonly BetterAuthPlugin[] {
    if (this.#built.length === 0) return [];
    const own = this.#built.map(({ provider }) => provider);
    return [
      {
        id: 'archivolt-providers',
        init: ({ socialProviders }) => ({ context: { socialProviders: [...own, ...socialProviders] } }),
      },
    ];
  }

  get providers(): readonly SignInProvider[] {
    return this.#built.map(({ provider, name, iconUrl }) => ({
      id: provider.id,
      name,
      ...(iconUrl !== undefined && { iconUrl }),
    }));
  }

  /** Returns whether the person is an administrator; undefined when the provider does not decide it. */
  isAdministrator(providerId: string, claims: PersonClaims): boolean | undefined {
    const rule = this.#rules.get(providerId);
    return rule && isAdministratorBy(rule, claims);
  }

  async applyClaims(userId: string, providerId: string, claims: PersonClaims): Promise<void> {
    const rule = this.#rules.get(providerId);
    if (rule) await this.memberships.apply(userId, rule, claims);
  }
}
