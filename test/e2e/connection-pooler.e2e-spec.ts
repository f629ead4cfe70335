import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { isLostConnection, sharesSessions } from '#ground/database';
import { openInstallation } from '#operation/installation';
import type { ApiClient } from '../support/api-client.js';
import { createTestDatabase } from '../support/database.js';
import { moveTime } from '../support/movable-time.js';
import { hasPgBouncer, PgBouncer } from '../support/pgbouncer.js';
import { atPort, Relay } from '../support/relay.js';
import { runCliHere } from './run-cli-here.js';
import { clientOfNewUser, freePort, ownInstallation, ServerProcess, until } from './server-process.js';

/** Generous: reached only on a machine that is busy with other work. */
const WITHIN_MS = 180_000;
const FILES = 40;
const LEADS = 'This process runs the intake.';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

jest.setTimeout(600_000);

const isInstalled = hasPgBouncer();
if (!isInstalled)
  it.skip('the test with a connection pooler is skipped: pgbouncer is not installed, which .ci/run installs', () =>
    undefined);

(isInstalled ? describe : describe.skip)('a connection pooler in front of PostgreSQL', () => {
  let installation: Awaited<ReturnType<typeof ownInstallation>>;
  let direct: string;
  let pooler: PgBouncer;
  let root: string;
  const servers: ServerProcess[] = [];

  beforeAll(async () => {
    installation = await ownInstallation();
    direct = installation.settings['DATABASE_URL'] ?? '';
    pooler = await PgBouncer.start(direct);
    root = await mkdtemp(join(tmpdir(), 'archivolt-pooler-'));
  });
  afterAll(async () => {
    for (const server of servers) await server.kill('SIGKILL');
    await pooler.stop();
    await installation.remove();
    await rm(root, { recursive: true, force: true });
  });

  const open = (urls: Record<string, string>) =>
    openInstallation({ NODE_ENV: 'test', DATA_DIR: installation.dataDir, ...urls }, 'owner', silent);

  it.each([
    ['with one session for each of few', 2, ''],
    ['with a single session', 1, ''],
    ['with many sessions, taken in turn', 10, 'server_round_robin = 1\nmin_pool_size = 3'],
  ])('the connection pooler is found by what it does to a session: %s', async (_, poolSize, settings) => {
    const other = await PgBouncer.start(direct, { poolSize, settings });
    try {
      for (let time = 0; time < 3; time += 1) expect(await sharesSessions(other.urlOf(direct))).toBe(true);
    } finally {
      await other.stop();
    }
  });

  it('PostgreSQL itself, and a pooler that keeps sessions, are not taken for one', async () => {
    expect(await sharesSessions(direct)).toBe(false);
    const keeping = await PgBouncer.start(direct, { mode: 'session' });
    try {
      expect(await sharesSessions(keeping.urlOf(direct))).toBe(false);
    } finally {
      await keeping.stop();
    }
  });

  it('a database that goes away behind a pooler is a lost connection, for open connections and for new ones', async () => {
    const port = await freePort();
    const relay = await Relay.start(direct, port);
    const settings = 'server_login_retry = 1\nquery_wait_timeout = 2';
    const other = await PgBouncer.start(atPort(direct, port), { settings });
    const connection = () => {
      const client = new pg.Client({ connectionString: other.urlOf(direct) });
      client.on('error', () => undefined);
      return client;
    };
    const query = (client: pg.Client) => client.query('select 1').catch((error: unknown) => error);
    const open = connection();
    try {
      await open.connect();
      await open.query('select 1');
      await relay.stop();
      const errors = [await query(open)];
      for (let time = 0; time < 3; time += 1) {
        const client = connection();
        errors.push(
          await client.connect().then(
            () => query(client),
            (error: unknown) => error,
          ),
        );
        await client.end().catch(() => undefined);
      }
      expect(errors.map((error) => [(error as Error).message, isLostConnection(error)])).toEqual(
        errors.map((error) => [(error as Error).message, true]),
      );
    } finally {
      await open.end().catch(() => undefined);
      await other.stop();
    }
  });

  it('requests that wait in the pooler while PostgreSQL is away are 503 after query_wait_timeout, and 200 when it is back', async () => {
    const [port, webPort] = [await freePort(), String(await freePort())];
    let relay = await Relay.start(direct, port);
    const other = await PgBouncer.start(atPort(direct, port), {
      settings: 'server_login_retry = 1\nquery_wait_timeout = 2',
    });
    const urls = { DATABASE_URL: other.urlOf(direct), DATABASE_DIRECT_URL: direct };
    expect(await runCliHere(['migrate'], { DATA_DIR: installation.dataDir, ...urls })).toMatchObject({ code: 0 });
    const web = await ServerProcess.start({ ...installation.settings, ...urls, PORT: webPort, PROCESS_MODE: 'web' });
    servers.push(web);
    try {
      const api = await clientOfNewUser(web.baseUrl);
      const read = () => api.get<{ error?: { code: string } }>('/api/organizations');
      expect((await read()).status).toBe(200);
      await relay.stop();
      const answers = await Promise.all(Array.from({ length: 8 }, read));
      expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual(
        answers.map(() => [503, 'server.database_unavailable']),
      );
      relay = await Relay.start(direct, port);
      await until(WITHIN_MS, 'requests to work again', async () => (await read()).status === 200);
    } finally {
      await web.kill('SIGKILL');
      await other.stop();
      await relay.stop();
    }
  });

  it('a server refuses a pooler without DATABASE_DIRECT_URL, and as DATABASE_DIRECT_URL, with the remedy', async () => {
    const pooled = pooler.urlOf(direct);
    await expect(open({ DATABASE_URL: pooled })).rejects.toThrow(
      /^DATABASE_URL leads to a connection pooler [^]*\nRemedy: set DATABASE_DIRECT_URL to the PostgreSQL server itself/,
    );
    await expect(open({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: pooled })).rejects.toThrow(
      /^DATABASE_DIRECT_URL leads to a connection pooler /,
    );
    await expect(open({ DATABASE_DIRECT_URL: direct })).rejects.toThrow(
      'DATABASE_DIRECT_URL: cannot be set without DATABASE_URL',
    );
    const opened = await open({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct });
    await opened.close();
  });

  it('commands behind a pooler migrate, and leave no lock behind', async () => {
    const database = await createTestDatabase();
    try {
      const settings = {
        DATA_DIR: installation.dataDir,
        DATABASE_URL: pooler.urlOf(database.url),
        DATABASE_DIRECT_URL: database.url,
      };
      expect(await runCliHere(['migrate'], settings)).toMatchObject({ code: 0, errors: '' });
      expect(await runCliHere(['migrate'], settings)).toMatchObject({
        code: 0,
        output: 'The database is up to date.\n',
      });
      expect(await runCliHere(['jobs', 'list'], settings)).toMatchObject({ code: 0, errors: '' });
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const locks = await client.query(
        `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      );
      await client.end();
      expect(locks.rowCount).toBe(0);
    } finally {
      await database.drop();
    }
  });

  it('one web and two worker processes behind a pooler take files, read them and tell clients, with one leader', async () => {
    const settings = {
      ...installation.settings,
      DATABASE_URL: pooler.urlOf(direct),
      DATABASE_DIRECT_URL: direct,
      PREVIEWS_ENABLED: 'false',
      INGESTION_FOLDER_IS_ENABLED: 'true',
      INGESTION_FOLDER_ROOT_PATH: root,
      INGESTION_FOLDER_WATCHER_POLLING_INTERVAL_MS: '200',
      INGESTION_FOLDER_WATCHER_FILE_STABILITY_THRESHOLD_MS: '200',
    };
    const migrated = await runCliHere(['migrate'], {
      DATA_DIR: installation.dataDir,
      DATABASE_URL: settings.DATABASE_URL,
      DATABASE_DIRECT_URL: direct,
    });
    expect(migrated).toMatchObject({ code: 0 });
    const web = await ServerProcess.start({ ...settings, PROCESS_MODE: 'web' });
    servers.push(web);
    const worker = async () => {
      const server = ServerProcess.spawn({ ...settings, PROCESS_MODE: 'worker', PORT: String(await freePort()) });
      servers.push(server);
      return server;
    };
    const leader = await worker();
    await until(WITHIN_MS, 'a leader', () => leader.output.includes(LEADS));
    const follower = await worker();
    await until(WITHIN_MS, 'the second worker', () => follower.output.includes('does background work'));

    const api = await clientOfNewUser(web.baseUrl);
    const { body } = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Pooled' });
    const organizationId = body.organization.id;
    const folder = join(root, organizationId);
    await mkdir(folder, { recursive: true });
    const put = async (from: number, to: number) => {
      for (let at = from; at < to; at += 1)
        await writeFile(join(folder, `scan-${at}.txt`), `the content of scan ${at}`);
    };
    const isEmpty = async () => (await readdir(folder, { withFileTypes: true })).every((entry) => entry.isDirectory());

    await put(0, FILES / 2);
    await until(WITHIN_MS, 'the first half of the files to be taken', isEmpty);
    expect(follower.output).not.toContain(LEADS);
    await leader.kill('SIGKILL');
    await put(FILES / 2, FILES);
    await moveTime(direct, 60_000); // the lease, and the jobs of the killed process, are over
    await until(WITHIN_MS, 'all files to be taken', isEmpty);
    expect(follower.output).toContain(LEADS);

    await until(WITHIN_MS, 'all documents to be read', async () => {
      const found = await count(api, organizationId, 'content:scan');
      return found === FILES;
    });
    expect(await count(api, organizationId, '')).toBe(FILES);
    for (const { output } of servers) expect(output).not.toMatch(/prepared statement|unsupported startup/);
  });

  async function count(api: ApiClient, organizationId: string, searchQuery: string): Promise<number> {
    const { body } = await api.get<{ documentsCount: number }>(
      `/api/organizations/${organizationId}/documents?pageSize=1&searchQuery=${encodeURIComponent(searchQuery)}`,
    );
    return body.documentsCount;
  }
});
