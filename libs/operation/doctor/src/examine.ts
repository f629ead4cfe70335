import { resolve } from 'node:path';
import { DataConfig } from '#config/data';
import { ExtractionConfig } from '#config/extraction';
import { HealthConfig } from '#config/health';
import { ServerConfig } from '#config/server';
import { ConfigurationError, type Environment } from '#ground/settings';
import { Diagnostics, type CheckReport } from '#ground/features';
import {
  installedPlugins,
  variablesWithoutEffect,
  openFeatures,
  openInstallation,
  readSettings,
  schemaState,
  type Installation,
  type Settings,
} from '#operation/installation';
import { PluginsError, type LoadedPlugin } from '#ground/plugin-host';
import { checkBaseUrl, checkPort } from './check-addresses.js';
import { checkDatabase, checkSchema } from './check-database.js';
import { checkDatabaseSizes } from './check-database-sizes.js';
import { checkDataFolder, checkFreeSpace, checkNode } from './check-machine.js';
import { checkLanguages, checkPlugins } from './check-plugins.js';
import { checkSandbox } from './check-sandbox.js';
import { checkNames, checkSecrets, checkSettings, checkSignIn } from './check-settings.js';
import { failure, skipped } from './report.js';

export interface ExamineOptions {
  /** Also correct what can be corrected without a decision. */
  fix: boolean;
  signal: AbortSignal;
}

/**
 * Checks everything that a server needs, from the machine up to its documents, also where a server could not start:
 * first the machine, settings, plugins and database, then what the features contribute. Changes nothing without `fix`.
 * Never throws: what cannot be examined is a problem, too.
 */
export async function* examine(environment: Environment, options: ExamineOptions): AsyncGenerator<CheckReport> {
  try {
    yield* examineAll(environment, options);
  } catch (error) {
    yield failure('doctor', error);
  }
}

async function* examineAll(environment: Environment, options: ExamineOptions): AsyncGenerator<CheckReport> {
  yield checkNode(process.versions.node);
  const settings = readSettings(environment, 'owner');
  const { plugins, faults } = await tryPlugins(settings, environment);
  yield* checkSettings(settings.problems);
  yield* checkNames(variablesWithoutEffect(plugins, settings, environment));
  if (settings.problems.length > 0) {
    yield skipped('the rest', 'cannot be judged before the settings are right');
    return;
  }
  yield* checkSecrets(settings);
  yield* faults;
  if (faults.length === 0) {
    yield* checkSignIn(settings, plugins);
    yield* checkPlugins(plugins, environment, settings);
    yield* checkLanguages(plugins, settings);
  }
  yield* checkBaseUrl(settings.config(ServerConfig));
  const dataDir = resolve(settings.config(DataConfig).dataDir);
  const isUsable = yield* checkDataFolder(dataDir);
  if (isUsable && settings.config(ExtractionConfig).enabled) yield* checkSandbox(dataDir);
  let hasJudgedSpace = false;
  if (!isUsable) yield skipped('sandbox, database', 'can be judged when the data folder can be used');
  else if (faults.length > 0) yield skipped('database', 'cannot be judged before the plugins are right');
  else hasJudgedSpace = yield* examineDatabase(environment, options);
  if (!hasJudgedSpace) yield await checkFreeSpace(dataDir, settings.config(HealthConfig).freeSpaceMb);
  if (settings.config(ServerConfig).processMode !== 'worker') yield await checkPort(settings.config(ServerConfig));
}

async function tryPlugins(
  settings: Settings,
  environment: Environment,
): Promise<{ plugins: LoadedPlugin[]; faults: CheckReport[] }> {
  try {
    return { plugins: await installedPlugins(settings, environment), faults: [] };
  } catch (error) {
    if (error instanceof PluginsError)
      return { plugins: [], faults: error.messages.map((message) => failure('plugin', new Error(message))) };
    if (!(error instanceof ConfigurationError)) return { plugins: [], faults: [failure('plugin', error)] };
    settings.problems.push(...error.problems);
    return { plugins: [], faults: [] };
  }
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Returns whether the checks of the features have run. */
async function* examineDatabase(
  environment: Environment,
  options: ExamineOptions,
): AsyncGenerator<CheckReport, boolean> {
  let installation: Installation;
  try {
    installation = await openInstallation(environment, 'guest', silent);
  } catch (error) {
    yield failure('database', error);
    return false;
  }
  try {
    yield await checkDatabase(installation);
    yield await checkDatabaseSizes(installation);
    const schema = await schemaState(installation);
    yield checkSchema(schema, installation);
    if (schema.missing.length === 0 && schema.newer === undefined) return yield* examineFeatures(installation, options);
    yield skipped('storage, search, jobs', 'can be judged when the migrations are those of this version');
    return false;
  } catch (error) {
    yield failure('database', error);
    return false;
  } finally {
    await installation.close();
  }
}

async function* examineFeatures(
  installation: Installation,
  { fix, signal }: ExamineOptions,
): AsyncGenerator<CheckReport, boolean> {
  let app: Awaited<ReturnType<typeof openFeatures>>;
  try {
    app = await openFeatures(installation, []); // its own reports say what is wrong, without the stacks of the log
  } catch (error) {
    yield failure('features', error);
    return false;
  }
  try {
    yield* app.get(Diagnostics, { strict: false }).run(signal, { fix });
    return true;
  } finally {
    await app.close();
  }
}
