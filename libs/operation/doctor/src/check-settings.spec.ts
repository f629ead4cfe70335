import { describe, expect, it } from '@jest/globals';
import { definePlugin } from '@archivolt/plugin-kit';
import type { LoadedPlugin } from '#ground/plugin-host';
import { readSettings } from '#operation/installation';
import { checkSignIn } from './check-settings.js';

const WITHOUT_PASSWORDS = { AUTH_PROVIDERS_EMAIL_IS_ENABLED: 'false' };
const CUSTOM = {
  providerId: 'acme',
  providerName: 'Acme',
  clientId: 'archivolt',
  clientSecret: 'secret',
  discoveryUrl: 'https://id.acme.example/.well-known/openid-configuration',
};
const IDENTITY: LoadedPlugin = {
  ...{ id: 'identity-acme', packageName: 'identity-acme', version: '1.0.0', kinds: ['identity'], config: undefined },
  manifest: definePlugin({
    id: 'identity-acme',
    contract: 2,
    provides: { identity: { create: () => Promise.reject(new Error('not opened')) } },
  }),
};

const check = (environment: Record<string, string>, plugins: readonly LoadedPlugin[] = []) =>
  [...checkSignIn(readSettings(environment, 'owner'), plugins)].map(({ status, message }) => [status, message]);

describe('the check of the ways to sign in', () => {
  it('the check says nothing while people sign in by password', () => {
    expect(check({})).toEqual([]);
  });

  it('the check warns when there is no way to sign in', () => {
    expect(check(WITHOUT_PASSWORDS)).toEqual([['warning', expect.stringContaining('no way to sign in')]]);
  });

  it.each([
    ['GitHub', { AUTH_PROVIDERS_GITHUB_IS_ENABLED: 'true' }, []],
    ['Google', { AUTH_PROVIDERS_GOOGLE_IS_ENABLED: 'true' }, []],
    ['a custom provider', { AUTH_PROVIDERS_CUSTOMS: JSON.stringify([CUSTOM]) }, []],
    ['an identity plugin', {}, [IDENTITY]],
  ])('the check accepts %s as the only way to sign in', (_, settings, plugins) => {
    expect(check({ ...WITHOUT_PASSWORDS, ...settings }, plugins)).toEqual([
      ['ok', expect.stringContaining('accounts elsewhere only')],
    ]);
  });
});
