import { describe, expect, it } from '@jest/globals';
import type { Identity } from '@archivolt/plugin-kit';
import { mistakeInIdentity } from './identity-mistakes.js';

const model = (name: string, modelName?: string) => [{ id: 'badge', schema: { [name]: { modelName } } }];
const other = { pluginId: 'identity-other', identity: { signInProviders: [{ id: 'acme', name: 'Acme' }] } };

describe('mistakeInIdentity', () => {
  it('accepts a plugin with its own table and provider', () => {
    const identity = {
      plugins: model('badge', 'identity_badge_badge'),
      idPrefixes: { badge: 'bdg' },
      signInProviders: [{ id: 'badge', name: 'Badge' }],
    };
    expect(mistakeInIdentity('identity-badge', identity, [other])).toBeUndefined();
  });

  it.each<[Identity, string]>([
    [{ plugins: [{}] }, '`plugins` is not a list of plugins of better-auth, each with an `id`'],
    [{ plugins: {} as never }, '`plugins` is not a list of plugins of better-auth, each with an `id`'],
    [{ mapClaims: 'x' as never }, '`mapClaims` is not a function'],
    [{ signInProviders: [{ id: 'a b', name: 'A' }] }, 'the provider "a b" in `signInProviders`'],
    [{ signInProviders: [{ id: 'acme', name: 'Acme' }] }, 'the provider acme in `signInProviders` is there already'],
    [{ plugins: model('user') }, 'it adds columns to the table of user'],
    [{ plugins: model('badge') }, 'set `modelName` to a name that begins with identity_badge_'],
    [{ plugins: model('badge', 'identity_badge_b') }, '`idPrefixes` lacks the prefix for the ids of its model badge'],
    [{ idPrefixes: { user: 'person' } }, '`idPrefixes` names user, whose ids belong to the product'],
    [{ idPrefixes: { badge: 'usr' } }, 'the prefix "usr" in `idPrefixes` is in use'],
  ])('names the mistake in %j', (identity, mistake) => {
    expect(mistakeInIdentity('identity-badge', identity, [other])).toContain(mistake);
  });
});
