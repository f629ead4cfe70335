import { Module, type DynamicModule, type INestApplicationContext, type LogLevel } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { modulesOf } from '#ground/features';
import { BackedUpArchiveModule } from './backed-up-archive.module.js';
import { CoreModule } from './core.module.js';
import { FEATURES } from './features.js';
import type { Installation } from './open-installation.js';

@Module({})
class CommandModule {
  static async forRoot(installation: Installation): Promise<DynamicModule> {
    return {
      module: CommandModule,
      imports: [
        CoreModule.forRoot(installation, { role: 'command' }),
        BackedUpArchiveModule.forRoot(installation),
        ...(await modulesOf(FEATURES, 'module', 'worker')),
      ],
    };
  }
}

/**
 * Opens the verbs and scheduled tasks of every feature for a command. Nothing runs by itself. The schema must be up to
 * date, and the caller closes the application.
 */
export async function openFeatures(
  installation: Installation,
  logged: LogLevel[] = ['error', 'fatal'],
): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(await CommandModule.forRoot(installation), {
    logger: logged.length > 0 && logged,
    abortOnError: false,
  });
}
