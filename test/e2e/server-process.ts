import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../support/api-client.js';
import { KEEPS_COMPILED_CODE } from '../support/compiled-code.js';
import { createMigratedDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

export { freePort, until };

const root = join(import.meta.dirname, '../..');
export const SERVER = join(root, 'dist/apps/server/src/main.js');

type Settings = Readonly<Record<string, string | undefined>>;

/** The environment of a process: the minimum to run, without the settings of the shell that runs the tests. */
export const plainEnvironment = (settings: Settings): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: tmpdir(),
  NO_COLOR: '1',
  ...KEEPS_COMPILED_CODE,
  ...settings,
});

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Standard output and standard error in the order of arrival. */
  output: string;
}

/** The built server in its own process. */
export class ServerProcess {
  output = '';
  readonly ended: Promise<Ended>;

  private constructor(
    readonly child: ChildProcess,
    readonly baseUrl: string,
  ) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    this.ended = once(child, 'close').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
      output: this.output,
    }));
  }

  static spawn(settings: Settings, options: { uid?: number; gid?: number; node?: string } = {}): ServerProcess {
    const { node = process.execPath, ...account } = options;
    const child = spawn(node, [SERVER], { env: plainEnvironment(settings), cwd: tmpdir(), stdio: 'pipe', ...account });
    return new ServerProcess(child, `http://127.0.0.1:${settings['PORT']}`);
  }

  /** Starts the server and waits until it responds. */
  static async start(settings: Settings, within = 120_000): Promise<ServerProcess> {
    const server = ServerProcess.spawn(settings);
    let over: Ended | undefined;
    void server.ended.then((ended) => (over = ended));
    await until(within, 'the server to respond', async () => {
      if (over) throw new Error(`the server ended with ${over.code ?? over.signal}:\n${over.output}`);
      return (await fetch(`${server.baseUrl}/api/health`).catch(() => undefined))?.ok === true;
    });
    return server;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async kill(signal: NodeJS.Signals): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }
}

/** A client with the key of a new user. Made by requests: each command takes seconds, in which it loads the product. */
export async function clientOfNewUser(baseUrl: string): Promise<ApiClient> {
  const visitor = new ApiClient(baseUrl, undefined);
  const account = { email: `${randomUUID()}@example.com`, password: 'correct horse', name: 'Ada' };
  const { headers } = await visitor.post('/api/auth/sign-up/email', account, { origin: baseUrl });
  const cookies = headers.getSetCookie().map((each) => each.split(';')[0]);
  const session = { origin: baseUrl, cookie: cookies.join('; ') };
  const key = { name: 'test', permissions: await allPermissions() };
  const { status, body } = await visitor.post<{ token: string }>('/api/api-keys', key, session);
  if (status !== 200) throw new Error(`no key: ${status} ${JSON.stringify(body)}`);
  return new ApiClient(baseUrl, body.token);
}

/** Of the description, as this process may have loaded none of the parts that define them. */
async function allPermissions(): Promise<string[]> {
  const text = await readFile(join(root, 'docs/reference/openapi.json'), 'utf8');
  const description = JSON.parse(text) as { components: { schemas: { Permission: { enum: string[] } } } };
  return description.components.schemas.Permission.enum;
}

/**
 * A data folder, a database and settings for a separate server. With `hasOwnPostgres`, the server starts a PostgreSQL in
 * the data folder, which takes seconds.
 */
export async function ownInstallation({ hasOwnPostgres = false } = {}): Promise<{
  dataDir: string;
  settings: Record<string, string>;
  remove(): Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-server-'));
  const database = hasOwnPostgres ? undefined : await createMigratedDatabase();
  return {
    dataDir,
    settings: {
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      ...(database ? { DATABASE_URL: database.url } : {}),
    },
    remove: async () => {
      await database?.drop();
      // PostgreSQL exits a moment after a server that was killed.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}
