/** Everything a plugin may ask of the host, in one place. A service that is not here is not for plugins. */
export interface HostServices<Config = unknown> {
  /** The plugin's own configuration, parsed and validated; an empty object when the manifest declares no config class. */
  readonly config: Config;
  readonly logger: PluginLogger;
  /** The folder that holds all data of this installation (setting `DATA_DIR`), as an absolute path. */
  readonly dataDir: string;
  /** PostgreSQL, for search plugins that keep their index there. Every call is one statement with bound values. */
  readonly sql: Sql;
  /**
   * A connection of its own, for short statements that must get through while all others are busy, such as
   * `pg_cancel_backend`. Statements wait for each other here.
   */
  readonly controlSql: Pick<Sql, 'query'>;
  /** Milliseconds since the epoch, for timing inside this process. Expiry is decided on database time. */
  now(): number;
}

/** Log lines appear under the id of the plugin. */
export interface PluginLogger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

/** Access to the database of the installation. */
export interface Sql {
  /**
   * Runs one statement with `$1`, `$2` … bound to `values` and gives the rows.
   * Timestamps come as `Date`, bigint as string, arrays as arrays.
   */
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs `work` in one transaction; inside an outer transaction it joins that one. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}
