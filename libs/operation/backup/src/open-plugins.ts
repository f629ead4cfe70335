import { Global, Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DatabaseModule } from '#ground/database';
import { Clock } from '#ground/kernel';
import { PluginHostModule } from '#ground/plugin-host';
import { ConfigModule } from '#ground/settings';
import type { Installation } from '#operation/installation';

@Global()
@Module({ providers: [Clock], exports: [Clock] })
class RealTimeModule {}

/** What a storage plugin needs, without the tables of the archive, which are not there yet. */
@Module({})
class PluginsModule {
  static forRoot({ configs, databaseUrl: url, directDatabaseUrl, plugins, dataDir }: Installation): DynamicModule {
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
export function openPlugins(installation: Installation): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(PluginsModule.forRoot(installation), {
    logger: ['error', 'fatal'],
    abortOnError: false,
  });
}
