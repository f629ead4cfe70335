import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthModule } from '#libs/auth';
import { ConfigModule } from '#libs/config';
import { DatabaseModule } from '#libs/database';
import { environment, migrateInstallation, openInstallation, type Installation } from '#libs/installation';

/** What commands work with: the database and the verbs of the features. */
@Module({})
class CliModule {
  static with(installation: Installation): DynamicModule {
    return {
      module: CliModule,
      imports: [
        ConfigModule.with(installation.configs),
        DatabaseModule.with({ url: installation.databaseUrl, poolSize: 4 }),
        AuthModule,
      ],
    };
  }
}

const log = {
  info: () => undefined, // a command says only what was asked for
  warn: (message: string) => console.error(message),
  error: (message: string) => console.error(message),
};

export async function withInstallation<Result>(work: (installation: Installation) => Promise<Result>): Promise<Result> {
  const installation = await openInstallation(environment(), 'guest', log);
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}

export function withApplication<Result>(work: (app: INestApplicationContext) => Promise<Result>): Promise<Result> {
  return withInstallation(async (installation) => {
    await migrateInstallation(installation.databaseUrl, installation.plugins);
    const app = await NestFactory.createApplicationContext(CliModule.with(installation), {
      logger: ['error', 'fatal'],
      abortOnError: false,
    });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  });
}
