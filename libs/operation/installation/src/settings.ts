import type { ConfigClass } from '@archivolt/plugin-kit';
import { AuthConfig } from '#config/auth';
import { DataConfig } from '#config/data';
import { IntakeEmailsConfig } from '#config/intake-emails';
import { PluginsConfig } from '#config/plugins';
import { ServerConfig } from '#config/server';
import { loadConfig, missingProtection, type ConfigProblem, type Environment } from '#ground/settings';
import { FEATURES } from './features.js';

/** Every class of settings, except those of plugins. */
export const configClasses = (): ConfigClass[] => [
  ServerConfig,
  DataConfig,
  ...FEATURES.flatMap(({ config = [] }) => config),
  PluginsConfig,
];

/** `owner` is a server, `guest` a command that may run next to a server. */
export type Role = 'guest' | 'owner';

export interface Settings {
  configs: ReadonlyMap<ConfigClass, object>;
  config<Config extends object>(type: ConfigClass<Config>): Config;
  /** All problems of the settings. */
  problems: ConfigProblem[];
}

export function readSettings(environment: Environment, role: Role): Settings {
  const configs = new Map<ConfigClass, object>();
  const problems: ConfigProblem[] = [];
  for (const type of configClasses()) {
    const loaded = loadConfig(type, environment);
    configs.set(type, loaded.config);
    problems.push(...loaded.problems);
  }
  const config = <Config extends object>(type: ConfigClass<Config>): Config => configs.get(type) as Config;
  const named = new Set(problems.map(({ variable }) => variable));
  const combined = [
    ...secretProblems(config),
    ...databaseProblems(config, role),
    ...proxyProblems(config),
    ...intakeEmailProblems(config),
    ...foreignVariables(environment),
    ...missingProtection(environment),
  ];
  problems.push(...combined.filter(({ variable }) => !named.has(variable)));
  return { configs, config, problems };
}

type Read = Settings['config'];

const SECRET_REMEDY =
  '32 characters or more, for instance from `openssl rand -hex 32` (AUTH_SECRET_FILE may name a file that contains it)';

/** Words of example secrets. A random secret of 32 characters practically never contains one of them. */
const EXAMPLE =
  /change.?(me|this|it)|replace.?(me|this|it)|example|placeholder|your.?secret|default|(?<letter>.)\k<letter>{7}|1234567|abcdefg/i;

function secretProblems(config: Read): ConfigProblem[] {
  const { secret } = config(AuthConfig);
  if (config(ServerConfig).environment !== 'production') return [];
  if (secret === undefined) {
    return [{ variable: 'AUTH_SECRET', message: `must be set in production: ${SECRET_REMEDY}` }];
  }
  if (!EXAMPLE.test(secret) && new Set(secret).size >= 8) return [];
  return [
    {
      variable: 'AUTH_SECRET',
      message: `looks like an example, which is not secret; set your own: ${SECRET_REMEDY}`,
    },
  ];
}

function databaseProblems(config: Read, role: Role): ConfigProblem[] {
  const { processMode } = config(ServerConfig);
  const { databaseUrl, directUrl } = config(DataConfig);
  if (directUrl !== undefined && databaseUrl === undefined)
    return [{ variable: 'DATABASE_DIRECT_URL', message: 'cannot be set without DATABASE_URL' }];
  if (role === 'guest' || processMode === 'all' || databaseUrl !== undefined) return [];
  return [
    {
      variable: 'DATABASE_URL',
      message: `must be set for PROCESS_MODE=${processMode}; only PROCESS_MODE=all runs its own PostgreSQL`,
    },
  ];
}

function proxyProblems(config: Read): ConfigProblem[] {
  const { trustedProxies, trustedProxyHops } = config(ServerConfig);
  if (trustedProxyHops === 0 || trustedProxies.length === 0) return [];
  return [
    {
      variable: 'SERVER_TRUSTED_PROXY_HOPS',
      message: 'cannot be set together with SERVER_TRUSTED_PROXIES; unset it if the addresses of the proxies are known',
    },
  ];
}

function intakeEmailProblems(config: Read): ConfigProblem[] {
  const { isEnabled, webhookSecret } = config(IntakeEmailsConfig);
  if (!isEnabled) return [];
  const problems: ConfigProblem[] = [];
  if (webhookSecret === undefined)
    problems.push({
      variable: 'INTAKE_EMAILS_WEBHOOK_SECRET',
      message:
        'must be set when INTAKE_EMAILS_IS_ENABLED is true: 16 to 128 characters, for instance from `openssl rand -hex 32`',
    });
  return problems;
}

/** Variables that the sign-in library reads itself: they would override settings that are validated here. */
const FOREIGN: readonly [variable: string, instead: string][] = [
  ['BETTER_AUTH_SECRETS', 'unset it and put the secret into AUTH_SECRET'],
  ['BETTER_AUTH_TRUSTED_ORIGINS', 'unset it and list the origins in TRUSTED_ORIGINS'],
];

function foreignVariables(environment: Environment): ConfigProblem[] {
  return FOREIGN.filter(([variable]) => environment[variable]?.trim()).map(([variable, instead]) => ({
    variable,
    message: `is not a setting of Archivolt; ${instead}`,
  }));
}
