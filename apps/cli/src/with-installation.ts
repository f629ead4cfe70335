import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AdminModule } from '#operation/admin';
import { AuthModule } from '#people/auth';
import {
  CoreModule,
  environment,
  openInstallation,
  requireCurrentSchema,
  type Installation,
} from '#operation/installation';

/** For commands on accounts, which work also when files or plugins do not. */
@Module({})
class AccountsModule {
  static forRoot(installation: Installation): DynamicModule {
    const core = CoreModule.forRoot(installation, { role: 'command' });
    return { module: AccountsModule, imports: [core, AdminModule, AuthModule] };
  }
}

const log = {
  info: () => undefined, // a command prints only its result
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
    await requireCurrentSchema(installation);
    const app = await NestFactory.createApplicationContext(AccountsModule.forRoot(installation), {
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
