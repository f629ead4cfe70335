import { describe, expect, it } from '@jest/globals';
import { readCustomProviders } from './custom-provider.config.js';

const SECRET = 'a-secret-that-no-message-may-show';
const ACME = {
  providerId: 'acme',
  providerName: 'Acme',
  clientId: 'id',
  clientSecret: SECRET,
  discoveryUrl: 'https://id.acme.example/.well-known/openid-configuration',
};
const problemOf = (given: unknown): string => {
  const read = readCustomProviders(typeof given === 'string' ? given : JSON.stringify(given));
  return Array.isArray(read) ? 'no problem' : read.problem;
};

describe('the list of custom providers', () => {
  it('custom providers are read with all the keys of the contract', () => {
    const given = {
      ...ACME,
      providerIconUrl: 'https://acme.example/icon.svg',
      type: 'oidc',
      scopes: ['openid'],
      redirectURI: 'https://archive.example/api/auth/oauth2/callback/acme',
      responseType: 'code',
      prompt: 'select_account',
      pkce: false,
      accessType: 'offline',
      claims: {
        roles: 'groups',
        administrators: ['it'],
        organizations: [{ value: 'finance', organizationId: `org_${'a'.repeat(24)}`, role: 'member' }],
      },
    };
    expect(readCustomProviders(JSON.stringify([given]))).toEqual([given]);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', '[{', 'must be JSON'],
    ['an object', ACME, 'must be a list'],
    ['no object in the list', [1], 'provider 1: must be an object'],
    ['a key that does not exist', [{ ...ACME, discoverUrl: 'x' }], 'property discoverUrl should not exist'],
    ['a missing secret', [{ ...ACME, clientSecret: undefined }], 'clientSecret must be'],
    ['a secret that is a list', [{ ...ACME, clientSecret: [SECRET] }], 'clientSecret must be'],
    ['an id that cannot be part of a path', [{ ...ACME, providerId: 'a/b' }], 'providerId must have'],
    ['an id of the product', [{ ...ACME, providerId: 'github' }], 'providerId cannot be github'],
    ['an id twice', [ACME, ACME], 'provider 2: another one has the providerId acme'],
    ['OpenID Connect without discovery', [{ ...ACME, type: 'oidc', discoveryUrl: undefined }], 'the type oidc needs'],
    ['no address', [{ ...ACME, discoveryUrl: undefined }], 'needs discoveryUrl, or'],
    ['an address that cannot be opened', [{ ...ACME, discoveryUrl: 'javascript:alert(1)' }], 'discoveryUrl must be'],
    ['claims without the name of a claim', [{ ...ACME, claims: {} }], 'claims: roles must be'],
    [
      'claims that make an owner',
      [
        {
          ...ACME,
          claims: {
            roles: 'g',
            organizations: [{ value: 'a', organizationId: `org_${'a'.repeat(24)}`, role: 'owner' }],
          },
        },
      ],
      'role must be one of',
    ],
  ])('custom providers are refused with %s, without showing secrets', (_, given, problem) => {
    expect(problemOf(given)).toContain(problem);
    expect(problemOf(given)).not.toContain(SECRET);
  });
});
