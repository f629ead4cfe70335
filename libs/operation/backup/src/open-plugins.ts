import { Global, Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DatabaseModule } from '#ground/database';
import { Clock } from '#ground/kernel';
import { PluginHostModule } from '#ground/plugin-host';
import { ConfigModule } from '#ground/settings';
import type { RestoreTarget } from './backed-up-archive.js';

@Global()
@Module({ providers: [Clock], exports: [Clock] })
class RealTimeModule {}

/** What a storage plugin needs, without the tables of the archive, which are not there yet. */
@Module({})
class PluginsModule {
  static forRoot({ configs, databaseUrl: url, directDatabaseUrl, plugins, dataDir }: RestoreTarget): DynamicModule {
    const isPooled = directDatabaseUrl !== url;
    return {
      module: PluginsModule,
      imports: [
        ConfigModule.forRoot(configs),
        RealTimeModule,
        DatabaseModule.forRoot({ url, poolSize: 2, isPooled, preparesStatements: false }),
        PluginHostModule.forRoot(plugins, dataDir),
      ],
    };
  }
}

/** The caller closes it. */
export function openPlugins(target: RestoreTarget): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(PluginsModule.forRoot(target), {
    ...(target.logged && { logger: target.logged }),
    abortOnError: false,
  });
}
