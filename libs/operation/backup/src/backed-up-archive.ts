import type { ConfigClass } from '@archivolt/plugin-kit';
import type { INestApplicationContext, LogLevel } from '@nestjs/common';
import type { LoadedPlugin } from '#ground/plugin-host';

/** What a backup is made of. */
export interface BackupSource {
  dataDir: string;
  directDatabaseUrl: string;
  authSecret: string;
}

/** Where a backup is restored to, and how the schema gets there. */
export interface RestoreTarget {
  configs: ReadonlyMap<ConfigClass, object>;
  plugins: LoadedPlugin[];
  dataDir: string;
  databaseUrl: string;
  directDatabaseUrl: string;
  /** What is logged of what is opened for the restore. Undefined in a server, which has its own log. */
  logged?: LogLevel[];
  /** Creates the schema as it was when only these migrations were applied, by owner. */
  migrateTo(recorded: Readonly<Record<string, readonly string[]>>): Promise<void>;
  /** Applies all other migrations. */
  migrate(): Promise<unknown>;
}

/** An archive in addition to the one of this process. The caller closes it. */
export interface TrialArchive extends RestoreTarget {
  /** Opens the services for its files. The caller closes them first. */
  openFiles(): Promise<INestApplicationContext>;
  close(): Promise<void>;
}

/** The archive of this process. Rooms above provide it, because they know all settings and migrations. */
export abstract class BackedUpArchive implements BackupSource {
  abstract readonly dataDir: string;
  abstract readonly directDatabaseUrl: string;
  abstract readonly authSecret: string;
  /** The same settings, plugins and secret with another database, and with the files in another folder of this machine. */
  abstract openElsewhere(place: { dataDir: string; databaseUrl: string }): Promise<TrialArchive>;
}
