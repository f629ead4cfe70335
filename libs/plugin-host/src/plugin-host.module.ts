import { Global, Module, type DynamicModule } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#libs/database';
import type { LoadedPlugin } from './load-plugins.js';
import { PluginHost } from './plugin-host.js';

@Global()
@Module({})
export class PluginHostModule {
  static with(plugins: readonly LoadedPlugin[], dataDir: string): DynamicModule {
    return {
      module: PluginHostModule,
      providers: [
        {
          provide: PluginHost,
          useFactory: (unitOfWork: UnitOfWork) => new PluginHost(plugins, { dataDir, sql: sqlOver(unitOfWork.db) }),
          inject: [UnitOfWork],
        },
      ],
      exports: [PluginHost],
    };
  }
}
