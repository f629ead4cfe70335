import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsInt, IsOptional, IsString, Matches, Min } from 'class-validator';

/** Where data is stored. */
export class DataConfig {
  /** Folder for all data on this machine: files, the embedded database, generated secrets and temporary files. */
  @Env('DATA_DIR') @IsString() dataDir: string = './data';

  /** URL of a PostgreSQL server (16 or later). Unset, `PROCESS_MODE=all` runs an embedded one in DATA_DIR. */
  @Env('DATABASE_URL', { secret: true })
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, { message: 'must start with postgres:// or postgresql://' })
  databaseUrl?: string;

  /**
   * URL of the PostgreSQL server itself, when `DATABASE_URL` leads to a connection pooler in transaction mode, such as
   * PgBouncer. Migrations, and the one or two connections of each process that wait for notifications, use it.
   */
  @Env('DATABASE_DIRECT_URL', { secret: true })
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, { message: 'must start with postgres:// or postgresql://' })
  directUrl?: string;

  /** How many seconds a server that starts waits for a PostgreSQL that does not respond. 0: it ends at once. */
  @Env('DATABASE_WAIT_SECONDS') @IsInt() @Min(0) waitSeconds: number = 60;

  /**
   * Memory in megabytes from which the sizes of the embedded PostgreSQL are computed. Default: that of the machine or
   * the container. Single settings of PostgreSQL: `postgres/custom.conf` in DATA_DIR.
   */
  @Env('DATABASE_MEMORY_MB') @IsOptional() @IsInt() @Min(256) memoryMb?: number;

  /** Maximum number of database connections of this process. */
  @Env('DATABASE_POOL_SIZE') @IsInt() @Min(4) poolSize: number = 16;

  /**
   * Prepare statements that are repeated, so that PostgreSQL parses and plans them once for each connection. Default: yes,
   * and no with `DATABASE_DIRECT_URL`, because not every connection pooler keeps prepared statements (PgBouncer does
   * since 1.21, unless `max_prepared_statements` is 0).
   */
  @Env('DATABASE_PREPARED_STATEMENTS') @IsOptional() @IsBoolean() preparedStatements?: boolean;

  /**
   * Release the locks of small changes, such as adding a tag, before they are flushed to the disk, so that many changes of
   * one organization do not wait for the disk one after the other. Each response still waits for the flush.
   */
  @Env('DATABASE_RELEASE_LOCKS_EARLY') @IsBoolean() releasesLocksEarly: boolean = true;

  /** Whether to apply pending migrations on startup. Default: yes for `PROCESS_MODE=all`, no for `web` and `worker`. */
  @Env('DATABASE_MIGRATE_ON_START') @IsOptional() @IsBoolean() migrateOnStart?: boolean;
}
