import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import type { ConfigClass } from '@archivolt/plugin-kit';
import { AuthConfig } from '#config/auth';
import { DataConfig } from '#config/data';
import { DocumentsConfig } from '#config/documents';
import { ExtractionConfig } from '#config/extraction';
import { OrganizationsConfig } from '#config/organizations';
import { PluginsConfig } from '#config/plugins';
import { RetentionConfig } from '#config/retention';
import { ServerConfig } from '#config/server';
import { ConfigurationError, loadConfigs, type Environment } from '#libs/config';
import { startEmbeddedPostgres } from '#libs/database';
import { loadPlugins, type LoadedPlugin } from '#libs/plugin-host';
import { keptSecret } from './kept-secret.js';

const CONFIGS: ConfigClass[] = [
  AuthConfig,
  DataConfig,
  DocumentsConfig,
  ExtractionConfig,
  OrganizationsConfig,
  PluginsConfig,
  RetentionConfig,
  ServerConfig,
];

/** A start that cannot go on; the message names cause and remedy and holds no secret. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** One archive on this machine: its settings, data folder, database and plugins. */
export interface Installation {
  configs: ReadonlyMap<ConfigClass, object>;
  config<Config extends object>(type: ConfigClass<Config>): Config;
  plugins: LoadedPlugin[];
  dataDir: string;
  databaseUrl: string;
  /** True when the database runs inside DATA_DIR and this is the server that owns it. */
  ownsDatabase: boolean;
  authSecret: string;
  /** Stops what was started; call it last. */
  close(): Promise<void>;
}

export interface InstallationLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Opens the installation for a server (`owner`) or for a command beside it (`guest`). */
export async function openInstallation(
  environment: Environment,
  role: 'guest' | 'owner',
  log: InstallationLog,
): Promise<Installation> {
  const configs = loadConfigs(CONFIGS, environment);
  const config = <Config extends object>(type: ConfigClass<Config>): Config => configs.get(type) as Config;
  const data = config(DataConfig);
  const server = config(ServerConfig);
  const dataDir = (data.dataDir = resolve(data.dataDir));
  openDataFolder(dataDir);
  const plugins = await loadPlugins({ ...config(PluginsConfig), environment });
  const authSecret = config(AuthConfig).secret ?? ownSecret(dataDir, server);
  const database = await openDatabase(data, server, role, log);
  return { configs, config, plugins, dataDir, authSecret, ...database };
}

function openDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartupError(
      `the data folder ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'error'}).\n` +
        'Remedy: make it writable for the user that starts Archivolt, or set DATA_DIR to a folder that is.',
    );
  }
}

function ownSecret(dataDir: string, server: ServerConfig): string {
  if (server.environment === 'production') {
    throw new ConfigurationError([
      {
        variable: 'AUTH_SECRET',
        message:
          'must be set in production: 32 characters or more, for instance from `openssl rand -hex 32` (AUTH_SECRET_FILE may name a file that holds it)',
      },
    ]);
  }
  return keptSecret(dataDir, 'auth-secret');
}

async function openDatabase(
  data: DataConfig,
  server: ServerConfig,
  role: 'guest' | 'owner',
  log: InstallationLog,
): Promise<Pick<Installation, 'close' | 'databaseUrl' | 'ownsDatabase'>> {
  if (data.databaseUrl !== undefined) {
    await checkReachable(data.databaseUrl);
    return { databaseUrl: data.databaseUrl, ownsDatabase: false, close: () => Promise.resolve() };
  }
  if (server.processMode !== 'all' && role === 'owner') {
    throw new ConfigurationError([
      {
        variable: 'DATABASE_URL',
        message: `must be set for PROCESS_MODE=${server.processMode}; only PROCESS_MODE=all runs its own PostgreSQL`,
      },
    ]);
  }
  const embedded = await startEmbeddedPostgres({ dataDir: data.dataDir, role, log });
  return { databaseUrl: embedded.url, ownsDatabase: role === 'owner', close: () => embedded.stop() };
}

async function checkReachable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // connect() and query() say it
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    const version = Math.floor((rows[0]?.version ?? 0) / 10_000);
    if (version < 16) throw new StartupError(`DATABASE_URL leads to PostgreSQL ${version}; 16 or later is needed.`);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const { hostname, port, pathname } = new URL(url);
    throw new StartupError(
      `the database ${pathname.slice(1)} at ${hostname}:${port || '5432'} cannot be reached: ${withoutSecrets(error, url)}.\n` +
        'Remedy: check that PostgreSQL runs there and that DATABASE_URL is right, or unset DATABASE_URL to use the embedded one.',
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

function withoutSecrets(error: unknown, url: string): string {
  const { code, message } = error as { code?: string; message?: string };
  const { password } = new URL(url);
  const text = message !== undefined && message !== '' ? message : (code ?? 'no answer');
  return password === '' ? text : text.replaceAll(decodeURIComponent(password), '***').replaceAll(password, '***');
}
