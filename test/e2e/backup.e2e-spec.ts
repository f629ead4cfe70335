/** @own-modules */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { BACKUP_LEASE, FileStore } from '#capabilities/storage';
import { Leases } from '#ground/database';
import { Clock } from '#ground/kernel';
import { JobQueue } from '#ground/jobs';
import { BackupFolder, createBackup, restoreBackup, verifyBackup } from '#operation/backup';
import { coreMigrations, openInstallation, restoreTargetOf, schemaState } from '#operation/installation';
import { startServer } from '../../apps/server/src/start-server.js';
import { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { poolOf } from '../support/rows.js';
import { TestClock } from '../support/test-clock.js';
import { untilTrue } from '../support/until.js';
import { runCliHere } from './run-cli-here.js';

const SECRET = 'the secret of the archive that is backed up';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const { signal } = new AbortController();

jest.setTimeout(300_000);

describe('backups', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let work: string;
  let folder: BackupFolder;
  let target: TestDatabase;

  beforeEach(async () => {
    work = await mkdtemp(join(tmpdir(), 'archivolt-backup-'));
    target = await createTestDatabase();
    app = await startApp({ AUTH_SECRET: SECRET });
    ({ api, organizationId } = await app.anArchive());
    folder = new BackupFolder(join(work, 'backups'), SECRET);
  });
  afterEach(async () => {
    await app.close();
    await target.drop();
    await rm(work, { recursive: true, force: true });
  });

  const get = <Service>(type: abstract new (...values: never[]) => Service): Service =>
    app.app.get<Service>(type, { strict: false });
  const documents = () => `/api/organizations/${organizationId}/documents`;
  const upload = async (content: string): Promise<string> =>
    (await api.upload(organizationId, { name: `${content}.txt`, content })).body.document.id;
  const keyOf = (documentId: string) => `${organizationId}/originals/${documentId}.txt`;
  const purge = async (documentId: string): Promise<void> => {
    expect((await api.delete(`${documents()}/${documentId}`)).status).toBe(204);
    expect((await api.delete(`${documents()}/trash/${documentId}`)).status).toBe(204);
  };
  const fileOnDisk = (documentId: string) => join(app.dataDir, 'documents', keyOf(documentId));
  const services = (files: Pick<FileStore, 'read'> = get(FileStore)) => ({
    installation: app.installation,
    files: files as FileStore,
    leases: get(Leases),
    clock: new Clock(),
  });
  const create = async (reported: string[] = []) =>
    createBackup(folder, services(), { signal, report: (line) => void reported.push(line) });
  const faultsOf = async (id: string): Promise<string[]> => {
    const faults: string[] = [];
    await verifyBackup(folder, id, { signal, report: () => undefined }, (fault) => faults.push(fault));
    return faults;
  };
  const there = (): Record<string, string> => ({
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    AUTH_SECRET: SECRET,
    DATA_DIR: join(work, 'restored'),
    DATABASE_URL: target.url,
  });
  const cliHere = (...words: string[]) =>
    runCliHere(['backup', ...words, '--folder', folder.path], {
      ...there(),
      DATA_DIR: app.dataDir,
      DATABASE_URL: app.installation.databaseUrl,
    });
  const cliThere = (...words: string[]) => runCliHere(['backup', ...words, '--folder', folder.path], there());

  async function counts(url: string): Promise<Record<string, string>> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string }>(
        `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
           and relpersistence = 'p' order by 1`,
      );
      const counted: Record<string, string> = {};
      const tables = rows.map(({ name }) => name).filter((name) => !CHANGING.has(name));
      for (const name of [...tables, WAITING_JOBS]) {
        const table = name === WAITING_JOBS ? name : pg.escapeIdentifier(name);
        const found = await client.query<{ facts: string }>(
          `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as facts from ${table} t`,
        );
        counted[name] = found.rows[0]?.facts ?? '';
      }
      return counted;
    } finally {
      await client.end();
    }
  }

  it('a backup is restored into another database and folder, with the same rows, files, jobs and accounts', async () => {
    const ids = [await upload('first'), await upload('second')];
    await app.drain();
    const pending = await upload('read after the restore');
    const before = await counts(app.installation.databaseUrl);
    expect(await cliHere('create')).toMatchObject({
      code: 0,
      errors: '',
      output: expect.stringMatching(/Files: 3, .*; new: 3, [^]*The backup \S+ is complete\./),
    });
    expect((await cliHere('list')).output).toMatch(/^\S+Z {2}3 files, 0\.0 MB, \d/);
    expect(await cliThere('verify')).toMatchObject({ code: 0, output: expect.stringContaining('is whole.') });
    expect(await cliThere('restore')).toMatchObject({
      code: 0,
      errors: '',
      output: expect.stringContaining('is restored: 3 files'),
    });
    expect(await counts(target.url)).toEqual(before);

    const installation = await openInstallation(there(), 'owner', silent);
    installation.config(ServerConfig).port = 0;
    const server = await startServer(installation, { pollsForWork: false });
    try {
      const client = new ApiClient(server.address ?? '', api.token);
      const contents = await Promise.all(
        [...ids, pending].map(async (id) => (await client.get(`${documents()}/${id}/file`)).body),
      );
      expect(contents).toEqual(['first', 'second', 'read after the restore']);
      await server.app.get(JobQueue).drain();
      expect((await client.get(`${documents()}/${pending}`)).body).toMatchObject({
        document: { extraction: { status: 'completed' } },
      });
      expect((await client.upload(organizationId, { name: 'new.txt', content: 'new' })).status).toBe(200);
    } finally {
      await server.close();
      await installation.close();
    }
    expect(await cliThere('restore')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/the database is not empty: .* nothing was restored\.\nRemedy/),
    });
  });

  it('a backup has the file of every row, although documents are purged and uploaded meanwhile', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => upload(`kept ${at}`)));
    const store = get(FileStore);
    let reads = 0;
    const read: FileStore['read'] = async (key, options) => {
      if ((reads += 1) === 1) {
        for (const id of ids) await purge(id);
        await upload('too late');
        await app.drain();
        await store.sweep(0);
      }
      return store.read(key, options);
    };
    const { manifest } = await createBackup(folder, services({ read }), { signal, report: () => undefined });
    expect(manifest.files).toMatchObject({ count: 12, missing: 0 });
    expect(await faultsOf(manifest.id)).toEqual([]);
    await store.sweep(60);
    const left = await readdir(join(app.dataDir, 'documents', organizationId, 'originals'));
    expect(left).toHaveLength(1);
  });

  it('a backup copies only what earlier ones do not have, and is pruned with the files that only it has', async () => {
    const gone = await upload('gone');
    await upload('stays');
    const first = await create();
    expect(first.copied.files).toBe(2);
    await purge(gone);
    await app.drain();
    await upload('new');
    const second = await create();
    expect(second.copied.files).toBe(1);
    const keep = ['--daily', '1', '--weekly', '0', '--monthly', '0'];
    expect((await cliHere('prune', '--dry-run', ...keep)).output).toContain(`Would be removed: ${first.manifest.id}`);
    expect(await folder.list()).toHaveLength(2);
    expect((await cliHere('prune', ...keep)).output).toBe(`Removed: ${first.manifest.id}\nKept: 1; files removed: 1\n`);
    expect(await faultsOf(second.manifest.id)).toEqual([]);
  });

  it('a backup that is cut off is not listed, and the next one removes what it left', async () => {
    await upload('whole');
    const killed = new Error('killed');
    const read = () => Promise.reject(killed);
    await expect(createBackup(folder, services({ read }), { signal, report: () => undefined })).rejects.toBe(killed);
    expect(await folder.list()).toEqual([]);
    expect(await readdir(join(folder.path, 'backups'))).toEqual([]);
    // As a killed process leaves it.
    await writeFile(join(await folder.begin('2026-01-01'), 'wanted.tsv'), 'cut');
    expect(await folder.list()).toEqual([]);
    const { manifest } = await create();
    expect(await readdir(join(folder.path, 'backups'))).toEqual([manifest.id]);
    expect(await faultsOf(manifest.id)).toEqual([]);
  });

  it('a damaged backup is refused by restore, and verify names each fault', async () => {
    await upload('flipped');
    await upload('removed');
    const { manifest } = await create();
    const flipped = folder.fileOf(sha256('flipped'));
    const removed = folder.fileOf(sha256('removed'));
    await flipByte(flipped);
    await rm(removed);
    const table = join(folder.folderOf(manifest.id), 'tables', 'public.document.copy.zst');
    await flipByte(table);
    const faults = await faultsOf(manifest.id);
    expect(faults).toHaveLength(3);
    expect(faults).toEqual(
      expect.arrayContaining([
        `${table} has other bytes than those that were written: the table document`,
        expect.stringContaining(`${flipped} has other bytes than those that were written: the file ${organizationId}/`),
        expect.stringContaining(`${removed} is missing: the file ${organizationId}/`),
      ]),
    );
    expect(await cliThere('verify')).toMatchObject({ code: 1, output: expect.stringContaining('has 3 fault(s).') });
    expect(await cliThere('restore')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is damaged, and nothing was restored'),
    });
    await expect(counts(target.url)).rejects.toThrow('relation "job.job" does not exist');
  });

  it('a backup with a manifest that is cut, changed or sealed with another secret is refused', async () => {
    const { manifest } = await create();
    const path = join(folder.folderOf(manifest.id), 'manifest.json');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.slice(0, text.length / 2));
    expect(await faultsOf(manifest.id)).toEqual([`${path} is cut off or damaged`]);
    expect(await cliHere('prune')).toMatchObject({ code: 1, errors: expect.stringContaining('which files it needs') });
    await writeFile(path, text.replace(/"rows": \d+/, '"rows": 1000'));
    expect(await faultsOf(manifest.id)).toEqual([expect.stringContaining('was changed, or is of an archive with')]);
    await writeFile(path, text);
    const other = new BackupFolder(folder.path, 'another secret');
    expect(await other.list()).toMatchObject([{ fault: expect.stringContaining('Remedy: use the secret') }]);
  });

  it('a backup is complete without files that the archive has lost, and says which', async () => {
    const [lost, damaged] = [await upload('lost'), await upload('damaged')];
    await upload('sound');
    await rm(fileOnDisk(lost));
    await flipByte(fileOnDisk(damaged));
    const reported: string[] = [];
    const { manifest } = await create(reported);
    expect(manifest.files).toMatchObject({ count: 3, missing: 2 });
    expect(reported.join('\n')).toContain(`Not in the backup: ${keyOf(lost)}`);
    expect(reported.join('\n')).toContain(`Not in the backup: ${keyOf(damaged)}`);
    expect(await faultsOf(manifest.id)).toEqual([]);
  });

  it('a backup is restored after an interruption by the same command, and not into a storage with other files', async () => {
    await upload('one');
    await upload('two');
    const { manifest } = await create();
    const installation = await openInstallation(there(), 'guest', silent);
    const interrupted = new AbortController();
    const report = (line: string): void => {
      if (line.startsWith('Files: 2 were restored')) interrupted.abort(new Error('interrupted'));
    };
    const stop = { signal: interrupted.signal, report };
    await expect(restoreBackup(folder, manifest.id, restoreTargetOf(installation), stop)).rejects.toThrow(
      'interrupted',
    );
    const server = openInstallation(there(), 'owner', silent).then((owner) =>
      startServer(owner, { pollsForWork: false }),
    );
    await expect(server).rejects.toThrow('belongs to another archive');
    expect(await cliThere('restore')).toMatchObject({ code: 0, errors: '' });

    const second = await createTestDatabase();
    try {
      const settings = { ...there(), DATABASE_URL: second.url };
      expect(await runCliHere(['backup', 'restore', '--folder', folder.path], settings)).toMatchObject({
        code: 1,
        errors: expect.stringMatching(/the storage of storage-local is not empty: .*\nRemedy/),
      });
    } finally {
      await second.drop();
    }
  });

  it('a backup of an earlier schema is restored at that schema and migrated, and one of a later schema is refused', async () => {
    await upload('old');
    const last = coreMigrations().at(-1);
    const pool = poolOf(app);
    await pool.query(last?.down ?? '');
    await pool.query(`delete from schema_migration where owner = 'core' and name = $1`, [last?.name]);
    const earlier = await create();
    expect(earlier.manifest.migrations['core']).not.toContain(last?.name);
    await pool.query(`insert into schema_migration (owner, name) values ('core', '9999-later')`);
    await create();
    expect(await cliThere('restore')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/does not know the migrations 9999-later of core\.\nRemedy: use the version/),
    });
    await rm(there()['DATA_DIR'] ?? '', { recursive: true });
    expect(await cliThere('restore', earlier.manifest.id)).toMatchObject({ code: 0, errors: '' });
    const { missing } = await schemaState(await openInstallation(there(), 'guest', silent));
    expect(missing).toEqual([]);
    expect((await counts(target.url))['document']).toMatch(/^1 /);
  });

  it('a backup is not restored while a server uses the database, and is listed and verified without a database', async () => {
    await upload('one');
    await create();
    const server = new pg.Client({ connectionString: target.url, application_name: 'archivolt-jobs' });
    await server.connect();
    expect(await cliThere('restore')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/a server or worker uses the database .* nothing was restored\.\nRemedy: stop all/),
    });
    await server.end();
    const alone = { ...there(), DATABASE_URL: 'postgres://none:nothing@127.0.0.1:1/none' };
    const cliAlone = (...words: string[]) => runCliHere(['backup', ...words, '--folder', folder.path], alone);
    expect(await cliAlone('list')).toMatchObject({ code: 0, output: expect.stringContaining('1 files') });
    expect(await cliAlone('verify')).toMatchObject({ code: 0, output: expect.stringContaining('is whole.') });
    expect(await runCliHere(['backup', 'list'], alone)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('use --folder, or set BACKUP_FOLDER'),
    });
    const withoutSecret = { ...alone, AUTH_SECRET: '' };
    expect(await runCliHere(['backup', 'list', '--folder', folder.path], withoutSecret)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('the secret of the archive is neither in AUTH_SECRET nor in'),
    });
  });

  it('a backup is not made while another one is made, and not inside the data folder', async () => {
    const inside = new BackupFolder(join(app.dataDir, 'backups'), SECRET);
    const progress = { signal, report: () => undefined };
    await expect(createBackup(inside, services(), progress)).rejects.toThrow('is inside DATA_DIR');
    const clock = get(Clock);
    if (!(clock instanceof TestClock)) throw new Error('this server has another clock');
    const other = await get(Leases).hold(BACKUP_LEASE, signal);
    let reason: unknown;
    void createBackup(folder, { ...services(), clock }, progress).catch((error: unknown) => (reason = error));
    await untilTrue('the second backup to give up', () => {
      clock.advance(5_000);
      return reason !== undefined;
    });
    expect((reason as Error).message).toMatch('backups are being tested or removed.\nRemedy: wait');
    await other.release();
    expect((await create()).manifest.files.count).toBe(0);
  });
});

const WAITING_JOBS = `(select * from job.job where state < 'completed')`;
/** Rows that a command or a scheduled task changes by itself. */
const CHANGING = new Set([
  'lease',
  'plugin_state',
  'schema_migration',
  'stored_file',
  'storage_marker',
  'server_process',
]);

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(path, bytes);
}
