import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { HealthConfig } from '#config/health';
import { ServerConfig } from '#config/server';
import { ControlConnection } from '#ground/database';
import { Readiness } from '#ground/server-info';
import { StorageDrivers } from '#capabilities/storage';
import { migrateInstallation, openInstallation, type Installation } from '#operation/installation';
import { startServer, type RunningServer } from '../../apps/server/src/start-server.js';
import { startApp, type TestApp } from '../support/app.js';
import { createMigratedDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { moveTime } from '../support/movable-time.js';
import { poolOf } from '../support/rows.js';
import { TestClock } from '../support/test-clock.js';
import { runCliHere } from './run-cli-here.js';
import { ServerProcess, until } from './server-process.js';

/** Generous: reached only on a machine that is busy with other work. */
const WITHIN_MS = 120_000;
const MINUTE = 60_000;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

jest.setTimeout(300_000);

interface Answer {
  code: number;
  status: unknown;
  /** Everything that a visitor gets. */
  body: unknown;
}

async function ask(address: string): Promise<Answer> {
  const response = await fetch(address);
  const body = (await response.json()) as Record<string, unknown>;
  return { code: response.status, status: body['status'], body };
}

interface CheckView {
  name: string;
  status: string;
  message: string;
  remedy: string | null;
  isRequired: boolean;
}

describe('the health of a server', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const checks = async (): Promise<Map<string, CheckView>> => {
    const state = await app.app.get(Readiness, { strict: false }).read();
    return new Map(state.checks.map((check) => [check.name, { remedy: null, ...check }]));
  };
  /** Lets the results of the last look become too old. */
  const later = () => app.advance(20_000);

  it('responds to both probes, and names nothing but checks to visitors', async () => {
    expect(await ask(`${app.baseUrl}/api/health/live`)).toEqual({ code: 200, status: 'ok', body: { status: 'ok' } });
    expect(await ask(`${app.baseUrl}/api/health/ready`)).toEqual({
      code: 200,
      status: 'ready',
      body: { status: 'ready', findings: [] },
    });
    expect((await ask(`${app.baseUrl}/api/health`)).body).toEqual({
      isDatabaseHealthy: true,
      isEverythingOk: true,
      status: 'ok',
    });
    expect([...(await checks()).keys()]).toEqual([
      'backup',
      'database',
      'free space',
      'migrations',
      'queues',
      'search',
      'storage',
      'workers',
    ]);
    expect([...(await checks()).values()].filter(({ status }) => status === 'problem')).toEqual([]);
    expect((await checks()).get('workers')).toMatchObject({ status: 'ok', message: '1 is alive' });
    expect((await fetch(`${app.baseUrl}/api/admin/health`)).status).toBe(401);
  });

  it('a server is not ready while the storage is not mounted, and ready again without a restart', async () => {
    const [folder, away] = [join(app.dataDir, 'documents'), join(app.dataDir, 'unmounted')];
    await rename(folder, away);
    await mkdir(folder);
    await later();
    expect(await ask(`${app.baseUrl}/api/health/ready`)).toEqual({
      code: 503,
      status: 'not ready',
      body: { status: 'not ready', findings: ['storage'] },
    });
    expect((await ask(`${app.baseUrl}/api/health`)).body).toEqual({
      isDatabaseHealthy: true,
      isEverythingOk: false,
      status: 'error',
    });
    expect((await ask(`${app.baseUrl}/api/health/live`)).code).toBe(200);
    expect((await checks()).get('storage')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('is missing'),
      remedy: expect.stringContaining('mount the disk'),
    });
    await rm(folder, { recursive: true });
    await rename(away, folder);
    await later();
    expect((await ask(`${app.baseUrl}/api/health/ready`)).code).toBe(200);
  });

  it('a server is not ready when the folder of the storage cannot be examined', async () => {
    const { writer } = app.app.get(StorageDrivers, { strict: false });
    Object.defineProperty(writer, 'folder', { value: '/dev/null/inside', configurable: true });
    await later();
    expect((await checks()).get('free space')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('ENOTDIR'),
    });
    delete (writer as { folder?: string }).folder;
    await later();
    expect((await checks()).get('free space')?.status).not.toBe('problem');
  });

  it('a server is not ready when a newer version has migrated the database', async () => {
    const pool = poolOf(app);
    await pool.query(`insert into schema_migration (owner, name, version) values ('core', '9999-later', '99.1.0')`);
    await app.advance(2 * MINUTE);
    expect((await checks()).get('migrations')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('Archivolt 99.1.0'),
    });
    await pool.query(`delete from schema_migration where name = '9999-later'`);
    await later();
    expect((await checks()).get('migrations')).toMatchObject({ status: 'ok' });
  });

  it('a server is not ready when the database does not respond, and says so without an error of its own', async () => {
    const control = app.app.get(ControlConnection, { strict: false });
    const query = jest.spyOn(control, 'query').mockRejectedValue(new Error('Connection terminated unexpectedly'));
    await later();
    expect((await ask(`${app.baseUrl}/api/health/ready`)).body).toEqual({
      status: 'not ready',
      findings: expect.arrayContaining(['database']),
    });
    expect((await checks()).get('database')).toMatchObject({ status: 'problem' });
    query.mockRestore();
    await later();
    expect((await ask(`${app.baseUrl}/api/health/ready`)).code).toBe(200);
  });

  it('reports a search index whose plugin does not respond', async () => {
    const pool = poolOf(app);
    await pool.query(`update search_index set failing_since = now(), last_error = 'no route to it'`);
    await later();
    expect((await checks()).get('search')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('no route to it'),
      remedy: expect.stringContaining('start the search service'),
    });
    await pool.query('update search_index set failing_since = null, last_error = null');
    await later();
    expect((await checks()).get('search')).toMatchObject({ status: 'ok' });
  });

  it('reports jobs that wait while none of their kind begins, but no long queue that moves on', async () => {
    const pool = poolOf(app);
    const stuck = async () => (await checks()).get('queues') as CheckView;
    await app.drain();
    await pool.query(
      `insert into job.job (name, data, created_on, start_after)
       values ('document.process', '{}', now() - interval '20 minutes', now() - interval '20 minutes')`,
    );
    await later();
    expect(await stuck()).toMatchObject({
      status: 'problem',
      message: expect.stringMatching(/more than 15 min .*: document\.process since \S+Z$/),
    });
    await pool.query(
      `insert into job.job (name, data, state, started_on, completed_on)
       values ('document.process', '{}', 'completed', now() - interval '1 minute', now())`,
    );
    await later();
    expect(await stuck()).toMatchObject({ status: 'ok', message: expect.stringContaining('waits since') });
    await app.advance(20 * MINUTE);
    expect((await stuck()).message).toContain('document.process since');
    await pool.query(
      `insert into job.job (name, data, state, started_on, heartbeat_on)
       values ('document.process', '{}', 'active', now() - interval '5 hours', now())`,
    );
    await later();
    expect((await stuck()).message).not.toContain('document.process since'); // a long job, whose process is alive
    await pool.query(`delete from job.job where name = 'document.process' and state <> 'created'`);
    await later();
    expect((await stuck()).message).toContain('document.process since');
    await pool.query(`update job.job set start_after = now() + interval '1 hour' where name = 'document.process'`);
    await later();
    expect((await stuck()).message).not.toContain('document.process since');
    await pool.query(`delete from job.job where name = 'document.process'`);
  });
});

