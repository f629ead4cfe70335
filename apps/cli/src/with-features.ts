import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { modulesOf } from '#libs/feature';
import { CoreModule, FEATURES, migrateInstallation, type Installation } from '#libs/installation';
import { withInstallation } from './with-installation.js';

/** The verbs and scheduled tasks of every feature. Nothing runs by itself: a command calls what it needs. */
@Module({})
class CommandModule {
  static async forRoot(installation: Installation): Promise<DynamicModule> {
    return {
      module: CommandModule,
      imports: [
        CoreModule.forRoot(installation, { role: 'command' }),
        ...(await modulesOf(FEATURES, 'module', 'worker')),
      ],
    };
  }
}

/** The schema must be up to date. The caller closes it. */
export async function openFeatures(installation: Installation): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(await CommandModule.forRoot(installation), {
    logger: ['error', 'fatal'],
    abortOnError: false,
  });
}

export function withFeatures<Result>(
  work: (app: INestApplicationContext, installation: Installation) => Promise<Result>,
): Promise<Result> {
  return withInstallation(async (installation) => {
    await migrateInstallation(installation.databaseUrl, installation.plugins);
    const app = await openFeatures(installation);
    try {
      return await work(app, installation);
    } finally {
      await app.close();
    }
  });
}
