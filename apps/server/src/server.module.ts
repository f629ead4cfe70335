import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DataConfig } from '#config/data';
import { ServerConfig } from '#config/server';
import { AUTH_SECRET } from '#http/auth';
import { ActivityModule } from '#libs/activity';
import { ConfigModule } from '#libs/config';
import { DatabaseModule } from '#libs/database';
import { EventsModule } from '#libs/events';
import { IdempotencyModule } from '#libs/idempotency';
import type { Installation } from '#libs/installation';
import { JobsModule } from '#libs/jobs';
import { PluginHostModule } from '#libs/plugin-host';
import { SearchModule } from '#libs/search';
import { StorageModule } from '#libs/storage';
import { WebModule } from './web.module.js';
import { WorkerModule } from './worker.module.js';

/** Makes secrets injectable by token. */
@Global()
@Module({})
class SecretsModule {
  static with(authSecret: string): DynamicModule {
    return {
      module: SecretsModule,
      providers: [{ provide: AUTH_SECRET, useValue: authSecret }],
      exports: [AUTH_SECRET],
    };
  }
}

/** One process: the ground, then what PROCESS_MODE asks for. */
@Module({})
export class ServerModule {
  static with(installation: Installation, options: { pollsForWork: boolean } = { pollsForWork: true }): DynamicModule {
    const { processMode } = installation.config(ServerConfig);
    const worksOnJobs = processMode !== 'web';
    const url = installation.databaseUrl;
    return {
      module: ServerModule,
      imports: [
        ConfigModule.with(installation.configs),
        SecretsModule.with(installation.authSecret),
        DatabaseModule.with({ url, poolSize: installation.config(DataConfig).poolSize }),
        PluginHostModule.with(installation.plugins, installation.dataDir),
        JobsModule.with({
          url,
          worksOnJobs,
          pollsForWork: options.pollsForWork,
          isOnlyProcess: installation.ownsDatabase,
        }),
        EventsModule,
        IdempotencyModule,
        ActivityModule,
        StorageModule,
        SearchModule,
        ...(processMode === 'worker' ? [] : [WebModule]),
        ...(worksOnJobs ? [WorkerModule] : []),
      ],
    };
  }
}
