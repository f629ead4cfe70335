import { describe } from '@jest/globals';
import type { Identity, IdentityClaims, MappedIdentity } from '@archivolt/plugin-kit';
import { identityCases, type IdentityUnderTest } from '@archivolt/plugin-kit/testing';
import { itCatches } from './broken.js';

const badge = {
  id: 'badge',
  endpoints: { signIn: { path: '/badge/sign-in' } },
  schema: { badge: { modelName: 'identity_acme_badge', fields: {} } },
};
const soundMapping = ({ claims: { name, group } }: IdentityClaims): MappedIdentity => ({
  ...(typeof name === 'string' && { name }),
  roles: group === 'it' ? ['admin'] : [],
});

function target(changes: Partial<Identity> = {}, up = 'create table identity_acme_badge (id text)') {
  return (): IdentityUnderTest => ({
    manifest: { id: 'identity-acme', migrations: [{ name: '0001-badge', up }] },
    identity: {
      plugins: [badge],
      idPrefixes: { badge: 'bdg' },
      signInProviders: [{ id: 'acme', name: 'Acme' }],
      mapClaims: soundMapping,
      ...changes,
    },
    samples: [
      { providerId: 'acme', claims: { name: 'Ada', group: 'it' }, expect: { name: 'Ada', roles: ['admin'] } },
      { providerId: 'acme', claims: { name: 'Bob', group: 'cook' }, expect: { name: 'Bob', roles: [] } },
    ],
  });
}

const withEndpoint = (path: string) => target({ plugins: [{ ...badge, endpoints: { signIn: { path } } }] });
const withModel = (model: string, modelName: string) =>
  target({ plugins: [{ ...badge, schema: { [model]: { modelName } } }] });
let calls = 0;

describe('the contract of identity plugins', () => {
  itCatches(identityCases, target(), [
    [
      'offers something: a plugin of better-auth or a provider',
      'offers nothing',
      target({ plugins: [], signInProviders: [] }),
    ],
    [
      'gives each provider an id and a name, and uses no id twice',
      'has a provider without a name',
      target({ signInProviders: [{ id: 'acme', name: ' ' }] }),
    ],
    [
      'gives each provider an id and a name, and uses no id twice',
      'has a provider id with a path in it',
      target({ signInProviders: [{ id: 'a/../b', name: 'Acme' }] }),
    ],
    [
      'keeps its endpoints apart from those of the host',
      'replaces the sign-in by password',
      withEndpoint('/sign-in/email'),
    ],
    ['adds no column to the tables of the host', 'adds a column to users', withModel('user', 'identity_acme_user')],
    ['begins the names of its tables with its id', 'has a table of any name', withModel('badge', 'badge')],
    ['creates each of its tables in a migration', 'has no migration', target({}, 'create table other (id text)')],
    ['each model has a prefix for its ids', 'has none', target({ idPrefixes: {} })],
    [
      'each model has a prefix for its ids',
      'changes the ids of users',
      target({ idPrefixes: { badge: 'bdg', user: 'person' } }),
    ],
    [
      'maps the claims of its samples as expected, and in the same way again',
      'forgets the role at the second sign-in',
      target({ mapClaims: (claims) => ((calls += 1) === 1 ? soundMapping(claims) : { name: 'Ada' }) }),
    ],
    [
      'throws no error for claims of any shape, and returns fields of the right types',
      'trusts the type of a claim',
      target({ mapClaims: (claims) => ({ ...soundMapping(claims), name: claims.claims['name'] as string }) }),
    ],
    [
      'throws no error for claims of any shape, and returns fields of the right types',
      'throws for a missing claim',
      target({ mapClaims: (claims) => ({ ...soundMapping(claims), name: (claims.claims['name'] as string).trim() }) }),
    ],
    [
      'gives no role to a person without claims',
      'makes everyone but known groups an administrator',
      target({
        mapClaims: ({ claims }) => ({
          name: String(claims['name']),
          roles: claims['group'] === 'cook' ? [] : ['admin'],
        }),
      }),
    ],
    [
      'the claims are not changed',
      'removes a claim that it has used',
      target({
        mapClaims: (given) => {
          const mapped = soundMapping(given);
          delete (given.claims as Record<string, unknown>)['group'];
          return mapped;
        },
      }),
    ],
  ]);
});
