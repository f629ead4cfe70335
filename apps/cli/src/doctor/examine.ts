import { resolve } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type { ConfigClass, Sql } from '@archivolt/plugin-kit';
import { DataConfig } from '#config/data';
import { ExtractionConfig } from '#config/extraction';
import { PluginsConfig } from '#config/plugins';
import { ServerConfig } from '#config/server';
import { ConfigurationError, type Environment } from '#libs/config';
import { createPool, sqlOver } from '#libs/database';
import { Counters } from '#libs/history';
import { configClasses, openInstallation, readSettings, type Installation, type Settings } from '#libs/installation';
import { loadPlugins, PluginHost, type LoadedPlugin } from '#libs/plugin-host';
import { openFeatures } from '../with-features.js';
import { checkBaseUrl, checkPort } from './check-addresses.js';
import { checkCounters } from './check-counters.js';
import { checkJobs, checkSearch, checkStorage } from './check-contents.js';
import { checkDatabase, checkSchema, missingSchema } from './check-database.js';
import { checkDataFolder, checkNode } from './check-machine.js';
import { checkLanguages, checkPlugins } from './check-plugins.js';
import { checkSandbox } from './check-sandbox.js';
import { checkNames, checkSecrets, checkSettings } from './check-settings.js';
import { failure, skipped, type Finding } from './finding.js';

export interface ExamineOptions {
  /** Also correct what can be corrected without a decision. */
  fix: boolean;
}

/** Looks at everything a server needs, from the machine up to its documents. Changes nothing without `fix`. */
export async function* examine(environment: Environment, options: ExamineOptions): AsyncGenerator<Finding, void> {
  yield checkNode(process.versions.node);
  const settings = readSettings(environment, 'owner');
  const { plugins, faults } = await tryPlugins(settings, environment);
  yield* checkSettings(settings.problems);
  const pluginConfigs = plugins.flatMap(({ manifest }) => (manifest.config as ConfigClass | undefined) ?? []);
  yield* checkNames([...configClasses(), ...pluginConfigs], environment);
  if (settings.problems.length > 0) {
    yield skipped('the rest', 'cannot be judged before the settings are right');
    return;
  }
  yield* checkSecrets(settings);
  yield* faults;
  if (faults.length === 0) {
    yield* checkPlugins(plugins, environment);
    yield* checkLanguages(plugins, settings);
  }
  yield* checkBaseUrl(settings.config(ServerConfig));
  for await (const finding of checkDataFolder(resolve(settings.config(DataConfig).dataDir))) {
    yield finding;
    if (finding.state === 'wrong') return;
  }
  if (settings.config(ExtractionConfig).enabled) yield* checkSandbox(resolve(settings.config(DataConfig).dataDir));
  if (faults.length > 0) {
    yield skipped('database', 'cannot be judged before the plugins are right');
    return;
  }
  yield* examineDatabase(environment, options);
  if (settings.config(ServerConfig).processMode !== 'worker') yield await checkPort(settings.config(ServerConfig));
}

async function tryPlugins(
  { config, problems }: Settings,
  environment: Environment,
): Promise<{ plugins: LoadedPlugin[]; faults: Finding[] }> {
  try {
    return { plugins: await loadPlugins({ ...config(PluginsConfig), environment }), faults: [] };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) return { plugins: [], faults: [failure('plugin', error)] };
    problems.push(...error.problems);
    return { plugins: [], faults: [] };
  }
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function* examineDatabase(environment: Environment, options: ExamineOptions): AsyncGenerator<Finding, void> {
  let installation: Installation;
  try {
    installation = await openInstallation(environment, 'guest', silent);
  } catch (error) {
    yield failure('database', error);
    return;
  }
  try {
    yield await checkDatabase(installation);
    const missing = await missingSchema(installation);
    yield checkSchema(missing, installation);
    if (missing.length > 0) yield skipped('storage, search, jobs', 'can be judged when the migrations are applied');
    else yield* examineContents(installation, options);
  } finally {
    await installation.close();
  }
}

async function* examineContents(installation: Installation, { fix }: ExamineOptions): AsyncGenerator<Finding, void> {
  const pool = createPool(installation.databaseUrl, 2);
  const sql = sqlOver(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }));
  const host = new PluginHost(installation.plugins, { dataDir: installation.dataDir, sql, controlSql: sql });
  try {
    const storage = await attempt('storage', () => examineStorage(host, sql));
    yield storage;
    yield await attempt('search', () => examineSearch(host, sql));
    if (storage.state === 'wrong') {
      yield skipped('jobs', 'cannot be judged before the storage is right');
      return;
    }
    const app = await openFeatures(installation);
    try {
      yield* checkJobs(app);
      yield await checkCounters(app.get(Counters), { fix });
    } finally {
      await app.close();
    }
  } finally {
    await pool.end();
  }
}

async function examineStorage(host: PluginHost, sql: Sql): Promise<Finding> {
  const { plugin, declaration } = host.only('storage');
  return checkStorage(plugin.id, await declaration.create(host.servicesFor(plugin)), sql);
}

async function examineSearch(host: PluginHost, sql: Sql): Promise<Finding> {
  const { plugin, declaration } = host.only('search');
  return checkSearch(plugin.id, await declaration.create(host.servicesFor(plugin)), sql);
}

async function attempt(subject: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return failure(subject, error);
  }
}
