import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DataConfig } from '#config/data';
import { AuditModule } from '#ground/audit';
import { AUTH_SECRET, ConfigModule } from '#ground/settings';
import { DatabaseModule } from '#ground/database';
import { DiagnosticsModule } from '#ground/features';
import { HistoryModule } from '#ground/history';
import { JobsModule } from '#ground/jobs';
import { Clock } from '#ground/kernel';
import { PluginHostModule } from '#ground/plugin-host';
import { HealthModule } from '#ground/server-info';
import type { Installation } from './open-installation.js';
import { SchemaCheck } from './schema.check.js';

/** Makes secrets injectable by token. */
@Global()
@Module({})
class SecretsModule {
  static forRoot(authSecret: string): DynamicModule {
    return {
      module: SecretsModule,
      providers: [{ provide: AUTH_SECRET, useValue: authSecret }],
      exports: [AUTH_SECRET],
    };
  }
}

@Global()
@Module({})
class ClockModule {
  static forRoot(clock: Clock): DynamicModule {
    return { module: ClockModule, providers: [{ provide: Clock, useValue: clock }], exports: [Clock] };
  }
}

export interface CoreOptions {
  /** `web` only enqueues jobs; `worker` runs them; a `command` may run next to a server and does neither by itself. */
  role: 'command' | 'web' | 'worker';
  /** False in tests, which run the queue with `drain()`. */
  pollsForWork?: boolean;
  /** Another one than the system's in tests. */
  clock?: Clock;
}

/** The modules that every process needs: settings, secrets, database, plugins and the job queue of one installation. */
@Module({})
export class CoreModule {
  static forRoot(
    installation: Installation,
    { role, pollsForWork = true, clock = new Clock() }: CoreOptions,
  ): DynamicModule {
    const { databaseUrl: url, directDatabaseUrl: directUrl } = installation;
    const data = installation.config(DataConfig);
    const { poolSize, releasesLocksEarly } = data;
    const isPooled = directUrl !== url;
    const preparesStatements = data.preparedStatements ?? !isPooled;
    return {
      module: CoreModule,
      imports: [
        ConfigModule.forRoot(installation.configs),
        ClockModule.forRoot(clock),
        SecretsModule.forRoot(installation.authSecret),
        DatabaseModule.forRoot({ url, poolSize, isPooled, preparesStatements, releasesLocksEarly }),
        DiagnosticsModule,
        PluginHostModule.forRoot(installation.plugins, installation.dataDir),
        JobsModule.forRoot({
          url,
          directUrl,
          worksOnJobs: role === 'worker',
          pollsForWork: role === 'worker' && pollsForWork,
          isServer: role !== 'command',
          isOnlyProcess: role !== 'command' && installation.ownsDatabase,
        }),
        HistoryModule.forRoot(role === 'command' ? {} : { listensTo: directUrl }),
        AuditModule,
        HealthModule,
      ],
      providers: [
        { provide: SchemaCheck, useFactory: (clock: Clock) => new SchemaCheck(installation, clock), inject: [Clock] },
      ],
    };
  }
}
