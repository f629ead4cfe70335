import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataConfig } from '#config/data';
import { HealthConfig } from '#config/health';
import { clientUrl, ServerConfig } from '#config/server';
import { Clock } from '#ground/kernel';
import { Readiness } from '#ground/server-info';
import { FirstAccount } from '#people/auth/http';
import { migrateInstallation, requireCurrentSchema, type Installation } from '#operation/installation';
import { FileStore } from '#capabilities/storage';
import { ProductLogger } from './product-logger.js';
import { configureHttp } from './http/configure-http.js';
import { createFastifyAdapter } from './http/fastify-adapter.js';
import { ServerModule, type ServerOptions } from './server.module.js';
import { openWorkerProbes } from './worker-probes.js';

export interface RunningServer {
  app: INestApplicationContext;
  /** `http://…`; missing for a process that only does background work. */
  address: string | undefined;
  logger: ProductLogger;
  close(): Promise<void>;
}

const REQUESTS_END_WITHIN_MS = 8_000;

/** Applies the migrations where this process does that, then starts what PROCESS_MODE asks for. */
export async function startServer(
  installation: Installation,
  options: ServerOptions = { pollsForWork: true },
): Promise<RunningServer> {
  const logger = new ProductLogger(installation.config(ServerConfig), {
    clock: options.clock ?? new Clock(),
    databasePort: new URL(installation.databaseUrl).port || '5432',
  });
  try {
    const server = await start(installation, options, logger);
    return { ...server, logger, close: () => server.close().finally(() => logger.end()) };
  } catch (error) {
    logger.end();
    throw error;
  }
}

async function start(
  installation: Installation,
  options: ServerOptions,
  logger: ProductLogger,
): Promise<Omit<RunningServer, 'logger'>> {
  const config = installation.config(ServerConfig);
  await migrate(installation, config);
  const module = await ServerModule.forRoot(installation, options);
  // Nest would end the process on an error; the caller prints it with its remedy.
  const nestOptions = { logger, abortOnError: false, bodyParser: false };
  if (config.processMode === 'worker')
    return withProbes(
      await NestFactory.createApplicationContext(module, nestOptions),
      installation.config(HealthConfig),
    );
  const app = await NestFactory.create<NestFastifyApplication>(module, createFastifyAdapter(config), nestOptions);
  try {
    await configureHttp(app);
    if (installation.ownsDatabase) await sweepAfterCrash(app, logger);
    await app.listen(config.port, config.hostname);
  } catch (error) {
    await app.close();
    throw error;
  }
  return { app, address: await app.getUrl(), close: () => closeInTime(app) };
}

/** The port for probes is open as long as the process works on jobs. */
async function withProbes(app: INestApplicationContext, config: HealthConfig): Promise<Omit<RunningServer, 'logger'>> {
  try {
    const probes = await openWorkerProbes(app.get(Readiness, { strict: false }), config);
    const close = async (): Promise<void> => {
      probes?.close();
      await app.close();
    };
    return { app, address: undefined, close };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Finishes running requests, but gives up before a container runtime would kill the process. */
async function closeInTime(app: NestFastifyApplication): Promise<void> {
  // eslint-disable-next-line no-restricted-syntax -- container runtimes stop the process in real time
  const timer = setTimeout(() => app.getHttpServer().closeAllConnections(), REQUESTS_END_WITHIN_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}

async function migrate(installation: Installation, config: ServerConfig): Promise<void> {
  const migrates = installation.config(DataConfig).migrateOnStart ?? config.processMode === 'all';
  await (migrates ? migrateInstallation(installation) : requireCurrentSchema(installation));
}

/**
 * Removes unfinished uploads, which only a crash can have left when no other process uses the database. A file that
 * cannot be removed does not stop the start; the next sweep tries again.
 */
async function sweepAfterCrash(app: INestApplicationContext, logger: ProductLogger): Promise<void> {
  try {
    await app.get(FileStore).sweep(0, { opensReaders: false });
  } catch (error) {
    logger.error(`unfinished uploads could not be removed: ${(error as Error).message}`, undefined, 'Storage');
  }
}

/** Prints where the server is. Without any account, that begins with the page where the first one is created. */
export async function announce({ app, address, logger }: RunningServer, installation: Installation): Promise<void> {
  if (address === undefined) {
    logger.announce([`Archivolt does background work. Data: ${installation.dataDir}`]);
    return;
  }
  const firstAccount = app.get(FirstAccount);
  const { isNeeded } = await firstAccount.state();
  const page = pageAddress(installation.config(ServerConfig), address);
  logger.announce([
    '',
    `Archivolt is ready at ${address}`,
    ...(isNeeded ? firstSteps(page, await firstAccount.codeToPrint()) : []),
    `  Web page      ${page}/`,
    `  API page      ${address}/api/docs`,
    `  Data folder   ${installation.dataDir}`,
    '  API key       npm run cli -- api-key create --email you@example.com',
    '',
  ]);
}

function firstSteps(page: string, setupCode: string | undefined): string[] {
  const open = `  Open ${page}/register to create the first account`;
  if (setupCode === undefined) return [open];
  return [open, `  Set-up code   ${setupCode}   (the page asks for it; it works until there is an account)`];
}

/** The public URL if one is set; otherwise the address, by a name that browsers can open. */
function pageAddress(config: ServerConfig, address: string): string {
  if (config.appBaseUrl !== undefined || config.clientBaseUrl !== undefined) return clientUrl(config);
  return address.replace(/\/\/(0\.0\.0\.0|\[::1?\])(?=:)/, '//localhost');
}
