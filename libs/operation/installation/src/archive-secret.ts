import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AuthConfig } from '#config/auth';
import { DataConfig } from '#config/data';
import { ConfigurationError, type Environment } from '#ground/settings';
import { readSettings, type Settings } from './settings.js';
import { StartupError } from './startup-error.js';

/** The settings and the secret of the archive, for what needs no database. Creates nothing. */
export function archiveSecret(environment: Environment): Pick<Settings, 'config'> & { authSecret: string } {
  const { config, problems } = readSettings(environment, 'guest');
  if (problems.length > 0) throw new ConfigurationError(problems);
  const file = join(resolve(config(DataConfig).dataDir), 'secrets/auth-secret');
  const own = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  const authSecret = config(AuthConfig).secret ?? own;
  if (authSecret !== '') return { config, authSecret };
  throw new StartupError(
    `the secret of the archive is neither in AUTH_SECRET nor in ${file}.\n` +
      'Remedy: set AUTH_SECRET, or DATA_DIR to the folder that has the secret.',
  );
}
