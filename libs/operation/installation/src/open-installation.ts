import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder, type ConfigClass } from '@archivolt/plugin-kit';
import { AuthConfig } from '#config/auth';
import { DataConfig } from '#config/data';
import { ConfigurationError, readOrCreateSecret, type Environment } from '#ground/settings';
import { startEmbeddedPostgres } from '#ground/embedded-postgres';
import type { LoadedPlugin } from '#ground/plugin-host';
import { checkExternalDatabase } from './external-database.js';
import { installedPlugins, variablesWithoutEffect } from './installed-plugins.js';
import { restrictFolders } from './restrict-folders.js';
import { StartupError } from './startup-error.js';
import { readSettings, type Role, type Settings } from './settings.js';

/** One archive on this machine: its settings, data folder, database and plugins. */
export interface Installation {
  configs: ReadonlyMap<ConfigClass, object>;
  config<Config extends object>(type: ConfigClass<Config>): Config;
  plugins: LoadedPlugin[];
  dataDir: string;
  /** May lead to a connection pooler. */
  databaseUrl: string;
  /** For what needs a session of its own: migrations, and listening for notifications. */
  directDatabaseUrl: string;
  /** True when the database runs inside DATA_DIR and this process is the server that owns it. */
  ownsDatabase: boolean;
  authSecret: string;
  /**
   * Opens an installation with the same settings, plugins and secret, with another database, and with its files in another
   * folder of this machine whatever storage plugin this one uses. The caller closes it.
   */
  openElsewhere(place: { dataDir: string; databaseUrl: string }): Promise<Installation>;
  /** Stops everything that was started; call it last. */
  close(): Promise<void>;
}

export interface InstallationLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Opens the installation for a server (`owner`) or for a command (`guest`). */
export async function openInstallation(
  environment: Environment,
  role: Role,
  log: InstallationLog,
): Promise<Installation> {
  const { configs, config, plugins } = await checkedSettings(environment, role);
  const data = config(DataConfig);
  const dataDir = (data.dataDir = resolve(data.dataDir));
  await openDataFolder(dataDir);
  if (role === 'owner') {
    restrictFolders(dataDir, log);
    for (const { variable, hint } of variablesWithoutEffect(plugins, { config }, environment))
      log.warn(`Nothing reads ${variable}: ${hint}`);
  }
  const authSecret = config(AuthConfig).secret ?? ownSecret(dataDir);
  const database = await openDatabase(data, role, log);
  const openElsewhere: Installation['openElsewhere'] = (place) =>
    openInstallation(environmentElsewhere(environment, { ...place, authSecret }), 'guest', log);
  return { configs, config, plugins, dataDir, authSecret, openElsewhere, ...database };
}

const LOCAL_STORAGE = 'storage-local';

/** A setting and its file must not be set both. */
function environmentElsewhere(
  environment: Environment,
  { dataDir, databaseUrl, authSecret }: Record<'authSecret' | 'dataDir' | 'databaseUrl', string>,
): Environment {
  const unset = ['AUTH_SECRET', 'DATABASE_URL', 'DATABASE_DIRECT_URL', 'DOCUMENT_STORAGE_DRIVER', 'BACKUP_FOLDER'];
  return {
    ...environment,
    ...Object.fromEntries(unset.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, undefined])),
    DOCUMENT_STORAGE_FILESYSTEM_ROOT: undefined,
    STORAGE_PLUGIN: LOCAL_STORAGE,
    PLUGINS_DISABLED: (environment['PLUGINS_DISABLED'] ?? '')
      .split(',')
      .filter((id) => id.trim() !== LOCAL_STORAGE)
      .join(','),
    AUTH_SECRET: authSecret,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '4',
  };
}

function ownSecret(dataDir: string): string {
  try {
    return readOrCreateSecret(join(dataDir, 'secrets/auth-secret'));
  } catch (error) {
    if (isDiskFull(error)) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw new StartupError(`${message}.`);
    throw new StartupError(
      `the folder ${join(dataDir, 'secrets')} cannot be used (${code}).\n` +
        'Remedy: make it readable and writable for the user that starts Archivolt, or set AUTH_SECRET.',
    );
  }
}

/** Returns the settings of the product and of the plugins, or throws with all of their problems at once. */
async function checkedSettings(
  environment: Environment,
  role: Role,
): Promise<Omit<Settings, 'problems'> & { plugins: LoadedPlugin[] }> {
  const { configs, config, problems } = readSettings(environment, role);
  const plugins = await installedPlugins({ config }, environment).catch((error: unknown) => {
    // A missing plugin may be the result of an invalid setting, so the settings are reported first.
    if (error instanceof ConfigurationError) problems.push(...error.problems);
    else if (problems.length === 0) throw error;
    return [];
  });
  if (problems.length > 0) throw new ConfigurationError(problems);
  return { configs, config, plugins };
}

async function openDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir, 0o700);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new StartupError(
      `the data folder ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'error'}).\n` +
        'Remedy: make it writable for the user that starts Archivolt, or set DATA_DIR to a folder that is.',
    );
  }
}

/** A full disk has another remedy than missing rights; the caller that ends the process prints it. */
function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

async function openDatabase(
  data: DataConfig,
  role: Role,
  log: InstallationLog,
): Promise<Pick<Installation, 'close' | 'databaseUrl' | 'directDatabaseUrl' | 'ownsDatabase'>> {
  if (data.databaseUrl !== undefined) {
    // A command that finds no database says so at once.
    await checkExternalDatabase(data, { waitSeconds: role === 'owner' ? data.waitSeconds : 0, log });
    return {
      databaseUrl: data.databaseUrl,
      directDatabaseUrl: data.directUrl ?? data.databaseUrl,
      ownsDatabase: false,
      close: () => Promise.resolve(),
    };
  }
  const memoryBytes = data.memoryMb === undefined ? undefined : data.memoryMb * 1024 ** 2;
  const embedded = await startEmbeddedPostgres({ dataDir: data.dataDir, role, log, memoryBytes });
  const { url } = embedded;
  return {
    databaseUrl: url,
    directDatabaseUrl: url,
    ownsDatabase: role === 'owner',
    close: () => embedded.stop(),
  };
}
