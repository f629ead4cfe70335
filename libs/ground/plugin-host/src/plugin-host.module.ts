import { Global, Module, type DynamicModule } from '@nestjs/common';
import { PluginsConfig } from '#config/plugins';
import { ControlConnection, sqlOver, UnitOfWork } from '#ground/database';
import { Clock } from '#ground/kernel';
import { SafeHttp, SafeHttpModule } from '#ground/safe-http';
import type { LoadedPlugin } from './load-plugins.js';
import { PluginHost } from './plugin-host.js';
import { PluginsCheck } from './plugins.check.js';

@Global()
@Module({})
export class PluginHostModule {
  static forRoot(plugins: readonly LoadedPlugin[], dataDir: string): DynamicModule {
    return {
      module: PluginHostModule,
      imports: [SafeHttpModule],
      providers: [
        {
          provide: PluginHost,
          useFactory: (
            unitOfWork: UnitOfWork,
            controlSql: ControlConnection,
            http: SafeHttp,
            clock: Clock,
            choices: PluginsConfig,
          ) =>
            new PluginHost(
              plugins,
              {
                dataDir,
                sql: sqlOver(unitOfWork.db),
                controlSql,
                networkFor: (settings) => ({ http: http.forSettings(settings), lookup: http.lookupFor(settings) }),
                clock,
              },
              { choices },
            ),
          inject: [UnitOfWork, ControlConnection, SafeHttp, Clock, PluginsConfig],
        },
        PluginsCheck,
      ],
      exports: [PluginHost],
    };
  }
}
