import type { HostHttp } from './host-http.js';
import type { HostLookup } from './network/host-lookup.js';

/** All services that a plugin can use. A service that is not listed here is not available to plugins. */
export interface HostServices<Config = unknown> {
  /** The parsed and validated settings of the plugin; an empty object when the manifest declares no config class. */
  readonly config: Config;
  readonly logger: PluginLogger;
  /** The folder for all data of this installation (setting `DATA_DIR`), as an absolute path. */
  readonly dataDir: string;
  /**
   * The database of the installation, for tables that `manifest.migrations` creates. Every call is one statement with
   * bound values. A plugin writes to its own tables only.
   */
  readonly sql: Sql;
  /** Values that the plugin keeps, for what does not deserve a table: a cursor, a token, the time of the last run. */
  readonly state: PluginState;
  /**
   * A separate connection for short statements that must run while all others are busy, such as `pg_cancel_backend`.
   * Statements on it run one after the other.
   */
  readonly controlSql: Pick<Sql, 'query'>;
  /**
   * For requests to other servers. Use it instead of `fetch`: it has limits on time, size and connections per host, and
   * reaches private addresses only at hosts that a URL in the plugin's settings names.
   */
  readonly http: HostHttp;
  /**
   * For servers of other protocols, such as mail: looks up a host under the rules of `http`, and opens sockets to the
   * addresses that were checked. Use it instead of `net.connect`.
   */
  readonly lookup: HostLookup;
  /** Milliseconds since the epoch, for timing inside this process. Expiry is decided by the clock of the database. */
  now(): number;
}

/** A value that JSON can hold. */
export type JsonValue =
  boolean | number | string | null | readonly JsonValue[] | { readonly [key: string]: JsonValue | undefined };

/**
 * Durable values of one plugin, and of one instance when several are configured. Every process of the installation sees
 * the same values; each call is durable when its promise resolves, and the last `set` wins. Keys have 1 to 200
 * characters.
 */
export interface PluginState {
  /** `undefined` for an unknown key. */
  get<Value extends JsonValue>(key: string): Promise<Value | undefined>;
  /** Throws a `PermanentPluginError` for a value of more than 64 KB of JSON, or one that JSON cannot hold. */
  set(key: string, value: JsonValue): Promise<void>;
  /** Succeeds when there is no such key. */
  delete(key: string): Promise<void>;
  /** The keys that start with `prefix`, sorted; all keys when it is missing. */
  keys(prefix?: string): Promise<string[]>;
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
