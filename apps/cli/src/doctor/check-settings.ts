import type { ConfigClass } from '@archivolt/plugin-kit';
import { AuthConfig } from '#config/auth';
import { ServerConfig } from '#config/server';
import { likelyTypos, type ConfigProblem, type Environment } from '#libs/config';
import type { Settings } from '#libs/installation';
import { doubtful, fine, wrong, type Finding } from './finding.js';

export function* checkSettings(problems: readonly ConfigProblem[]): Generator<Finding, void> {
  for (const { variable, message } of problems) {
    yield wrong(
      'settings',
      `${variable}: ${message}`,
      `correct ${variable}; the rules: docs/reference/configuration.md`,
    );
  }
  if (problems.length === 0) yield fine('settings', 'valid');
}

export function* checkNames(types: readonly ConfigClass[], environment: Environment): Generator<Finding, void> {
  for (const { variable, hint } of likelyTypos(types, environment)) {
    yield doubtful('settings', `nothing reads ${variable}`, hint);
  }
}

export function* checkSecrets({ config }: Settings): Generator<Finding, void> {
  const { secret, isEmailProviderEnabled } = config(AuthConfig);
  const { environment } = config(ServerConfig);
  if (secret !== undefined) yield fine('secrets', 'AUTH_SECRET is set');
  else if (environment === 'production') {
    yield wrong('secrets', 'AUTH_SECRET is not set', 'set it to the output of `openssl rand -hex 32`.');
  } else yield fine('secrets', 'made at the first start and kept in the data folder');
  if (!isEmailProviderEnabled) {
    yield doubtful(
      'sign-in',
      'AUTH_PROVIDERS_EMAIL_IS_ENABLED=false leaves no way to sign in; API keys work',
      'set it to true, unless that is meant.',
    );
  }
}
