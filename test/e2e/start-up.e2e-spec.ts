import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { inTurn } from '../support/in-turn.js';
import { sample } from '../support/sample.js';
import { clientOfNewUser, freePort, ownInstallation, ServerProcess, until, type Ended } from './server-process.js';

/** Generous: reached only on a machine that is busy with other work. */
const ENDS_WITHIN_MS = 120_000;
const UNPRIVILEGED_ID = 65_534;
const isRoot = process.getuid?.() === 0;

/** The gate starts the server with some of the settings and folders that it refuses. */
const refusal = inTurn(3);

/** Starts servers on a machine that runs other tests at the same time. */
jest.setTimeout(600_000);

describe('a server that cannot start', () => {
  let installation: Awaited<ReturnType<typeof ownInstallation>>;
  beforeAll(async () => {
    installation = await ownInstallation({ hasOwnPostgres: true });
  });
  afterAll(() => installation.remove());

  /** Starts the server and returns its output; kills the process when it does not exit by itself. */
  async function attempt(
    settings: Record<string, string>,
    options?: { uid?: number; gid?: number; node?: string },
  ): Promise<Ended> {
    const server = ServerProcess.spawn({ ...installation.settings, ...settings }, options);
    try {
      await until(ENDS_WITHIN_MS, 'the server to end by itself', () => !server.isRunning);
    } finally {
      server.child.kill('SIGKILL');
    }
    return server.ended;
  }

  /** One message with cause and remedy, exit code 1 and no stack trace. */
  function expectOneClearMessage({ code, output }: Ended): void {
    expect(code).toBe(1);
    expect(output).not.toMatch(/^ +at /m);
    expect(output.match(/^archivolt: /gm)).toHaveLength(1);
    expect(output).not.toMatch(/undefined|\[object/);
  }

  it('lists all invalid settings at once and prints no value', async () => {
    const ended = await attempt({
      PORT: '80',
      AUTH_SECRET: 'short-secret',
      LOG_LEVEL: 'loud',
      DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: '25MB',
      AUTH_IS_REGISTRATION_ENABLED: 'perhaps',
      DATABASE_URL: 'mysql://db-user:hidden@example.com/x',
    });
    expectOneClearMessage(ended);
    for (const name of [
      'PORT',
      'AUTH_SECRET',
      'LOG_LEVEL',
      'DOCUMENT_STORAGE_MAX_UPLOAD_SIZE',
      'AUTH_IS_REGISTRATION_ENABLED',
      'DATABASE_URL',
    ])
      expect(ended.output).toMatch(new RegExp(`^ +${name}: `, 'm'));
    expect(ended.output).not.toMatch(/short-secret|loud|25MB|perhaps|hidden|db-user/);
  });

  refusal('names the command that generates AUTH_SECRET when production has none', async () => {
    const ended = await attempt({ NODE_ENV: 'production' });
    expectOneClearMessage(ended);
    expect(ended.output).toMatch(/AUTH_SECRET: .*openssl rand/);
  });

  refusal('names DATABASE_URL when a worker has no database', async () => {
    const ended = await attempt({ PROCESS_MODE: 'worker' });
    expectOneClearMessage(ended);
    expect(ended.output).toMatch(/DATABASE_URL: /);
  });

  const unreachable = [
    ['no server listens', 'postgres://archivolt:pass%2Fword-42@127.0.0.1:1/archive'],
    ['the host does not exist', 'postgres://archivolt:pass%2Fword-42@no-such-host.invalid/archive'],
    ['the password contains an unescaped character', 'postgres://archivolt:pass/word-42@127.0.0.1:1/archive'],
    ['the URL is malformed', 'postgres://archivolt:pass word-42@:port:/archive'],
  ] as const;
  it.each(sample(unreachable, 1, String))(
    'reports an unreachable database without its password: %s',
    async (_, url) => {
      const ended = await attempt({ DATABASE_URL: url, DATABASE_WAIT_SECONDS: '0' });
      expectOneClearMessage(ended);
      expect(ended.output).toMatch(/DATABASE_URL/);
      expect(ended.output).not.toMatch(/word-42/);
    },
  );

  it('names the port and the setting when the port is in use, and leaves no database running', async () => {
    const occupier: Server = createServer().listen(0, '127.0.0.1');
    await once(occupier, 'listening');
    const address = occupier.address();
    const port = String(typeof address === 'object' ? address?.port : 0);
    try {
      const ended = await attempt({ PORT: port });
      expectOneClearMessage(ended);
      expect(ended.output).toContain(port);
      expect(ended.output).toMatch(/PORT/);
      expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain(installation.dataDir);
    } finally {
      occupier.close();
    }
  });

  refusal('names SERVER_HOSTNAME when the address is not one of this machine', async () => {
    const ended = await attempt({ SERVER_HOSTNAME: '203.0.113.7' });
    expectOneClearMessage(ended);
    expect(ended.output).toMatch(/SERVER_HOSTNAME/);
  });

  it('names the page of the first account and, while registration is disabled, prints its set-up code once', async () => {
    const separate = await ownInstallation();
    const open = separate.settings;
    const closed = { ...open, AUTH_IS_REGISTRATION_ENABLED: 'false' };
    const outputOf = async (
      settings: Record<string, string>,
      use: (baseUrl: string) => Promise<unknown> = () => Promise.resolve(),
    ): Promise<string> => {
      const server = await ServerProcess.start(settings);
      try {
        await until(ENDS_WITHIN_MS, 'the ready message', () => server.output.includes('API key '));
        await use(server.baseUrl);
      } finally {
        await server.kill('SIGTERM');
      }
      return server.output;
    };
    const page = `Open http://127.0.0.1:${open.PORT}/register to create the first account`;
    const code = /[0-9A-Z]{5}(-[0-9A-Z]{5}){3}/g;
    const first = await outputOf(closed);
    expect(first).toContain(page);
    expect(first.match(code)).toHaveLength(1);
    expect((await outputOf(closed)).match(code)).toEqual(first.match(code));
    const withOpenRegistration = await outputOf(open, clientOfNewUser);
    expect(withOpenRegistration).toContain(page);
    expect(withOpenRegistration).not.toMatch(code);
    const later = await outputOf(closed);
    expect(later).not.toMatch(code);
    expect(later).not.toContain('first account');
    await separate.remove();
  });

  it('refuses to start on the data folder of a running server and leaves that server alone', async () => {
    const first = await ServerProcess.start(installation.settings);
    try {
      const ended = await attempt({ PORT: String(await freePort()) });
      expectOneClearMessage(ended);
      expect(ended.output).toMatch(/data folder is in use.*DATA_DIR/);
      expect((await fetch(`${first.baseUrl}/api/health`)).status).toBe(200);
      expect(await first.kill('SIGTERM')).toMatchObject({ code: 0 });
    } finally {
      await first.kill('SIGKILL');
    }
  });

  describe('with an unusable data folder', () => {
    let folder: string;
    const account = isRoot ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'archivolt-folders-'));
      await chmod(folder, 0o755);
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    refusal('names the data folder and the remedy when the folder is read-only', async () => {
      const dataDir = join(folder, 'read-only');
      await mkdir(dataDir, { mode: 0o555 });
      const ended = await attempt({ DATA_DIR: dataDir }, account);
      expectOneClearMessage(ended);
      expect(ended.output).toContain(dataDir);
      expect(ended.output).toMatch(/DATA_DIR/);
    });

    refusal('names the data folder when it is a file', async () => {
      const dataDir = join(folder, 'file');
      await writeFile(dataDir, '');
      const ended = await attempt({ DATA_DIR: dataDir });
      expectOneClearMessage(ended);
      expect(ended.output).toContain(dataDir);
    });

    refusal('the message names the folder for files or secrets when it belongs to another user', async () => {
      for (const inside of sample(['documents', 'secrets'], 1, String)) {
        const dataDir = join(folder, `foreign-${inside}`);
        await mkdir(join(dataDir, inside), { recursive: true });
        if (isRoot) await chown(dataDir, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
        await chmod(join(dataDir, inside), isRoot ? 0o700 : 0o000);
        const ended = await attempt({ DATA_DIR: dataDir }, account);
        expectOneClearMessage(ended);
        expect(ended.output).toContain(join(dataDir, inside));
      }
    });
  });

  refusal('the message names the file and the remedy when the stored secret is empty', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-secret-'));
    await mkdir(join(dataDir, 'secrets'));
    await writeFile(join(dataDir, 'secrets/auth-secret'), '');
    const ended = await attempt({ DATA_DIR: dataDir });
    await rm(dataDir, { recursive: true, force: true });
    expectOneClearMessage(ended);
    expect(ended.output).toMatch(/secrets\/auth-secret is empty; restore it from a backup, or remove it/);
  });

  const oldNode = findOldNode();
  (oldNode === undefined ? it.skip : it)('names the version and the remedy on an old Node', async () => {
    const ended = await attempt({}, { node: oldNode ?? '' });
    expectOneClearMessage(ended);
    expect(ended.output).toMatch(/Node \d.* is too old[^]*npm/);
  });
});

/** The Node of the system when it is too old for the server. */
function findOldNode(): string | undefined {
  try {
    const version = execFileSync('/usr/bin/node', ['--version']).toString();
    return Number(/^v(\d+)/.exec(version)?.[1]) < 24 ? '/usr/bin/node' : undefined;
  } catch {
    return undefined;
  }
}
