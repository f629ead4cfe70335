import type { HostHttp } from './host-http.js';

/** All services that a plugin can use. A service that is not listed here is not available to plugins. */
export interface HostServices<Config = unknown> {
  /** The parsed and validated settings of the plugin; an empty object when the manifest declares no config class. */
  readonly config: Config;
  readonly logger: PluginLogger;
  /** The folder for all data of this installation (setting `DATA_DIR`), as an absolute path. */
  readonly dataDir: string;
  /** PostgreSQL, for search plugins that keep their index there. Every call is one statement with bound values. */
  readonly sql: Sql;
  /**
   * A separate connection for short statements that must run while all others are busy, such as `pg_cancel_backend`.
   * Statements on it run one after the other.
   */
  readonly controlSql: Pick<Sql, 'query'>;
  /** For requests to other servers. Use it instead of `fetch`: it has limits on time, size and connections per host. */
  readonly http: HostHttp;
  /** Milliseconds since the epoch, for timing inside this process. Expiry is decided by the clock of the database. */
  now(): number;
}

/** A logger whose lines carry the id of the plugin. */
export interface PluginLogger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

/** Access to the database of the installation. */
export interface Sql {
  /**
   * Runs one statement with `$1`, `$2` … bound to `values` and returns the rows. Timestamps are returned as `Date`,
   * bigint as string, arrays as arrays.
   */
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs `work` in one transaction; inside an outer transaction it joins that one. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}
