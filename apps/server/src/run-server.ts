import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { ServerConfig } from '#config/server';
import { Clock } from '#ground/kernel';
import { loadConfig } from '#ground/settings';
import { environment, openInstallation } from '#operation/installation';
import { exitWith } from './exit-with.js';
import { ProductLogger } from './product-logger.js';
import { announce, startServer } from './start-server.js';

const logger = new Logger('Archivolt');
// What is said before the settings are checked has the same form; `openInstallation` reports what is wrong with them.
Logger.overrideLogger(new ProductLogger(loadConfig(ServerConfig, environment()).config, { clock: new Clock() }));
// A log that cannot be written, because the disk is full or the pipe is closed, must not end the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.on('unhandledRejection', (reason) => {
  logger.error('Unhandled promise rejection', reason instanceof Error ? reason.stack : String(reason));
});

try {
  const log = {
    info: (message: string) => logger.log(message),
    warn: (message: string) => logger.warn(message),
    error: (message: string) => logger.error(message),
  };
  const installation = await openInstallation(environment(), 'owner', log);
  try {
    const server = await startServer(installation);
    await announce(server, installation);
    let isStopping = false;
    const stop = (signal: NodeJS.Signals): void => {
      if (isStopping) process.exit(1);
      isStopping = true;
      logger.log(`${signal}: shutting down gracefully (send it again to stop immediately)`);
      void server
        .close()
        .then(() => installation.close())
        .then(() => process.exit(0), exitWith);
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  } catch (error) {
    await installation.close();
    throw error;
  }
} catch (error) {
  exitWith(error);
}
