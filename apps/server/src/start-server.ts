import { type INestApplicationContext, type LogLevel } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataConfig } from '#config/data';
import { clientUrl, ServerConfig } from '#config/server';
import { FirstAccount } from '#people/auth/http';
import { migrateInstallation, requireCurrentSchema, type Installation } from '#operation/installation';
import { FileStore } from '#capabilities/storage';
import { ProductLogger } from './product-logger.js';
import { configureHttp } from './http/configure-http.js';
import { createFastifyAdapter } from './http/fastify-adapter.js';
import { ServerModule, type ServerOptions } from './server.module.js';

export interface RunningServer {
  app: INestApplicationContext;
  /** `http://…`; missing for a process that only does background work. */
  address: string | undefined;
  close(): Promise<void>;
}

const REQUESTS_END_WITHIN_MS = 8_000;

const LOG_LEVELS: LogLevel[] = ['fatal', 'error', 'warn', 'log', 'debug'];
const LEVELS_UP_TO: Record<ServerConfig['logLevel'], number> = { error: 2, warn: 3, info: 4, debug: 5 };

/** Applies the migrations where this process does that, then starts what PROCESS_MODE asks for. */
export async function startServer(
  installation: Installation,
  options: ServerOptions = { pollsForWork: true },
): Promise<RunningServer> {
  const config = installation.config(ServerConfig);
  const logger = new ProductLogger({
    json: config.environment === 'production',
    logLevels: LOG_LEVELS.slice(0, LEVELS_UP_TO[config.logLevel]),
  });
  await migrate(installation, config);
  const module = await ServerModule.forRoot(installation, options);
  // Nest would end the process on an error; the caller prints it with its remedy.
  const nestOptions = { logger, abortOnError: false, bodyParser: false };
  if (config.processMode === 'worker') {
    const app = await NestFactory.createApplicationContext(module, nestOptions);
    return { app, address: undefined, close: () => app.close() };
  }
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
export async function announce({ app, address }: RunningServer, installation: Installation): Promise<void> {
  if (address === undefined) {
    console.log(`Archivolt does background work. Data: ${installation.dataDir}`);
    return;
  }
  const firstAccount = app.get(FirstAccount);
  const { isNeeded } = await firstAccount.state();
  const page = pageAddress(installation.config(ServerConfig), address);
  console.log(`
Archivolt is ready at ${address}${isNeeded ? firstSteps(page, await firstAccount.codeToPrint()) : ''}
  Web page      ${page}/
  API page      ${address}/api/docs
  Data folder   ${installation.dataDir}
  API key       npm run cli -- api-key create --email you@example.com
`);
}

function firstSteps(page: string, setupCode: string | undefined): string {
  const open = `\n  Open ${page}/register to create the first account`;
  if (setupCode === undefined) return open;
  return `${open}\n  Set-up code   ${setupCode}   (the page asks for it; it works until there is an account)`;
}

/** The public URL if one is set; otherwise the address, by a name that browsers can open. */
function pageAddress(config: ServerConfig, address: string): string {
  if (config.appBaseUrl !== undefined || config.clientBaseUrl !== undefined) return clientUrl(config);
  return address.replace(/\/\/(0\.0\.0\.0|\[::1?\])(?=:)/, '//localhost');
}
