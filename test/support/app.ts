import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import pg from 'pg';
import { PluginsConfig } from '#config/plugins';
import { ServerConfig } from '#config/server';
import { CreateApiKey, CreateUser, PasswordHasher } from '#people/auth';
import { POSTGRES_POOL } from '#ground/database';
import { PERMISSIONS, type Permission } from '#ground/http-kit';
import { migrateInstallation, openInstallation, type Installation } from '#operation/installation';
import { PluginSubscribers } from '#automation/plugin-subscribers';
import { JobQueue, Scheduler } from '#ground/jobs';
import type { LoadedPlugin } from '#ground/plugin-host';
import { startServer } from '../../apps/server/src/start-server.js';
import { ApiClient } from './api-client.js';
import { createMigratedDatabase } from './database.js';
import { LockOrder } from './lock-order.js';
import { moveTime } from './movable-time.js';
import { TestClock } from './test-clock.js';

/** The whole server with real HTTP, PostgreSQL and files; jobs wait until `drain()`, unless it `pollsForWork`. */
export interface TestApp {
  baseUrl: string;
  app: INestApplicationContext;
  installation: Installation;
  dataDir: string;
  /** Runs jobs until none is waiting. */
  drain(): Promise<void>;
  /**
   * Moves the time of the server and of its database forward. What timers and scheduled tasks then start has only begun
   * when this returns; `drain()` finishes the jobs.
   */
  advance(ms: number): Promise<void>;
  /** A new user with an API key, and with the password `correct horse`. */
  aUser(options?: { email?: string; permissions?: readonly Permission[] }): Promise<{ userId: string; api: ApiClient }>;
  /** A new user with an organization and a key that has all permissions. */
  anArchive(name?: string): Promise<{ userId: string; organizationId: string; api: ApiClient }>;
  close(): Promise<void>;
}

/** All users of a test share one address, so the limits per address are raised. */
const ONE_ADDRESS_FOR_ALL = {
  AUTH_ATTEMPTS_PER_ADDRESS: '1000',
  AUTH_REQUESTS_PER_ADDRESS: '10000',
  AUTH_PASSWORD_QUEUE_PER_ADDRESS: '50',
};

const PASSWORD = 'correct horse';
const HASH_OF_PASSWORD =
  'f099286e053c1d78bec7acec64fa9cc6:eba68e501a71bf1b0630b0a49402dd3cb8d6d566d4a0e46c9d4eb4a9295a3c8b4a318f432e5d9f8a30e8e494d9dacb29439d6f516b075b5fe6e160f3f11a5741';

/** A hash costs as much as many requests: each password is hashed once, and verified once with each hash. */
function hashOnce(app: INestApplicationContext): void {
  const hasher = app.get(PasswordHasher, { strict: false });
  const hash = hasher.hash.bind(hasher);
  const verify = hasher.verify.bind(hasher);
  const hashes = new Map([[PASSWORD, Promise.resolve(HASH_OF_PASSWORD)]]);
  const verified = new Map([[`${HASH_OF_PASSWORD} ${PASSWORD}`, Promise.resolve(true)]]);
  hasher.hash = (password) => once(hashes, password, () => hash(password));
  hasher.verify = (asked) => once(verified, `${asked.hash} ${asked.password}`, () => verify(asked));
}

function once<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

const silent = { info: () => undefined, warn: () => undefined, error: (message: string) => console.error(message) };

/**
 * Starts the server. `environment` holds settings as an operator writes them: `{ DOCUMENT_STORAGE_MAX_UPLOAD_SIZE:
 * '1000' }`. Another schema needs another `template` name. `choices` are the settings that choose among `plugins`. With
 * AUTH_PASSWORD_THREADS every password is hashed each time.
 */
export async function startApp(
  environment: Record<string, string> = {},
  options: {
    pollsForWork?: boolean;
    plugins?: LoadedPlugin[];
    choices?: Partial<PluginsConfig>;
    template?: string;
    /** For browsers, which must know the address before the server starts; any free one without it. */
    port?: number;
  } = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-app-'));
  const settings = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    DATABASE_POOL_SIZE: '12',
    ...ONE_ADDRESS_FOR_ALL,
    WEBHOOK_URL_ALLOWED_HOSTNAMES: '127.0.0.9', // for tests that only need a webhook that may be saved
    ...environment,
  };
  const database = await createMigratedDatabase(async (url) => {
    const installation = await openInstallation({ ...settings, DATABASE_URL: url }, 'guest', silent);
    await migrateInstallation(installation);
  }, options.template ?? 'product');
  const installation = await openInstallation({ ...settings, DATABASE_URL: database.url }, 'owner', silent);
  installation.config(ServerConfig).port = options.port ?? 0; // 0: any free one
  installation.plugins.push(...(options.plugins ?? []));
  Object.assign(installation.config(PluginsConfig), options.choices);
  if (environment['SEARCH_PLUGIN'] !== undefined) await keepIndexBy(environment['SEARCH_PLUGIN'], installation);
  const clock = new TestClock();
  const server = await startServer(installation, { pollsForWork: options.pollsForWork ?? false, clock });
  const { app } = server;
  if (!('AUTH_PASSWORD_THREADS' in environment)) hashOnce(app);
  const baseUrl = server.address ?? '';
  const lockOrder = new LockOrder(app.get<pg.Pool>(POSTGRES_POOL, { strict: false }));
  let users = 0;

  const aUser: TestApp['aUser'] = async ({
    email = `user${(users += 1)}@example.com`,
    permissions = PERMISSIONS,
  } = {}) => {
    const { userId } = await app.get(CreateUser, { strict: false }).execute({ email, password: PASSWORD });
    const { token } = await app.get(CreateApiKey, { strict: false }).execute({ userId, name: 'test', permissions });
    return { userId, api: new ApiClient(baseUrl, token) };
  };

  return {
    baseUrl,
    app,
    installation,
    dataDir,
    aUser,
    drain: () => app.get(JobQueue).drain(),
    advance: async (ms) => {
      await moveTime(database.url, clock.movedMs + ms);
      clock.advance(ms);
      await app.get(Scheduler, { strict: false }).requestDue();
    },
    anArchive: async (name = 'Test archive') => {
      const { userId, api } = await aUser();
      const { body } = await api.post<{ organization: { id: string } }>('/api/organizations', { name });
      return { userId, api, organizationId: body.organization.id };
    },
    close: async () => {
      const subscribers = app.get(PluginSubscribers, { strict: false });
      await server.close();
      subscribers.release();
      await installation.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      lockOrder.assertKept();
    },
  };
}

/** The empty index is complete for this plugin, as if it had been chosen before the first document. */
async function keepIndexBy(pluginId: string, { databaseUrl, plugins }: Installation): Promise<void> {
  const search = plugins.find(({ id }) => id === pluginId)?.manifest.provides.search;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('update search_index set plugin_id = $1, index_version = $2', [pluginId, search?.indexVersion]);
  } finally {
    await client.end();
  }
}
