import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsInt, IsOptional, IsString, Matches, Min } from 'class-validator';

/** Where data is kept. */
export class DataConfig {
  /** Folder for everything that is kept on this machine: files, the embedded database, made secrets, temporary files. */
  @Env('DATA_DIR') @IsString() dataDir: string = './data';

  /** Address of a PostgreSQL server (16 or later). Without it, `PROCESS_MODE=all` runs an embedded one in DATA_DIR. */
  @Env('DATABASE_URL', { secret: true })
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, { message: 'must start with postgres:// or postgresql://' })
  databaseUrl?: string;

  /** Most connections this process opens for its queries. */
  @Env('DATABASE_POOL_SIZE') @IsInt() @Min(4) poolSize: number = 16;

  /**
   * Prepare statements that are repeated, so that PostgreSQL parses and plans them once for each connection. Turn it off
   * behind a connection pooler in transaction mode that does not keep prepared statements (PgBouncer before 1.21, or
   * with `max_prepared_statements=0`).
   */
  @Env('DATABASE_PREPARED_STATEMENTS') @IsBoolean() preparedStatements: boolean = true;

  /** Apply pending migrations at start. Default: yes for `PROCESS_MODE=all`, no for `web` and `worker`. */
  @Env('DATABASE_MIGRATE_ON_START') @IsOptional() @IsBoolean() migrateOnStart?: boolean;
}
