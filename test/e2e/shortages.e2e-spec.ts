import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ownInstallation, ServerProcess, until } from './server-process.js';

const TEST_MS = 400_000;
const hasPrlimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;
const onLinux = hasPrlimit ? it : it.skip;

interface Answer {
  status: number;
  code: string | undefined;
  retryAfter: string | undefined;
  body: string;
}

describe('a server with a temporary shortage', () => {
  let installation: Awaited<ReturnType<typeof ownInstallation>>;
  let server: ServerProcess;
  let cookie: string;
  let organizationId: string;
  /** Connections opened before the shortage: the server could not accept new ones during it. */
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  const origin = () => `http://localhost:${installation.settings['PORT']}`;
  const send = (method: string, path: string, type = 'application/json', body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = { origin: origin(), cookie, ...(body === undefined ? {} : { 'content-type': type }) };
      const sent = request(server.baseUrl + path, { method, agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('error', reject).on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            code: /"code":"([^"]*)"/.exec(text)?.[1],
            retryAfter: response.headers['retry-after'],
            body: text,
          }),
        );
      });
      sent.on('error', reject).end(body);
    });
  const documents = () => `/api/organizations/${organizationId}/documents`;
  const upload = () => {
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
    return send('POST', documents(), 'multipart/form-data; boundary=x', `${head}${randomUUID()}\r\n--x--\r\n`);
  };
  const account = (route: string, name: string) => {
    const body = { email: `${name}@example.com`, password: 'correct horse', name: 'Ada' };
    return send('POST', `/api/auth/${route}/email`, 'application/json', JSON.stringify(body));
  };

  beforeAll(async () => {
    installation = await ownInstallation({ hasOwnPostgres: true });
    server = await ServerProcess.start({ ...installation.settings, AUTH_ATTEMPTS_PER_ADDRESS: '1000' });
    const signedUp = await fetch(`${server.baseUrl}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { origin: origin(), 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse', name: 'Ada' }),
    });
    cookie = signedUp.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const { body } = await send('POST', '/api/organizations', 'application/json', '{"name":"Shortages"}');
    organizationId = (JSON.parse(body) as { organization: { id: string } }).organization.id;
  }, TEST_MS);
  afterAll(async () => {
    agent.destroy();
    await server.kill('SIGKILL');
    await installation.remove();
  });

  /** Expects 200, or 503 with Retry-After, and no other error. */
  const expectPatience = (answers: readonly Answer[], ...codes: string[]) => {
    for (const { status, ...rest } of answers) {
      if (status === 200) continue;
      expect({ status, ...rest }).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
      expect(codes).toContain(rest.code);
    }
  };

  it.each<NodeJS.Signals>(['SIGKILL', 'SIGINT'])(
    'responds with 503 and never 500 or 401 until the database is back after %s',
    async (signal) => {
      const pidFile = join(installation.dataDir, 'postgres/cluster/postmaster.pid');
      const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
      process.kill(pid, signal);
      let failures = 0;
      await until(180_000, 'the database to be back', async () => {
        const answers = await Promise.all([send('GET', documents()), upload()]);
        expectPatience(answers, 'server.database_unavailable');
        const ofSignIn = [
          await account('sign-in', 'ada'),
          await account('sign-up', randomUUID()),
          await send('GET', '/api/auth/get-session'),
        ];
        expectPatience(ofSignIn, 'SERVICE_UNAVAILABLE');
        const all = [...answers, ...ofSignIn];
        failures += all.filter(({ status }) => status !== 200).length;
        return failures > 0 && all.every(({ status }) => status === 200);
      });
    },
    TEST_MS,
  );

  onLinux(
    'responds with 503 when no file can be opened, and recovers when files can be opened again',
    async () => {
      const stored = JSON.parse((await upload()).body) as { document: { id: string } };
      const work = () =>
        Promise.all(
          Array.from({ length: 40 }, (_, index) =>
            index % 2 === 0 ? upload() : send('GET', `${documents()}/${stored.document.id}/file`),
          ),
        );
      expectPatience(await work());
      limitOpenFiles(server.child.pid ?? 0, 1);
      const answers = await work();
      execFileSync('prlimit', ['--pid', String(server.child.pid), '--nofile=4096:']);
      // A connection to the database needs a file descriptor, too.
      expectPatience(answers, 'server.too_many_open_files', 'server.database_unavailable');
      expect(answers.some(({ status }) => status === 503)).toBe(true);
      expect((await work()).map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
    },
    TEST_MS,
  );

  it(
    'a shutdown leaves no socket, lock file or temporary file behind',
    async () => {
      expect(await server.kill('SIGTERM')).toMatchObject({ code: 0 });
      expect(readdirSync(join(installation.dataDir, 'postgres')).sort()).toEqual([
        'application-password',
        'cluster',
        'password',
        'postgres.log',
        'run',
      ]);
      expect(readdirSync(join(installation.dataDir, 'postgres/run'))).toEqual([]);
      expect(existsSync(join(installation.dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
      expect(filesBelow(join(installation.dataDir, 'tmp'))).toEqual([]);
      server = await ServerProcess.start(installation.settings);
      expect((await send('GET', documents())).status).toBe(200);
    },
    TEST_MS,
  );
});

/** Lowers the limit of open files so that only `room` descriptors are left. */
function limitOpenFiles(pid: number, room: number): void {
  const used = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  let limit = 0;
  for (let free = 0; free <= room; limit += 1) if (!used.has(limit)) free += 1;
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${limit - 1}:`]);
}

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map(({ name }) => name)
    : [];
