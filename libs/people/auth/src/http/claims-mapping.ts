import { Logger } from '@nestjs/common';
import { cleanLine, type MappedIdentity, type Sql } from '@archivolt/plugin-kit';
import type { AuthConfig } from '#config/auth';
import { limitedCall } from '#ground/plugin-host';
import { cutName, usableName } from '../account-fields.js';
import { saveName, setAdministrator } from '../account.repository.js';
import type { OpenedIdentity } from './opened-identity.js';
import type { SignInExtension } from './sign-in-extensions.js';

const TIME_LIMIT_SECONDS = 10;
const MAX_REASON_LENGTH = 200;
const ADMIN = 'admin';
const BUSY = 'Many people are creating an account at the moment. Please try again in a minute.';

/** A person that a provider has identified. */
export interface ProviderIdentity {
  providerId: string;
  email: string;
  isEmailVerified: boolean;
  claims: Readonly<Record<string, unknown>>;
}

/** A change of rights that follows from claims. */
export interface RightsFromClaims {
  userId: string;
  isAdministrator: boolean;
  /** The plugin or the provider. */
  source: string;
}

/** What follows from claims outside of the account. */
export interface ClaimsEffects {
  readers: readonly SignInExtension[];
  recordRights: (rights: RightsFromClaims) => Promise<void>;
}

/** How the library asks about a person. */
export interface ClaimsCheck {
  request: object;
  /** The library then waits within a transaction, which holds a connection to the database. */
  createsUser: boolean;
}

/**
 * Asks the identity plugin of a provider what follows from the claims of a person, once in each request, and applies it
 * before the session exists. A plugin that fails refuses the sign-in.
 */
export class ClaimsMapping {
  readonly #logger = new Logger('Auth');
  /** Mapped claims by request: the user of the session is known only after the claims were checked. */
  readonly #mapped = new WeakMap<object, { pluginId: string; result: MappedIdentity }>();
  readonly #people = new WeakMap<object, ProviderIdentity>();

  #newUsers = 0;

  constructor(
    private readonly sql: Sql,
    private readonly config: Pick<AuthConfig, 'rolesFromIdentity'>,
    private readonly identities: readonly OpenedIdentity[],
    private readonly newUsersAtATime: number,
    private readonly effects: ClaimsEffects,
  ) {}

  /** Returns why the person may not sign in, or undefined. */
  async refusalOf(person: ProviderIdentity, { request, createsUser }: ClaimsCheck): Promise<string | undefined> {
    const { providerId, email, ...rest } = person;
    this.#people.set(request, person);
    const found = this.identities.find(({ identity }) => identity.signInProviders?.some(({ id }) => id === providerId));
    if (!found?.identity.mapClaims) return undefined;
    const { pluginId, identity } = found;
    const claims = { providerId, email: email.toLowerCase(), ...rest };
    if (createsUser && this.#newUsers >= this.newUsersAtATime) return BUSY;
    if (createsUser) this.#newUsers += 1;
    const limits = { seconds: TIME_LIMIT_SECONDS };
    try {
      const result = checked(await limitedCall(pluginId, limits, async () => identity.mapClaims?.(claims)));
      this.#mapped.set(request, { pluginId, result });
      if (result.isAllowed !== false) return undefined;
      return cut(result.reason ?? 'You are not allowed to sign in here.');
    } catch (error) {
      throw new Error(`${pluginId} could not map the claims of a person: ${(error as Error).message}`, {
        cause: error,
      });
    } finally {
      if (createsUser) this.#newUsers -= 1;
    }
  }

  /** Gives the user the name and the roles that the claims of this request have led to. */
  async apply(userId: string, request: object): Promise<void> {
    await this.#applyToReaders(userId, request);
    const mapped = this.#mapped.get(request);
    if (!mapped) return;
    const { name, roles } = mapped.result;
    const usable = name === undefined ? undefined : usableName(cutName(name));
    if (usable !== undefined) await saveName(this.sql, userId, usable);
    if (roles === undefined || !this.config.rolesFromIdentity) return;
    await this.#setAdministrator(userId, roles.includes(ADMIN), mapped.pluginId);
  }

  async #applyToReaders(userId: string, request: object): Promise<void> {
    const person = this.#people.get(request);
    if (!person) return;
    for (const reader of this.effects.readers) {
      await reader.applyClaims?.(userId, person.providerId, person.claims);
      const isAdministrator = reader.isAdministrator?.(person.providerId, person.claims);
      if (isAdministrator !== undefined) await this.#setAdministrator(userId, isAdministrator, person.providerId);
    }
  }

  async #setAdministrator(userId: string, isAdministrator: boolean, source: string): Promise<void> {
    if (!(await setAdministrator(this.sql, userId, isAdministrator))) return;
    await this.effects.recordRights({ userId, isAdministrator, source });
    this.#logger.log(`${source}: ${userId} is ${isAdministrator ? 'now' : 'no longer'} an administrator`);
  }
}

/** A result of another form must not let a person in. */
function checked(value: unknown): MappedIdentity {
  if (typeof value !== 'object' || value === null) throw new Error('`mapClaims` returned no object');
  const { isAllowed, reason, name, roles } = value as Record<keyof MappedIdentity, unknown>;
  const isSound =
    ['undefined', 'boolean'].includes(typeof isAllowed) &&
    ['undefined', 'string'].includes(typeof reason) &&
    ['undefined', 'string'].includes(typeof name) &&
    (roles === undefined || (Array.isArray(roles) && roles.every((role) => typeof role === 'string')));
  if (!isSound) throw new Error('`mapClaims` returned a field of the wrong type');
  return value;
}

/** The reason is part of the address that the browser is redirected to. */
function cut(reason: string): string {
  return cleanLine(reason, MAX_REASON_LENGTH);
}
