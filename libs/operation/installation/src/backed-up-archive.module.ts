import { Global, Module, type DynamicModule, type LogLevel } from '@nestjs/common';
import { BackedUpArchive, type RestoreTarget } from '#operation/backup/feature';
import { migrateInstallation, migrateTo } from './installation-schema.js';
import type { Installation } from './open-installation.js';

/** An installation as something that backups are restored into. */
export function restoreTargetOf(installation: Installation, logged?: LogLevel[]): RestoreTarget {
  const { configs, plugins, dataDir, databaseUrl, directDatabaseUrl } = installation;
  return {
    ...{ configs, plugins, dataDir, databaseUrl, directDatabaseUrl },
    ...(logged && { logged }),
    migrateTo: (recorded) => migrateTo(recorded, installation),
    migrate: () => migrateInstallation(installation),
  };
}

/** Gives backups the installation of this process. */
@Global()
@Module({})
export class BackedUpArchiveModule {
  static forRoot(installation: Installation): DynamicModule {
    const { dataDir, directDatabaseUrl, authSecret } = installation;
    const archive: BackedUpArchive = {
      ...{ dataDir, directDatabaseUrl, authSecret },
      openElsewhere: async (place) => {
        const other = await installation.openElsewhere(place);
        const openFiles = async () => (await import('./open-files.js')).openFiles(other); // loads the storage
        return { ...restoreTargetOf(other), openFiles, close: () => other.close() };
      },
    };
    return {
      module: BackedUpArchiveModule,
      providers: [{ provide: BackedUpArchive, useValue: archive }],
      exports: [BackedUpArchive],
    };
  }
}
