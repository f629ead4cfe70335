import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ADMIN, AdminSession, Cluster } from './cluster.js';
import {
  isAlive,
  limitLog,
  openClusterFiles,
  readApplicationPassword,
  readOrMakeApplicationPassword,
  readOrMakePassword,
} from './cluster-files.js';
import { DataFolderInUse, EmbeddedPostgresError, folderError, NotReadyYet } from './embedded-postgres-error.js';
import { machineMemory } from './machine-memory.js';
import { findPostgresBinaries } from './postgres-binaries.js';
import { startWatchdog, type Watchdog } from './watchdog.js';

export interface EmbeddedPostgresOptions {
  /** Folder of the installation; PostgreSQL gets `postgres/` in it. */
  dataDir: string;
  log: EmbeddedPostgresLog;
  /**
   * `owner` (a server, the default) keeps the cluster running; there is only one at a time, and it takes over from an
   * owner that died. `guest` (a command) uses a running cluster and never stops it; it starts one only if none runs.
   */
  role?: 'guest' | 'owner';
  /** Memory that the sizes of the cluster are computed from; by default that of the machine or container. */
  memoryBytes?: number | undefined;
  /** False for tests: faster, but a power failure may destroy the cluster. */
  fsync?: boolean;
}

export interface EmbeddedPostgresLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface EmbeddedPostgres {
  /** For node-postgres; stays the same when the cluster has to be started again. */
  readonly url: string;
  /** True when the cluster belongs to another running process. */
  readonly adopted: boolean;
  /** Stops the cluster, unless it is adopted. Call it last, when no query is open. */
  stop(): Promise<void>;
}

const DATABASE = 'archivolt';
const START_LIMIT_MS = 120_000;
/** How long a server waits for a command that has started the cluster, and for a starting server to take the owner lock. */
const PATIENCE_MS = 15_000;
/** How long a command that has started the cluster leaves it running for others that use it. */
const OTHER_COMMANDS_MS = 600_000;
const LOG_CHECK_MS = 600_000;
/** Advisory locks in the database `postgres`. A session holds them, so they are released when its process dies. */
const OWNER_LOCK = '1095910230, 1';
const GUEST_LOCK = '1095910230, 2';

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = findPostgresBinaries();
  const files = openClusterFiles(options.dataDir);
  try {
    const password = readOrMakePassword(files);
    const memoryBytes = options.memoryBytes ?? machineMemory();
    const cluster = new Cluster({ files, password, binaries, fsync: options.fsync ?? true, memoryBytes });
    const supervisor = new Supervisor(cluster, options);
    await supervisor.start();
    return supervisor;
  } catch (error) {
    throw folderError(options.dataDir, error);
  }
}

