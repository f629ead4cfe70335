import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ControlConnection, sqlOver, UnitOfWork } from '#libs/database';
import { SafeHttp, SafeHttpModule } from '#libs/safe-http';
import type { LoadedPlugin } from './load-plugins.js';
import { PluginHost } from './plugin-host.js';

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
          useFactory: (unitOfWork: UnitOfWork, controlSql: ControlConnection, http: SafeHttp) =>
            new PluginHost(plugins, { dataDir, sql: sqlOver(unitOfWork.db), controlSql, http }),
          inject: [UnitOfWork, ControlConnection, SafeHttp],
        },
      ],
      exports: [PluginHost],
    };
  }
}
