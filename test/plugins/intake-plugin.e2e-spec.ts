import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { clientOfNewUser, freePort, until } from '../e2e/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { compiledTemplate } from './compiled-template.js';
import { InstalledCopy } from './installed-copy.js';

const SERVER = 'dist/apps/server/src/main.js';
const WITHIN_MS = 180_000;
const FILES = 200;
/** Of them, these come when the first process is gone, however fast that has been. */
const LATE = 40;
const LEADS = 'This process runs the intake.';

jest.setTimeout(600_000);

describe('an intake plugin in two server processes on one database', () => {
  let home: string;
  let folder: string;
  let copy: InstalledCopy;
  let database: TestDatabase;
  let client: pg.Client;
  let settings: Record<string, string>;
  const servers: ReturnType<InstalledCopy['start']>[] = [];

  const start = async () => {
    const server = copy.start(SERVER, [], { ...settings, PORT: String(await freePort()) });
    servers.push(server);
    await until(WITHIN_MS, 'the server to be ready', () => {
      if (server.child.exitCode !== null) throw new Error(server.output());
      return server.output().includes('is ready at');
    });
    return server;
  };
  const count = async (what: string) =>
    (await client.query<{ count: number }>(`select count(*)::int as count from ${what}`)).rows[0]?.count ?? 0;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'archivolt-intake-'));
    folder = join(home, 'scans');
    await mkdir(folder);
    copy = new InstalledCopy(join(home, 'server'));
    copy.install(compiledTemplate('intake', home));
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const port = String(await freePort());
    settings = { DATABASE_URL: database.url, DATA_DIR: join(home, 'data'), PORT: port };
    const first = copy.start(SERVER, [], settings);
    await until(WITHIN_MS, 'the first server', () => first.output().includes('is ready at'));
    const api = await clientOfNewUser(`http://127.0.0.1:${port}`);
    const { body } = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Scans' });
    first.child.kill('SIGTERM');
    await first.ended;
    Object.assign(settings, {
      PLUGINS_EXTERNAL: '@archivolt/intake-template',
      INTAKE_TEMPLATE_PATH: folder,
      INTAKE_TEMPLATE_ORGANIZATION: body.organization.id,
      INTAKE_TEMPLATE_INTERVAL_MS: '100',
      INTAKE_TEMPLATE_SETTLE_MS: '0',
    });
  });
  afterAll(async () => {
    for (const server of servers) {
      server.child.kill('SIGKILL');
      await server.ended;
    }
    await client.end();
    await database.drop();
    await rm(home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  });

  it('one of two processes runs the intake; the other takes over after kill -9, and each file is one document', async () => {
    const leader = await start();
    await until(WITHIN_MS, 'a leader', () => leader.output().includes(LEADS));
    const follower = await start();
    const scan = async (from: number, to: number) => {
      for (let index = from; index < to; index += 1) {
        const hidden = join(folder, `.scan-${index}.txt`);
        await writeFile(hidden, `the content of scan ${index}`);
        await rename(hidden, join(folder, `scan-${index}.txt`));
      }
    };
    await scan(0, FILES - LATE);
    await until(WITHIN_MS, 'the first files', async () => (await count('document')) >= FILES / 4);
    expect(follower.output()).not.toContain(LEADS);
    leader.child.kill('SIGKILL');
    await leader.ended;
    await scan(FILES - LATE, FILES);
    await until(WITHIN_MS, 'all files to be gone', async () => (await readdir(folder)).length === 0);
    expect(follower.output()).toContain(LEADS);
    expect(await count('document')).toBe(FILES);
    expect(await count('(select distinct name from document) as names')).toBe(FILES);
    expect(await count(`intake_file where outcome = 'created'`)).toBe(FILES);
    expect(await count(`event where name = 'document:created' and actor_reason = 'plugin:intake-template'`)).toBe(
      FILES,
    );
  });
});