/** Decides who owns the cluster and keeps it running. */
class Supervisor implements EmbeddedPostgres {
  adopted = false;
  url = '';
  readonly #token = `archivolt-${process.pid}-${randomBytes(3).toString('hex')}`;
  readonly #role: 'guest' | 'owner';
  readonly #log: EmbeddedPostgresLog;
  #owns = false;
  #password = '';
  #session: AdminSession | undefined;
  #watchdog: Watchdog | undefined;
  #recovery: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;
  readonly #ending = new AbortController();
  #logTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly cluster: Cluster,
    options: EmbeddedPostgresOptions,
  ) {
    this.#role = options.role ?? 'owner';
    this.#log = options.log;
  }

  async start(): Promise<void> {
    try {
      await this.#settle();
    } catch (error) {
      this.#watchdog?.dismiss();
      throw error;
    }
    this.url = this.cluster.url(DATABASE, this.#password, DATABASE);
    if (this.adopted) return;
    this.#logTimer = setInterval(() => limitLog(this.cluster.files), LOG_CHECK_MS).unref();
  }

  stop(): Promise<void> {
    return (this.#stopped ??= this.#shutDown());
  }

  /** Connects, and takes the owner lock or joins a cluster that another process owns. */
  async #settle(): Promise<void> {
    const began = performance.now();
    let lastFailure: NotReadyYet | undefined;
    for (;;) {
      this.#ending.signal.throwIfAborted();
      const waited = performance.now() - began;
      const session = await this.cluster.connect(`${this.#token} ${this.#role}`);
      if (session instanceof AdminSession) {
        if (await this.#claim(session, waited).catch((error: unknown) => this.#giveUp(session, error))) return;
        await session.end().catch(() => undefined);
      } else if (session === 'absent') {
        lastFailure = await this.#startCluster();
      }
      if (waited > START_LIMIT_MS)
        throw (
          lastFailure ??
          new EmbeddedPostgresError(`The embedded PostgreSQL does not respond; see ${this.cluster.files.logFile}.`)
        );
      await delay(lastFailure || session === 'busy' ? 100 : 10);
    }
  }

  async #startCluster(): Promise<NotReadyYet | undefined> {
    try {
      await this.cluster.create();
      const pid = await this.cluster.start(this.#token);
      if (this.cluster.keepsUserIdOfRoot)
        this.#log.warn(
          'The embedded PostgreSQL runs with the user id of root, because no other user can reach the program and the data folder; move both out of folders that only root may enter, such as /root.',
        );
      this.#watchdog?.dismiss();
      const { cluster, pidFile } = this.cluster.files;
      this.#watchdog = startWatchdog(cluster, pidFile, pid, this.cluster.pgCtl);
      return undefined;
    } catch (error) {
      if (error instanceof NotReadyYet) return error;
      throw error;
    }
  }

  async #claim(session: AdminSession, waited: number): Promise<boolean> {
    const { rows } = await session.query<{ token: string }>(`select current_setting('cluster_name') token`);
    const startedBy = rows[0]?.token ?? '';
    const startedHere = startedBy === this.#token;
    if (this.#role === 'guest' && !startedHere) return this.#beGuest(session);
    if (await this.#isOwned(session, waited)) return false;
    // The process that started the cluster is alive and has not taken the lock yet.
    const starter = Number(startedBy.split('-')[1] ?? 0);
    if (!startedHere && starter > 0 && isAlive(starter) && waited < PATIENCE_MS) return false;
    const lock = await session.query<{ got: boolean }>(`select pg_try_advisory_lock(${OWNER_LOCK}) got`);
    if (!lock.rows[0]?.got) return false;
    if (!startedHere) {
      // The watchdog of this server may be about to stop it, so it is stopped and started again instead of adopted.
      this.#log.warn(`Taking over the embedded PostgreSQL of a server that is gone (process ${starter})`);
      await this.cluster.stop();
      return false;
    }
    await this.#makeDatabase(session);
    this.#keep(session);
    return true;
  }

  async #beGuest(session: AdminSession): Promise<boolean> {
    const { rowCount } = await session.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) return false; // its owner is still creating it
    const { rows } = await session.query<{ got: boolean }>(`select pg_try_advisory_lock_shared(${GUEST_LOCK}) got`);
    if (!rows[0]?.got) return false; // its owner is about to stop it
    this.adopted = true;
    this.#password = readApplicationPassword(this.cluster.files) ?? this.cluster.password;
    this.#session = session;
    session.unref();
    return true;
  }

  async #isOwned(session: AdminSession, waited: number): Promise<boolean> {
    const { rows } = await session.query<{ name: string }>(
      `select a.application_name name from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.locktype = 'advisory' and l.granted and (l.classid, l.objid) = (${OWNER_LOCK})`,
    );
    const [token = '', role] = rows[0]?.name.split(' ') ?? [];
    if (!role) return false;
    if (token === this.#token || (role === 'guest' && waited < PATIENCE_MS)) return true;
    const pid = token.split('-')[1];
    throw new DataFolderInUse(
      role === 'guest'
        ? `The data folder is in use by a command (process ${pid}); wait for its end and start again.`
        : `The data folder is in use by another Archivolt server (process ${pid}); stop it first, or set DATA_DIR to a folder of its own.`,
    );
  }

  async #makeDatabase(session: AdminSession): Promise<void> {
    const { rowCount: roles } = await session.query('select from pg_roles where rolname = $1', [DATABASE]);
    // Not a superuser: an injected statement must not reach the files of the machine. The password is set each time,
    // because in clusters of earlier versions it is that of the administrator.
    const command = roles ? `alter role ${DATABASE}` : `create role ${DATABASE} login createdb`;
    this.#password = readOrMakeApplicationPassword(this.cluster.files);
    await session.query(`${command} password '${this.#password}'`);
    const { rowCount: databases } = await session.query('select from pg_database where datname = $1', [DATABASE]);
    if (databases) return;
    await session.query(`create database ${DATABASE} owner ${DATABASE}`);
    await session.query(`revoke connect on database ${ADMIN} from public`);
  }

  /** The session holds the owner lock; its end means that PostgreSQL has ended. */
  #keep(session: AdminSession): void {
    this.#owns = true;
    this.#session = session;
    session.unref();
    session.once('end', () => {
      if (!this.#stopped) this.#recovery = this.#recover();
    });
  }

  async #recover(): Promise<void> {
    this.#log.warn('The embedded PostgreSQL is gone; starting it again');
    for (let pause = 100; !this.#stopped; pause = Math.min(pause * 2, 5000)) {
      try {
        await this.#settle();
        this.#log.info('The embedded PostgreSQL is back');
        return;
      } catch (error) {
        if (this.#ending.signal.aborted) return;
        this.#log.error(error instanceof Error ? error.message : String(error));
        if (error instanceof DataFolderInUse) {
          this.#owns = false;
          this.#watchdog?.dismiss();
          return;
        }
        await delay(pause, undefined, { signal: this.#ending.signal }).catch(() => undefined);
      }
    }
  }

  async #giveUp(session: AdminSession, error: unknown): Promise<boolean> {
    if (!(error instanceof EmbeddedPostgresError)) return false; // the connection was lost: try again
    await session.end().catch(() => undefined);
    throw error;
  }

  async #shutDown(): Promise<void> {
    this.#ending.abort();
    clearInterval(this.#logTimer);
    await this.#recovery;
    this.#session?.ref();
    if (this.#owns) {
      if (this.#role === 'guest') await this.#waitForOtherGuests();
      await this.cluster.stop(); // under the lock, so that no successor can start before the old one is down
      this.cluster.removeSocketDir();
      this.#watchdog?.dismiss();
    }
    await this.#session?.end().catch(() => undefined);
  }

  async #waitForOtherGuests(): Promise<void> {
    const wait = `set lock_timeout = ${OTHER_COMMANDS_MS}; select pg_advisory_lock(${GUEST_LOCK})`;
    await this.#session?.query(wait).catch(() => undefined);
  }
}
