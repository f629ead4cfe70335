import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import {
  type ClusterFiles,
  databaseBytes,
  draftMark,
  isAlive,
  limitLog,
  readPidFile,
  removeForeignPidFile,
  syncFolder,
} from './cluster-files.js';
import { EmbeddedPostgresError, errorCode, explainOutput, folderError } from './embedded-postgres-error.js';
import { accountOf, chooseAccount, forInitdb, give, type PostgresAccount, runAs } from './postgres-account.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { serverSizes, sizeLines } from './server-sizes.js';

export const ADMIN = 'postgres';
const SOCKET_PORT = 5432;
const TCP = process.platform === 'win32'; // no private sockets there

interface ClusterSettings {
  readonly files: ClusterFiles;
  readonly password: string;
  readonly binaries: PostgresBinaries;
  readonly fsync: boolean;
  /** Memory that the server, its parsers and this cluster share. */
  readonly memoryBytes: number;
}

/** With two methods that are missing in the types of pg: an idle session must not keep the process running. */
export class AdminSession extends Client {
  declare readonly ref: () => void;
  declare readonly unref: () => void;
}

/** One database cluster on disk, and the postmaster that may run on it. Ownership is decided by the caller. */
export class Cluster {
  readonly files: ClusterFiles;
  #port = SOCKET_PORT;
  #account: PostgresAccount | undefined;

  constructor(private readonly settings: ClusterSettings) {
    this.files = settings.files;
  }

  get pgCtl(): string {
    return this.settings.binaries.pgCtl;
  }

  /** True when no other user could run it: the folder or the program lies where only root may go. */
  get keepsUserIdOfRoot(): boolean {
    return process.getuid?.() === 0 && this.#account !== undefined && this.#account.uid === undefined;
  }

  /** Password of the administrator. */
  get password(): string {
    return this.settings.password;
  }

  url(user: string, password: string, database: string): string {
    const host = TCP ? '127.0.0.1' : encodeURIComponent(this.#socketDir());
    return `postgres://${user}:${password}@${host}:${this.#port}/${database}`;
  }

  /** A session of the administrator; `absent` when nothing listens, `busy` while it starts, stops or is full. */
  async connect(applicationName: string): Promise<AdminSession | 'absent' | 'busy'> {
    if (TCP) this.#port = readPidFile(this.files)?.port || this.#port;
    const client = new AdminSession({
      connectionString: this.url(ADMIN, this.settings.password, ADMIN),
      ssl: false,
      application_name: applicationName,
      connectionTimeoutMillis: 5000,
    });
    client.on('error', () => undefined); // the end of the session is what counts
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const code = errorCode(error);
      if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent';
      if (code === 'EACCES' || code === 'EPERM') throw folderError(this.files.home, error);
      if (code === '28P01' || code === '28000')
        throw new EmbeddedPostgresError(
          `The password in ${this.files.passwordFile} is not the one of the embedded database; restore the file from a backup.`,
          { cause: error },
        );
      return 'busy';
    }
  }

