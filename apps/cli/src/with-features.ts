import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataConfig } from '#config/data';
import { ActivityModule } from '#libs/activity';
import { AuthModule } from '#libs/auth';
import { ConfigModule } from '#libs/config';
import { DatabaseModule } from '#libs/database';
import { DocumentsModule } from '#libs/documents';
import { EventsModule } from '#libs/events';
import { migrateInstallation, type Installation } from '#libs/installation';
import { JobsModule } from '#libs/jobs';
import { OrganizationsModule } from '#libs/organizations';
import { PluginHostModule } from '#libs/plugin-host';
import { RetentionModule } from '#libs/retention';
import { SearchModule } from '#libs/search';
import { StorageModule } from '#libs/storage';
import { TagsModule } from '#libs/tags';
import { withInstallation } from './with-installation.js';

/** For commands that work on documents: plugins, files and the job queue besides the database. */
@Module({})
class FeaturesModule {
  static with(installation: Installation): DynamicModule {
    const url = installation.databaseUrl;
    return {
      module: FeaturesModule,
      imports: [
        ConfigModule.with(installation.configs),
        DatabaseModule.with({ url, poolSize: installation.config(DataConfig).poolSize }),
        PluginHostModule.with(installation.plugins, installation.dataDir),
        JobsModule.with({ url, worksOnJobs: false, pollsForWork: false, isOnlyProcess: false }),
        EventsModule,
        ActivityModule,
        StorageModule,
        SearchModule,
        AuthModule,
        OrganizationsModule,
        TagsModule,
        DocumentsModule,
        RetentionModule,
      ],
    };
  }
}

/** The schema must be up to date. The caller closes it. */
export function openFeatures(installation: Installation): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(FeaturesModule.with(installation), {
    logger: ['error', 'fatal'],
    abortOnError: false,
  });
}

export function withFeatures<Result>(
  work: (app: INestApplicationContext, installation: Installation) => Promise<Result>,
): Promise<Result> {
  return withInstallation(async (installation) => {
    await migrateInstallation(installation.databaseUrl, installation.plugins);
    const app = await openFeatures(installation);
    try {
      return await work(app, installation);
    } finally {
      await app.close();
    }
  });
}
