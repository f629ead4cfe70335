import { Global, Module, type DynamicModule } from '@nestjs/common';
import { PluginsConfig } from '#config/plugins';
import { ControlConnection, sqlOver, UnitOfWork } from '#libs/database';
import type { LoadedPlugin } from './load-plugins.js';
import { PluginHost } from './plugin-host.js';

@Global()
@Module({})
export class PluginHostModule {
  static forRoot(plugins: readonly LoadedPlugin[], dataDir: string): DynamicModule {
    return {
      module: PluginHostModule,
      providers: [
        {
          provide: PluginHost,
          useFactory: (unitOfWork: UnitOfWork, controlSql: ControlConnection, choices: PluginsConfig) =>
            new PluginHost(plugins, { dataDir, sql: sqlOver(unitOfWork.db), controlSql }, { choices }),
          inject: [UnitOfWork, ControlConnection, PluginsConfig],
        },
      ],
      exports: [PluginHost],
    };
  }
}