  /** Creates the cluster if there is none. It gets its final name when it is complete. */
  async create(): Promise<void> {
    const { files, binaries } = this.settings;
    const account = (this.#account = await chooseAccount(files, binaries));
    const version = join(files.cluster, 'PG_VERSION');
    if (existsSync(version)) {
      const found = readFileSync(version, 'utf8').trim();
      if (Number(found) === binaries.major) return;
      throw new EmbeddedPostgresError(
        `The embedded database in ${files.cluster} is of PostgreSQL ${found}, but this Archivolt brings PostgreSQL ${binaries.major}; start the earlier Archivolt, export the data, and move it to a new data folder.`,
      );
    }
    if (existsSync(files.cluster) && readdirSync(files.cluster).length > 0)
      throw new EmbeddedPostgresError(
        `The folder ${files.cluster} holds no database cluster; restore it from a backup, or remove it to start empty.`,
      );
    this.#removeDrafts();
    give(account, files.passwordFile);
    const draft = `cluster.new-${process.pid}-${draftMark()}`;
    await this.#run(forInitdb(account), 'create its files', [
      ...[binaries.initdb, '-D', draft, '-U', ADMIN, '--pwfile', 'password', '--auth=scram-sha-256'],
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--data-checksums', '--no-instructions', ...(this.settings.fsync ? [] : ['--no-sync'])],
    ]);
    try {
      renameSync(join(files.home, draft), files.cluster);
    } catch (error) {
      rmSync(join(files.home, draft), { recursive: true, force: true });
      if (!existsSync(version)) throw error; // otherwise another process has created it
    }
    syncFolder(files.home);
  }

  /** Starts a postmaster and waits until it accepts connections, which can read `name` as `cluster_name`. */
  async start(name: string): Promise<number> {
    const { files, binaries } = this.settings;
    const account = (this.#account ??= await chooseAccount(files, binaries));
    removeForeignPidFile(files);
    if (TCP) this.#port = this.#port === SOCKET_PORT ? await freePort() : this.#port;
    mkdirSync(files.socketDir, { recursive: true, mode: 0o700 });
    give(account, files.socketDir);
    const configuration = join(files.cluster, 'postgresql.conf');
    const draft = `${configuration}.${draftMark()}`;
    writeFileSync(draft, this.#configuration(), { mode: 0o600 });
    give(account, draft);
    renameSync(draft, configuration);
    // Relative names: the path may hold characters that the shell of pg_ctl would interpret.
    const command = [binaries.pgCtl, 'start', '-D', 'cluster', '-l', 'postgres.log', '-s', '-w', '-t', '60'];
    await this.#run(account, 'start', [...command, '-o', `-c cluster_name=${name}`]);
    const pid = readPidFile(files)?.pid;
    if (!pid)
      throw new EmbeddedPostgresError(`The embedded PostgreSQL ended right after its start; see ${files.logFile}.`);
    return pid;
  }

  async stop(): Promise<void> {
    for (const mode of ['fast', 'immediate']) {
      const before = readPidFile(this.files);
      if (!before || !isAlive(before.pid)) return;
      const command = [this.pgCtl, 'stop', '-D', 'cluster', '-s', '-w', '-t', '60', '-m', mode];
      await this.#run(accountOf(this.files), 'stop', command).catch(() => undefined);
    }
    const left = readPidFile(this.files);
    if (left && isAlive(left.pid))
      throw new EmbeddedPostgresError(`The embedded PostgreSQL (process ${left.pid}) does not stop; end it by hand.`);
  }

  /** After the last stop: removes a socket folder outside the data folder. The next start creates it again. */
  removeSocketDir(): void {
    const { home, socketDir } = this.files;
    if (dirname(socketDir) === home) return;
    try {
      rmdirSync(socketDir);
    } catch {
      // it is not empty: another process has started the cluster
    }
  }

  #socketDir(): string {
    // A guest with another TMPDIR finds the socket where the running postmaster says it is.
    return readPidFile(this.files)?.socketDir || this.files.socketDir;
  }

  async #run(account: PostgresAccount, step: string, command: string[]): Promise<void> {
    const { files } = this.settings;
    limitLog(files);
    const log = openSync(files.logFile, 'a', 0o600);
    give(account, files.logFile);
    const offset = statSync(files.logFile).size;
    try {
      const code = await runAs(account, command, { cwd: files.home, stdio: ['ignore', log, log] });
      if (code === 0) return;
    } catch (cause) {
      throw new EmbeddedPostgresError(
        'The PostgreSQL that comes with Archivolt does not run on this system; set DATABASE_URL to use another server.',
        { cause },
      );
    } finally {
      closeSync(log);
    }
    const output = readFileSync(files.logFile).subarray(offset).toString('utf8');
    throw explainOutput(step, output, files.home, files.logFile);
  }

  #removeDrafts(): void {
    for (const name of readdirSync(this.files.home)) {
      const pid = Number(/^cluster\.new-(\d+)/.exec(name)?.[1] ?? 0);
      if (pid === 0 || (isAlive(pid) && pid !== process.pid)) continue;
      const draft = join(this.files.home, name);
      // In a container this process often has the process id of the one that was killed.
      if (pid === process.pid && statSync(draft).mtimeMs > Date.now() - process.uptime() * 1000) continue;
      rmSync(draft, { recursive: true, force: true });
    }
  }

  #configuration(): string {
    const { files, fsync, memoryBytes } = this.settings;
    const stored = databaseBytes(files);
    return `# Written by Archivolt at every start. Put your own settings into ${join(files.home, 'custom.conf')}.
${TCP ? `listen_addresses = '127.0.0.1'` : `listen_addresses = ''`}
${TCP ? '' : `unix_socket_directories = '"${files.socketDir}"'`}
unix_socket_permissions = 0700
port = ${this.#port}
max_connections = 60
# For ${inMegabytes(memoryBytes)} of memory, and ${inMegabytes(stored)} of databases at this start
${sizeLines(serverSizes(memoryBytes, stored))}
max_parallel_maintenance_workers = 0 # their shared memory does not fit into the 64 MB of a container
checkpoint_timeout = 15min # each page is written once into the log after a checkpoint
max_wal_senders = 0
max_logical_replication_workers = 0 # nor the process that would start them
password_encryption = 'scram-sha-256'
jit = off
timezone = 'UTC'
log_timezone = 'UTC'
log_min_error_statement = panic # statements may hold text of documents
log_parameter_max_length_on_error = 0
${fsync ? '' : 'fsync = off\nfull_page_writes = off\nautovacuum = off\n'}
include_if_exists = '../custom.conf'
`;
  }
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
