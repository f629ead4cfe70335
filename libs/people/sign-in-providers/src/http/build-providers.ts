import type { OAuthProvider } from 'better-auth';
import type { CustomProvider } from '#config/custom-provider';
import { customProvidersOf, type SignInProvidersConfig } from '#config/sign-in-providers';
import type { Clock } from '#ground/kernel';
import type { SafeHttp } from '#ground/safe-http';
import { DiscoveredProvider } from './discovered-provider.js';
import { GITHUB_SCOPES, githubProvider } from './github-provider.js';
import { oauth2Provider } from './oauth2-provider.js';
import { OAuthClient } from './oauth-client.js';
import { openIdProvider } from './oidc-provider.js';
import type { Profile } from './person.js';

const OPENID_SCOPES = ['openid', 'profile', 'email'];
const GOOGLE_DISCOVERY = 'https://accounts.google.com/.well-known/openid-configuration';

export interface BuiltProvider {
  provider: OAuthProvider<Profile>;
  name: string;
  iconUrl?: string | undefined;
}

/** The providers that the settings turn on, in the order in which pages show them. */
export function buildProviders(config: SignInProvidersConfig, http: SafeHttp, clock: Clock): BuiltProvider[] {
  return [
    ...(config.isGoogleEnabled ? [google(config, http, clock)] : []),
    ...(config.isGithubEnabled ? [github(config, http)] : []),
    ...customProvidersOf(config).map((custom) => customProvider(custom, http, clock)),
  ];
}

function google(
  { googleClientId, googleClientSecret }: SignInProvidersConfig,
  safeHttp: SafeHttp,
  clock: Clock,
): BuiltProvider {
  const clientId = required(googleClientId, 'AUTH_PROVIDERS_GOOGLE_CLIENT_ID');
  const clientSecret = required(googleClientSecret, 'AUTH_PROVIDERS_GOOGLE_CLIENT_SECRET');
  const http = safeHttp.forSettings({});
  const client = new OAuthClient(http, { id: 'google', clientId, clientSecret, scopes: OPENID_SCOPES, usesPkce: true });
  const discovered = new DiscoveredProvider(http, GOOGLE_DISCOVERY, clock);
  return {
    provider: openIdProvider({ id: 'google', name: 'Google', clientId }, { client, discovered }),
    name: 'Google',
  };
}

function github(config: SignInProvidersConfig, safeHttp: SafeHttp): BuiltProvider {
  const clientId = required(config.githubClientId, 'AUTH_PROVIDERS_GITHUB_CLIENT_ID');
  const clientSecret = required(config.githubClientSecret, 'AUTH_PROVIDERS_GITHUB_CLIENT_SECRET');
  const http = safeHttp.forSettings({ url: config.githubUrl });
  const client = new OAuthClient(http, { id: 'github', clientId, clientSecret, scopes: GITHUB_SCOPES, usesPkce: true });
  return { provider: githubProvider(config.githubUrl, client), name: 'GitHub' };
}

function customProvider(custom: CustomProvider, safeHttp: SafeHttp, clock: Clock): BuiltProvider {
  const { providerId: id, providerName: name, clientId, discoveryUrl } = custom;
  const { authorizationUrl, tokenUrl, userInfoUrl } = custom;
  // Only the hosts of these addresses may be in the own network.
  const http = safeHttp.forSettings({ discoveryUrl, authorizationUrl, tokenUrl, userInfoUrl });
  const isOpenId = custom.type !== 'oauth2' && discoveryUrl !== undefined;
  const client = new OAuthClient(http, {
    id,
    clientId,
    clientSecret: custom.clientSecret,
    redirectURI: custom.redirectURI,
    scopes: custom.scopes ?? (isOpenId ? OPENID_SCOPES : []),
    prompt: custom.prompt,
    accessType: custom.accessType,
    usesPkce: custom.pkce ?? true,
  });
  const callbackPath = `/oauth2/callback/${id}`;
  if (isOpenId) {
    const discovered = new DiscoveredProvider(http, discoveryUrl, clock);
    const provider = openIdProvider({ id, name, clientId, callbackPath }, { client, discovered });
    return { provider, name, iconUrl: custom.providerIconUrl };
  }
  const addresses = {
    authorizationUrl: authorizationUrl ?? '',
    tokenUrl: tokenUrl ?? '',
    userInfoUrl: userInfoUrl ?? '',
  };
  return {
    provider: oauth2Provider({ id, name, callbackPath, addresses }, client),
    name,
    iconUrl: custom.providerIconUrl,
  };
}

function required(value: string | undefined, setting: string): string {
  if (value === undefined) throw new Error(`${setting} is missing; the provider is enabled`);
  return value;
}
