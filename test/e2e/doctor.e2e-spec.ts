import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sqlOver, UnitOfWork } from '#ground/database';
import { serverSizes } from '#ground/embedded-postgres';
import { Counters } from '#ground/history';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { runCliHere } from './run-cli-here.js';
import { runCli } from '../support/run-cli.js';

async function listening(): Promise<Server> {
  const server = createServer((socket) => socket.resume().end('hello\n')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server) => String((server.address() as AddressInfo).port);

describe('doctor next to a running server', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let settings: Record<string, string>;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    for (const name of ['one.txt', 'two.txt', 'three.txt']) await api.upload(organizationId, { name, content: name });
    await app.drain();
    settings = {
      NODE_ENV: 'test',
      DATA_DIR: app.dataDir,
      DATABASE_URL: app.installation.databaseUrl,
      PORT: new URL(app.baseUrl).port,
    };
  });
  afterAll(() => app.close());

  const sql = () => sqlOver(app.app.get(UnitOfWork).db);

  it('reports no problem for a healthy installation', async () => {
    const { code, output } = await runCli(['doctor'], settings);
    // The operating system part of the sandbox differs between machines, and a new installation sends no mails yet.
    expect(output).not.toMatch(/^(WRONG|look)(?! +(sandbox|mails) )/m);
    expect(output).toMatch(/^look +mails +mail-transport-log writes mails to the log; no mail reaches people$/m);
    expect(output).toMatch(/^ok +sandbox +permissions of Node/m);
    expect(output).toMatch(/^ok +Node +\d+\./m);
    expect(output).toMatch(/^ok +database +PostgreSQL \d+/m);
    expect(output).toMatch(/^ok +database sizes +shared_buffers \d+ MB, .*work_mem \d+ MB/m);
    expect(output).toMatch(/^ok +migrations +all applied$/m);
    expect(output).toMatch(/^ok +plugin +storage-local \d+\.\d+\.\d+, @archivolt\/storage-local, storage, contract 2/m);
    expect(output).toMatch(/^ok +OCR languages .*eng/m);
    expect(output).toMatch(/^ok +storage .* 3 files looked at, all there$/m);
    expect(output).toMatch(/^ok +search .* 3 documents looked for, all found$/m);
    expect(output).toMatch(/^ok +jobs +0 waiting, 0 under way$/m);
    expect(output).toContain(`answers at ${app.baseUrl}`);
    expect(output).toContain('Nothing is wrong');
    expect(code).toBe(0);
  });

  it('reports which sizes of a separate PostgreSQL are too small, and how to change them, without an error', async () => {
    const { code, output } = await runCliHere(['doctor'], { ...settings, DATABASE_MEMORY_MB: '1048576' });
    const { small, wanted } = await sizesOfMuchMemory();
    for (const name of small)
      expect(output).toMatch(
        new RegExp(
          `^look +database sizes .*${name} is \\d+ MB.*\\n +-> .*alter system set ${name} = '${wanted[name]}MB';`,
          'm',
        ),
      );
    expect(small).toContain('effective_cache_size');
    expect(code).toBe(0);
  });

  /** The server of the tests is sized to this machine, which has less than a terabyte. */
  async function sizesOfMuchMemory() {
    const wanted = serverSizes(1024 ** 4);
    const [row] = await sql().query<{ cache: number }>(
      `select (pg_size_bytes(current_setting('effective_cache_size')) / 1048576)::int as cache`,
    );
    const small = (row?.cache ?? 0) * 2 < wanted.effective_cache_size ? (['effective_cache_size'] as const) : [];
    return { small, wanted };
  }

  it('reports a missing file with its key and prints no secrets', async () => {
    const [row] = await sql().query<{ key: string }>('select original_storage_key as key from document limit 1');
    const key = row?.key ?? '';
    const path = join(app.dataDir, 'documents', key);
    await rename(path, `${path}.away`);
    const { code, output, errors } = await runCliHere(['doctor'], settings);
    await rename(`${path}.away`, path);
    expect(output).toMatch(
      new RegExp(`^WRONG +storage .*1 of 3 files looked at are missing, for instance ${key}\n +-> `, 'm'),
    );
    expect(output).toContain('1 wrong');
    expect(code).toBe(1);
    expect(output + errors).not.toContain(new URL(app.installation.databaseUrl).password || 'no password');
  });

  it('reports documents missing from the search index, and its remedy restores them', async () => {
    for (const table of ['search_segments_text', 'search_segments_tail'])
      await sql().query(`delete from ${table} where document_id in (select id from document order by id limit 2)`);
    const lost = await runCliHere(['doctor'], settings);
    expect(lost.output).toMatch(/^WRONG +search .*2 of 3 documents looked for are not found/m);
    expect(lost.output).toContain('npm run cli -- search reindex');
    expect((await runCliHere(['search', 'reindex'], settings)).output).toBe('Indexed 3 documents.\n');
    expect((await runCliHere(['doctor'], settings)).code).toBe(0);
    expect((await runCliHere(['search', 'status'], settings)).output).toContain(
      'The index is kept by search-segments, version 3.\nIt is written together with each change, so nothing waits for it.\n' +
        'Segments: 0, in organizations: 0; changed documents there that are in none yet: 0.\n' +
        'Documents of organizations that are too small for a segment: 3.\nNo segments are to be made or merged.\n',
    );
  });

  it('corrects wrong counters with --fix next to a running server', async () => {
    await sql().query('update organization_log set active_documents = 12345, trashed_bytes = 1');
    const { code, output } = await runCliHere(['doctor', '--fix'], settings);
    expect(output).toMatch(/^ok +counters +corrected for 1 organizations, .*activeDocuments 12345 instead of 3/m);
    expect(code).toBe(0);
    expect(await app.app.get(Counters, { strict: false }).of({ organizationId })).toEqual({
      activeDocuments: 3,
      activeBytes: 'one.txttwo.txtthree.txt'.length,
      trashedDocuments: 0,
      trashedBytes: 0,
    });
  });

  it('reports jobs that failed on their last attempt', async () => {
    await sql().query(`insert into job.job (name, data) values ('document.process.failed', '{}')`);
    const { code, output } = await runCliHere(['doctor'], settings);
    expect(output).toMatch(/^look +jobs +given up after the last attempt: 1 document.process\n +-> .*jobs list/m);
    expect(code).toBe(0);
  });
});

