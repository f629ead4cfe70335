import { AuthConfig } from '#config/auth';
import { ServerConfig } from '#config/server';
import { customProvidersOf, SignInProvidersConfig } from '#config/sign-in-providers';
import type { ConfigProblem, UnreadVariable } from '#ground/settings';
import type { Settings } from '#operation/installation';
import type { CheckReport } from '#ground/features';
import type { LoadedPlugin } from '#ground/plugin-host';
import { ok, problem, warning } from './report.js';

export function* checkSettings(problems: readonly ConfigProblem[]): Generator<CheckReport, void> {
  for (const { variable, message } of problems) {
    yield problem(
      'settings',
      `${variable}: ${message}`,
      `correct ${variable}; the rules: docs/reference/configuration.md`,
    );
  }
  if (problems.length === 0) yield ok('settings', 'valid');
}

export function* checkNames(unread: readonly UnreadVariable[]): Generator<CheckReport, void> {
  for (const { variable, hint } of unread) yield warning('settings', `nothing reads ${variable}`, hint);
}

export function* checkSecrets({ config }: Settings): Generator<CheckReport, void> {
  const { secret } = config(AuthConfig);
  const { environment } = config(ServerConfig);
  if (secret !== undefined) yield ok('secrets', 'AUTH_SECRET is set');
  else if (environment === 'production') {
    yield problem('secrets', 'AUTH_SECRET is not set', 'set it to the output of `openssl rand -hex 32`.');
  } else yield ok('secrets', 'made at the first start and kept in the data folder');
}

export function* checkSignIn({ config }: Settings, plugins: readonly LoadedPlugin[]): Generator<CheckReport, void> {
  if (config(AuthConfig).isEmailProviderEnabled) return;
  const providers = config(SignInProvidersConfig);
  const hasProviders =
    providers.isGithubEnabled ||
    providers.isGoogleEnabled ||
    customProvidersOf(providers).length > 0 ||
    plugins.some(({ manifest }) => manifest.provides.identity !== undefined);
  if (hasProviders) yield ok('sign-in', 'with accounts elsewhere only (AUTH_PROVIDERS_EMAIL_IS_ENABLED=false)');
  else {
    yield warning(
      'sign-in',
      'AUTH_PROVIDERS_EMAIL_IS_ENABLED=false leaves no way to sign in; API keys work',
      'set it to true, or set up a provider (docs/guides/sign-in.md), unless that is meant.',
    );
  }
}
