import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

export { freePort, until };

const root = join(import.meta.dirname, '../..');
export const SERVER = join(root, 'dist/apps/server/src/main.js');
const CLI = join(root, 'dist/apps/cli/src/main.js');

type Settings = Readonly<Record<string, string | undefined>>;

/** The environment of a process: the minimum to run, without the settings of the shell that runs the tests. */
export const plainEnvironment = (settings: Settings): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: tmpdir(),
  NO_COLOR: '1',
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

export async function runCommand(settings: Settings, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], { env: plainEnvironment(settings) });
  return stdout.trim();
}

/** A data folder and settings for a separate server in it. */
export async function ownInstallation(): Promise<{
  dataDir: string;
  settings: Record<string, string>;
  remove(): Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-server-'));
  const settings = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  return {
    dataDir,
    settings,
    // PostgreSQL exits a moment after a server that was killed.
    remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }),
  };
}