describe('doctor on a broken installation', () => {
  let database: TestDatabase;
  let dataDir: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'archivolt-doctor-'));
  });
  afterAll(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  const doctor = (settings: Record<string, string>) =>
    runCliHere(['doctor'], { DATA_DIR: dataDir, DATABASE_URL: database.url, ...settings });

  it('reports every invalid setting, including those of plugins, and a misspelled name', async () => {
    const { code, output } = await doctor({
      PORT: '0x50',
      NODE_ENV: 'production',
      BETTER_AUTH_SECRETS: '1:abc',
      DOCUMENT_OCR_LANGUAGES: 'eng',
    });
    for (const variable of ['PORT', 'AUTH_SECRET', 'BETTER_AUTH_SECRETS']) {
      expect(output).toMatch(new RegExp(`^WRONG +settings +${variable}: `, 'm'));
    }
    expect(output).toMatch(/^look .*DOCUMENT_OCR_LANGUAGES\n +-> did you mean DOCUMENTS_OCR_LANGUAGES\?/m);
    expect(code).toBe(1);
  });

  it('reports migrations that a worker needs applied', async () => {
    const { code, output } = await doctor({ PROCESS_MODE: 'worker' });
    expect(output).toMatch(/^WRONG +migrations +\d+ to apply: 0001-foundation.*\n +-> run `npm run cli -- migrate`/m);
    expect(code).toBe(1);
  });

  it('leaves pending migrations to a server that applies them on startup', async () => {
    const { code, output } = await doctor({ PORT: String(await freePort()) });
    expect(output).toMatch(/^ok +migrations .*the next start does it$/m);
    expect(code).toBe(0);
  });

  it('reports an unreachable database without printing its password', async () => {
    const { code, output } = await doctor({ DATABASE_URL: 'postgres://ada:marzipan@127.0.0.1:9/archive' });
    expect(output).toMatch(/^WRONG +database +the database archive at 127.0.0.1:9 cannot be reached.*\n +-> /m);
    expect(output).not.toContain('marzipan');
    expect(code).toBe(1);
  });

  it('reports folders that other users of the machine can read', async () => {
    if (process.platform === 'win32') return;
    const folder = await mkdtemp(join(tmpdir(), 'archivolt-doctor-'));
    try {
      await mkdir(join(folder, 'documents'), { mode: 0o755 });
      const documents = await doctor({ DATA_DIR: folder, PORT: String(await freePort()) });
      expect(documents.output).toMatch(/^WRONG +access to the data folder .*documents\n +-> run `chmod 700 /m);
      for (const later of ['sandbox', 'database', 'migrations', 'free space', 'server'])
        expect(documents.output).toMatch(new RegExp(`^(ok|look) +${later} `, 'm'));
      await chmod(join(folder, 'documents'), 0o700);
      await chmod(folder, 0o755);
      const list = await doctor({ DATA_DIR: folder });
      expect(list.output).toMatch(/^look +access to the data folder .*can list .*\n +-> run `chmod 700 /m);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('reports a data folder that is a file', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    const { code, output } = await doctor({ DATA_DIR: file, PORT: String(await freePort()) });
    expect(output).toMatch(/^WRONG +data folder .*is not a folder\n +-> .*DATA_DIR/m);
    expect(output).toMatch(/ sandbox, database +can be judged when the data folder can be used$/m);
    for (const later of ['free space', 'server']) expect(output).toMatch(new RegExp(`^(ok|look) +${later} `, 'm'));
    expect(code).toBe(1);
  });

  it('reports a plugin that cannot be loaded and an OCR language that is not installed', async () => {
    const missing = await doctor({ PLUGINS_EXTERNAL: 'no-such-plugin' });
    expect(missing.output).toMatch(/^WRONG +plugin +the plugin no-such-plugin .*\n +-> run `npm install /m);
    expect(missing.output).toContain('--no-save no-such-plugin`');
    expect(missing.code).toBe(1);
    const { output } = await doctor({ DOCUMENTS_OCR_LANGUAGES: 'eng,xxx' });
    expect(output).toMatch(/^look +OCR languages .*xxx/m);
    expect(output).toMatch(/^ +-> npm i @tesseract.js-data\/xxx/m);
  });

  it('reports a port used by another program and a base address with a path and without a trusted proxy', async () => {
    const other = await listening();
    const port = portOf(other);
    const { code, output } = await doctor({ PORT: port, APP_BASE_URL: 'https://archive.example/path' });
    other.close();
    expect(output).toMatch(
      /^WRONG +server +(port \d+ at 127.0.0.1 is in use by another program|another program answers)/m,
    );
    expect(output).toMatch(/^ok +base address +https:\/\/archive\.example\/path$/m);
    expect(output).toMatch(/-> set SERVER_TRUSTED_PROXIES/);
    expect(code).toBe(1);
  });

  it('reports headers for client addresses that no trusted proxy sends, and proxies that anyone can go around', async () => {
    const { output } = await doctor({ AUTH_IP_ADDRESS_HEADERS: 'x-real-ip' });
    expect(output).toMatch(/^look +client addresses +AUTH_IP_ADDRESS_HEADERS has no effect/m);
    const hops = {
      APP_BASE_URL: 'https://archive.example',
      SERVER_TRUSTED_PROXY_HOPS: '1',
      SERVER_HOSTNAME: '0.0.0.0',
    };
    const behind = (await doctor({ ...hops, AUTH_IP_ADDRESS_HEADERS: 'x-real-ip' })).output;
    expect(behind).toMatch(
      /^look +client addresses +SERVER_TRUSTED_PROXY_HOPS=1 lets everyone who reaches 0\.0\.0\.0/m,
    );
    expect(behind).not.toMatch(/has no effect|all clients seem/);
    expect((await doctor({ ...hops, SERVER_HOSTNAME: '127.0.0.1' })).output).not.toMatch(/client addresses/);
  });
});
