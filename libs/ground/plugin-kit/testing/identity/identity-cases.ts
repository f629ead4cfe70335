import { expect } from '@jest/globals';
import type { Identity, IdentityClaims, MappedIdentity } from '../../src/index.js';
import type { ContractCase } from '../contract-case.js';
import type { ClaimsSample, IdentityUnderTest } from './identity-contract.js';

/** Models and first parts of paths that belong to the host and its sign-in library. */
const OWN_MODELS = ['user', 'session', 'account', 'verification'];
const OWN_PATHS = [
  ...['/callback', '/change-email', '/change-password', '/delete-user', '/error', '/get-session', '/link-social'],
  ...['/list-accounts', '/list-sessions', '/ok', '/request-password-reset', '/reset-password', '/revoke-session'],
  ...['/send-verification-email', '/sign-in/email', '/sign-in/social', '/sign-out', '/sign-up/email', '/update-user'],
  ...['/verify-email', '/verify-password'],
];

interface BetterAuthPlugin {
  id?: unknown;
  endpoints?: Record<string, { path?: string }>;
  schema?: Record<string, { modelName?: string }>;
}

/** The cases of the contract of an identity plugin. */
export const identityCases: readonly ContractCase<IdentityUnderTest>[] = [
  {
    name: 'offers something: a plugin of better-auth or a provider',
    check: async ({ identity }) => {
      expect(pluginsOf(identity).length + (identity.signInProviders ?? []).length).toBeGreaterThan(0);
      for (const { id } of pluginsOf(identity)) expect(typeof id).toBe('string');
    },
  },
  {
    name: 'gives each provider an id and a name, and uses no id twice',
    check: async ({ identity: { signInProviders = [] } }) => {
      for (const { id, name } of signInProviders) {
        expect(id).toMatch(/^[a-z0-9][a-z0-9._-]{0,63}$/i);
        expect(name.trim()).not.toBe('');
      }
      expect(new Set(signInProviders.map(({ id }) => id)).size).toBe(signInProviders.length);
    },
  },
  {
    name: 'keeps its endpoints apart from those of the host',
    check: async ({ identity }) => {
      const paths = pluginsOf(identity).flatMap(({ endpoints = {} }) =>
        Object.values(endpoints).flatMap(({ path }) => path ?? []),
      );
      expect(paths.filter((path) => !path.startsWith('/'))).toEqual([]);
      expect(paths.filter((path) => OWN_PATHS.some((own) => path === own || path.startsWith(`${own}/`)))).toEqual([]);
      expect(new Set(paths).size).toBe(paths.length);
    },
  },
  {
    name: 'adds no column to the tables of the host',
    check: async ({ identity }) => {
      expect(modelsOf(identity).filter(({ model }) => OWN_MODELS.includes(model))).toEqual([]);
    },
  },
  {
    name: 'begins the names of its tables with its id',
    check: async ({ identity, manifest: { id } }) => {
      const prefix = `${id.replaceAll('-', '_')}_`;
      expect(modelsOf(identity).filter(({ table }) => !table.startsWith(prefix))).toEqual([]);
    },
  },
  {
    name: 'creates each of its tables in a migration',
    check: async ({ identity, manifest: { migrations = [] } }) => {
      const sql = migrations.map(({ up }) => up).join('\n');
      const creates = (table: string) => new RegExp(`create table (if not exists )?"?${table}\\b`, 'i').test(sql);
      expect(modelsOf(identity).filter(({ table }) => !creates(table))).toEqual([]);
    },
  },
  {
    name: 'each model has a prefix for its ids',
    check: async ({ identity }) => {
      const { idPrefixes = {} } = identity;
      for (const { model } of modelsOf(identity)) expect(idPrefixes[model]).toMatch(/^[a-z][a-z0-9_]{1,19}$/);
      expect(Object.keys(idPrefixes).filter((model) => OWN_MODELS.includes(model))).toEqual([]);
    },
  },
  {
    name: 'maps the claims of its samples as expected, and in the same way again',
    check: async ({ identity, samples }) => {
      for (const sample of samples) {
        expect(await map(identity, sample)).toEqual(sample.expect);
        expect(await map(identity, sample)).toEqual(sample.expect);
      }
    },
  },
  {
    name: 'throws no error for claims of any shape, and returns fields of the right types',
    check: async ({ identity, samples }) => {
      const providerIds = new Set(samples.map(({ providerId }) => providerId));
      for (const providerId of providerIds)
        for (const claims of oddClaims(samples)) expectMapped(await map(identity, { providerId, claims }));
    },
  },
  {
    name: 'gives no role to a person without claims',
    check: async ({ identity, samples: [sample] }) => {
      if (!sample) return;
      expect((await map(identity, { providerId: sample.providerId, claims: {} })).roles ?? []).toEqual([]);
    },
  },
  {
    name: 'the claims are not changed',
    check: async ({ identity, samples }) => {
      for (const sample of samples) {
        const before = structuredClone(sample.claims);
        await map(identity, sample);
        expect(sample.claims).toEqual(before);
      }
    },
  },
];

function pluginsOf({ plugins = [] }: Identity): BetterAuthPlugin[] {
  return [...(plugins as readonly BetterAuthPlugin[])];
}

function modelsOf(identity: Identity): { model: string; table: string }[] {
  return pluginsOf(identity).flatMap(({ schema = {} }) =>
    Object.entries(schema).map(([model, { modelName: table = model }]) => ({ model, table })),
  );
}

async function map(identity: Identity, sample: Omit<ClaimsSample, 'expect'>): Promise<MappedIdentity> {
  const { providerId, claims, email = 'person@example.com', isEmailVerified = true } = sample;
  const given: IdentityClaims = { providerId, email, isEmailVerified, claims };
  return (await identity.mapClaims?.(given)) ?? {};
}

/** The claims of the samples with every value replaced by one of another type. */
function oddClaims(samples: readonly ClaimsSample[]): Record<string, unknown>[] {
  const names = [...new Set(samples.flatMap(({ claims }) => Object.keys(claims)))];
  const values = [undefined, null, 7, '', 'admin', [null], { toString: null }];
  return values.map((value) => Object.fromEntries(names.map((name) => [name, value])));
}

function expectMapped(mapped: MappedIdentity): void {
  const { isAllowed, reason, name, roles } = mapped;
  expect(['undefined', 'boolean']).toContain(typeof isAllowed);
  expect(['undefined', 'string']).toContain(typeof reason);
  expect(['undefined', 'string']).toContain(typeof name);
  expect((roles ?? []).every((role) => typeof role === 'string')).toBe(true);
}