describe('two servers of one archive', () => {
  let database: TestDatabase;
  let dataDir: string;
  let installation: Installation;
  let clock: TestClock;
  let web: RunningServer;
  let worker: ServerProcess;
  let probes: string;
  let withoutWorker: Answer;
  let settings: Record<string, string>;
  let pool: pg.Pool;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'archivolt-health-'));
    const common = { NODE_ENV: 'test', DATA_DIR: dataDir, AUTH_SECRET: 'q7f0Zk2mX9bT4vLs8RwYc1HdJn6UeAgP' };
    database = await createMigratedDatabase(async (url) => {
      const guest = await openInstallation({ ...common, DATABASE_URL: url }, 'guest', silent);
      await migrateInstallation(guest);
    }, 'product');
    settings = { ...common, DATABASE_URL: database.url };
    pool = new pg.Pool({ connectionString: database.url });
    installation = await openInstallation({ ...settings, PROCESS_MODE: 'web', LOG_LEVEL: 'error' }, 'owner', silent);
    installation.config(ServerConfig).port = 0;
    clock = new TestClock();
    web = await startServer(installation, { pollsForWork: true, clock });
    await pool.query(
      `insert into server_process (id, mode, host, pid, version, started_at, seen_at)
       values ('yesterday', 'worker', 'x', 1, '1', now() - interval '2 days', now() - interval '1 day')`,
    );
    withoutWorker = await ready();
    clock.advance(20_000);
    const port = await freePort();
    probes = `http://127.0.0.1:${port}`;
    worker = ServerProcess.spawn({ ...settings, PROCESS_MODE: 'worker', HEALTH_WORKER_PORT: String(port) });
    await until(WITHIN_MS, 'the worker', async () => {
      if (!worker.isRunning) throw new Error(worker.output);
      return (await ask(`${probes}/api/health/ready`).catch(() => undefined))?.code === 200;
    });
  });
  afterAll(async () => {
    worker.child.kill('SIGKILL');
    await worker.ended;
    await web.close();
    await installation.close();
    await pool.end();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  const ready = () => ask(`${web.address ?? ''}/api/health/ready`);
  const check = async (name: string) =>
    (await web.app.get(Readiness, { strict: false }).read()).checks.find((each) => each.name === name);
  /** Timers of this process run, too: its heartbeat goes on. */
  async function pass(ms: number): Promise<void> {
    await moveTime(database.url, clock.movedMs + ms);
    clock.advance(ms);
    await until(WITHIN_MS, 'the heartbeat', async () => {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int as count from server_process where mode = 'web' and seen_at > now() - interval '10 seconds'`,
      );
      return rows[0]?.count === 1;
    });
  }

  it('a web server that starts before the workers is ready, and says what is missing', () => {
    expect(withoutWorker).toMatchObject({ code: 200, body: { status: 'ready', findings: ['workers'] } });
  });

  it('a worker responds to probes at a port of its own, and to nothing else', async () => {
    expect(await ask(`${probes}/api/health/live`)).toEqual({ code: 200, status: 'ok', body: { status: 'ok' } });
    expect((await ask(`${probes}/api/health/ready`)).body).toEqual({ status: 'ready', findings: [] });
    for (const path of ['/', '/api/health', '/api/ping', '/api/config', '/api/admin/health', '/../../etc/passwd'])
      expect((await ask(`${probes}${path}`)).code).toBe(404);
    expect((await fetch(`${probes}/api/health/ready`, { method: 'POST' })).status).toBe(404);
    const head = await fetch(`${probes}/api/health/ready`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('the log of a worker is one line of JSON for each entry, its start included', () => {
    const lines = worker.output.trim().split('\n');
    const messages = lines.map((line) => (JSON.parse(line) as { message: string }).message);
    expect(messages).toContainEqual(expect.stringContaining('Archivolt does background work'));
  });

  it('a port for probes that is taken stops the start of a worker with one message that names the setting', async () => {
    const second = ServerProcess.spawn({
      ...settings,
      PROCESS_MODE: 'worker',
      HEALTH_WORKER_PORT: new URL(probes).port,
    });
    const { code, output } = await second.ended;
    expect(code).toBe(1);
    expect(output).toMatch(
      /^archivolt: the port for probes cannot be opened.*EADDRINUSE.*\nRemedy: set HEALTH_WORKER_PORT/m,
    );
    expect(output).not.toMatch(/^ +at /m);
  });

  it('a killed worker is noticed by the web server, with the jobs that wait, and a web server stays ready meanwhile', async () => {
    expect((await ready()).code).toBe(200);
    expect(await check('workers')).toMatchObject({ status: 'ok' });
    await worker.kill('SIGKILL');
    await pool.query(`insert into job.job (name, data) values ('document.process', '{}')`);
    await pass(MINUTE);
    expect((await ready()).code).toBe(200);
    await pass(2 * MINUTE);
    expect(await ready()).toMatchObject({ code: 200, body: { findings: ['workers'] } }); // documents can be read
    expect(await check('workers')).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(
        /^no process that runs jobs is alive; the last one was alive at .*Z; jobs wait, the oldest since .*Z$/,
      ),
      remedy: expect.stringContaining('PROCESS_MODE=worker'),
    });
  });

  it('a web server without workers for longer than background work may stand still is not ready', async () => {
    await pass(20 * MINUTE);
    expect(await ready()).toMatchObject({ code: 503, body: { status: 'not ready', findings: ['queues', 'workers'] } });
    expect(await check('workers')).toMatchObject({ status: 'problem' });
    const doctor = await runCliHere(['doctor'], { ...settings, PORT: new URL(web.address ?? '').port });
    expect(doctor.output).toMatch(/^WRONG +workers +no process that runs jobs is alive.*jobs wait/m);
    expect(doctor.output).toMatch(/^WRONG +server +answers at .*, but it is not ready/m);
    expect(doctor.code).toBe(1);
  });

  it('a web server may stay ready without workers, by a setting, and an administrator still sees it', async () => {
    const config = web.app.get(HealthConfig, { strict: false });
    config.readyWithout = ['workers', 'queues'];
    await pass(MINUTE);
    expect((await ready()).code).toBe(200);
    expect(await check('workers')).toMatchObject({ status: 'problem', isRequired: false });
    config.readyWithout = [];
  });

  it('a worker that starts again makes the web server ready', async () => {
    const again = ServerProcess.spawn({ ...settings, PROCESS_MODE: 'worker' });
    try {
      await until(WITHIN_MS, 'the new worker', async () => {
        if (!again.isRunning) throw new Error(again.output);
        const { rows } = await pool.query<{ count: number }>(
          `select count(*)::int as count from server_process where mode = 'worker' and seen_at > now() - interval '1 minute'`,
        );
        return rows[0]?.count === 1;
      });
      await pass(MINUTE);
      expect(await check('workers')).toMatchObject({ status: 'ok', message: '1 is alive' });
    } finally {
      await again.kill('SIGKILL');
    }
  });
});

describe('doctor where the storage cannot be written', () => {
  it('reports what is wrong, without a stack trace', async () => {
    const app = await startApp();
    try {
      const settings = {
        NODE_ENV: 'test',
        DATA_DIR: app.dataDir,
        DATABASE_URL: app.installation.databaseUrl,
        PORT: new URL(app.baseUrl).port,
      };
      for (const root of [
        '/dev/null/documents',
        '/proc/archivolt/documents',
        join(app.dataDir, 'secrets/auth-secret'),
      ]) {
        const { code, output, errors } = await runCliHere(['doctor'], {
          ...settings,
          DOCUMENT_STORAGE_FILESYSTEM_ROOT: root,
        });
        expect(output).toMatch(/^WRONG +storage .*cannot be written/m);
        expect(output + errors).not.toMatch(/^ +at |node_modules|\.js:\d+/m);
        expect(code).toBe(1);
      }
    } finally {
      await app.close();
    }
  });
});
