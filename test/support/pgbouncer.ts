import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.js';
import { atPort } from './relay.js';
import { until } from './until.js';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];
const STARTS_WITHIN_MS = 20_000;

/** False without the Debian package pgbouncer, which `.ci/run` installs. */
export const hasPgBouncer = (): boolean => programOf() !== undefined;

/** PgBouncer in front of the PostgreSQL of the tests, with any of its databases; each transaction gets any session. */
export class PgBouncer {
  private constructor(
    private readonly port: number,
    private readonly folder: string,
    private readonly process: ChildProcess,
  ) {}

  static async start(
    databaseUrl: string,
    {
      mode = 'transaction',
      poolSize = 10,
      settings = '',
    }: { mode?: string; poolSize?: number; settings?: string } = {},
  ): Promise<PgBouncer> {
    const { host, port: serverPort, user = '', password } = new pg.Client({ connectionString: databaseUrl });
    const folder = await mkdtemp(join(tmpdir(), 'archivolt-pgbouncer-'));
    await chmod(folder, 0o755);
    const port = await freePort();
    const file = (name: string, text: string) => writeFile(join(folder, name), text, { mode: 0o644 });
    await file('users', `"${user}" "${password ?? ''}"\n`);
    await file(
      'pgbouncer.ini',
      `[databases]
* = host=${host} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 200
${settings}
`,
    );
    const child = spawn(programOf() ?? '', [join(folder, 'pgbouncer.ini')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(await accountFor(host, serverPort)),
    });
    let log = '';
    child.stderr.on('data', (text: Buffer) => (log += text.toString()));
    const pooler = new PgBouncer(port, folder, child);
    try {
      await until(STARTS_WITHIN_MS, 'PgBouncer to respond', () => pooler.#responds(databaseUrl));
    } catch (error) {
      await pooler.stop();
      throw new Error(`PgBouncer does not start: ${log}`, { cause: error });
    }
    return pooler;
  }

  /** The same database through this pooler. */
  urlOf(databaseUrl: string): string {
    return atPort(databaseUrl, this.port);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      this.process.kill('SIGKILL');
      await once(this.process, 'exit');
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  async #responds(databaseUrl: string): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.urlOf(databaseUrl) });
    client.on('error', () => undefined);
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    return isThere;
  }
}

function programOf(): string | undefined {
  return PROGRAM.find((path) => spawnSync(path, ['--version']).status === 0);
}

/** It does not run as root, and the socket of PostgreSQL is for one user. */
async function accountFor(host: string, port: number): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  if (!host.startsWith('/')) return { uid: 65_534, gid: 65_534 };
  const { uid, gid } = await stat(`${host}/.s.PGSQL.${port}`);
  return { uid, gid };
}
