/** @own-modules */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BackupConfig } from '#config/backup';
import { DocumentsConfig } from '#config/documents';
import { ServerConfig } from '#config/server';
import { Diagnostics, type CheckResult } from '#ground/features';
import { ScheduledTasks } from '#ground/jobs';
import { BackupFolder, MakeBackup, TestRestore } from '#operation/backup';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { Caller } from './caller.js';
import { runCliHere } from './run-cli-here.js';

const SECRET = 'the secret of the archive that is backed up';
const DAY = 86_400_000;
const { signal } = new AbortController();

jest.setTimeout(300_000);

interface Run {
  kind: string;
  state: string;
  backupId: string | null;
  filesCount: number | null;
  message: string | null;
  remedy: string | null;
}

describe('backups of the server itself', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let work: string;
  let folder: BackupFolder;
  let administrator: Caller;

  beforeEach(async () => {
    work = await mkdtemp(join(tmpdir(), 'archivolt-backup-'));
    folder = new BackupFolder(join(work, 'backups'), SECRET);
    app = await startApp({
      AUTH_SECRET: SECRET,
      BACKUP_FOLDER: folder.path,
      BACKUP_KEEP_DAILY: '2',
      BACKUP_KEEP_WEEKLY: '0',
      BACKUP_KEEP_MONTHLY: '0',
    });
    administrator = new Caller(app.baseUrl, `http://localhost:${app.installation.config(ServerConfig).port}`);
    const account = { name: 'First', email: 'first@example.com', password: 'correct horse' };
    expect((await administrator.post('/api/auth/sign-up/email', account)).status).toBe(200);
    ({ api, organizationId } = await app.anArchive());
  });
  afterEach(async () => {
    await app.close();
    await rm(work, { recursive: true, force: true });
  });

  const get = <Service>(type: abstract new (...values: never[]) => Service): Service =>
    app.app.get<Service>(type, { strict: false });
  const upload = async (content: string): Promise<string> =>
    (await api.upload(organizationId, { name: `${content}.txt`, content })).body.document.id;
  const run = (task: string) => get(ScheduledTasks).run(task, signal);
  const runs = async (): Promise<Run[]> =>
    ((await administrator.get('/api/admin/backups')).body as { runs: Run[] }).runs;
  const checked = (): Promise<CheckResult | undefined> =>
    get(Diagnostics)
      .checks()
      .find(({ name }) => name === 'backup')
      ?.probe?.(signal) ?? Promise.resolve(undefined);
  const scratchDatabases = async (): Promise<string[]> =>
    (
      await poolOf(app).query<{ datname: string }>(
        `select datname from pg_database where starts_with(datname, 'archivolt_restore_test_')`,
      )
    ).rows.map(({ datname }) => datname);
  const scratchFolders = async (): Promise<string[]> =>
    (await readdir(app.dataDir)).filter((name) => name.startsWith('archivolt_restore_test_'));
  const expectNothingLeft = async (): Promise<void> => {
    expect(await scratchDatabases()).toEqual([]);
    expect(await scratchFolders()).toEqual([]);
  };

  it('a backup is made at its time by one process, remembered and shown, and old ones are removed', async () => {
    expect(await checked()).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('there is no backup'),
    });
    await upload('kept');
    for (let day = 1; day <= 3; day += 1) {
      await app.advance(DAY);
      await app.drain();
    }
    const backups = await folder.list();
    expect(backups).toHaveLength(2);
    const shown = await runs();
    const made = shown.filter(({ kind }) => kind === 'create');
    expect(made).toHaveLength(3);
    expect(made[0]).toMatchObject({ state: 'succeeded', backupId: backups[1]?.id, filesCount: 1, message: null });
    expect(await checked()).toMatchObject({ status: 'ok', message: expect.stringContaining('1 files') });
    await app.advance(3 * DAY); // the jobs wait, as without a worker
    expect(await checked()).toMatchObject({ status: 'warning', message: expect.stringContaining('too long ago') });
  });

  it('a backup that is stopped in the middle is remembered as interrupted, and the next one is whole', async () => {
    await upload('one');
    const stopped = new AbortController();
    const report = (line: string): void => {
      if (line.startsWith('Database:')) stopped.abort(new Error('the process stops'));
    };
    const made = get(MakeBackup).execute(folder.path, { signal: stopped.signal, report });
    await expect(made).rejects.toThrow('the process stops');
    expect(await folder.list()).toEqual([]);
    expect(await readdir(join(folder.path, 'backups'))).toEqual([]);
    expect((await runs())[0]).toMatchObject({ state: 'interrupted', message: 'the process stops' });
    expect(await checked()).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('there is no backup'),
    });
    // One that was killed could not say so.
    await poolOf(app).query(`update backup_run set state = 'running', finished_at = null`);
    expect((await runs())[0]).toMatchObject({
      state: 'interrupted',
      message: expect.stringContaining('its process ended'),
    });
    expect(await run('create-backup')).toMatch(
      /^The backup \S+ has 1 files, 1 of them new; 0 old backups were removed\.$/,
    );
    expect((await runs()).map(({ state }) => state)).toEqual(['succeeded', 'interrupted']);
    expect(await checked()).toMatchObject({ status: 'ok' });
  });

  it('a backup that cannot be made is remembered with cause and remedy, and the check warns', async () => {
    await run('create-backup');
    const [first] = await folder.list();
    await writeFile(join(folder.folderOf(first?.id ?? ''), 'manifest.json'), 'cut');
    await run('create-backup');
    expect((await runs())[0]).toMatchObject({
      state: 'succeeded',
      message: expect.stringContaining('old backups were not removed: the backup'),
      remedy: expect.stringContaining('restore its manifest'),
    });
    expect(await checked()).toMatchObject({ status: 'warning', message: expect.stringContaining('were not removed') });
    await rm(folder.path, { recursive: true });
    expect(await run('create-backup')).toMatch(/^Failed: \S+ has none of the backups .*\nRemedy: mount the disk/);
    expect(await folder.list()).toEqual([]);
    // Also when the last good one is long ago.
    await poolOf(app).query(`insert into backup_run (id, kind, folder, state, started_at, finished_at, message)
      select 'bkr_' || number, 'create', folder, 'failed', now(), now(), 'the disk is not there'
      from backup_run, generate_series(1, 300) number where id = (select max(id) from backup_run)`);
    expect(await run('create-backup')).toMatch(/^Failed: \S+ has none of the backups/);
    expect(await run('create-backup')).toMatch(/^Failed: \S+ has none of the backups/);
    get(BackupConfig).folder = join(app.dataDir, 'backups');
    expect(await run('create-backup')).toMatch(/^Failed: the folder .* is inside DATA_DIR/);
    expect((await runs())[0]).toMatchObject({
      state: 'failed',
      remedy: expect.stringContaining('best on another disk'),
    });
  });

  it('a test restore restores the latest backup, reads files, and leaves neither database nor folder', async () => {
    for (const content of ['first', 'second', 'third']) await upload(content);
    await app.drain();
    await run('create-backup');
    expect(await run('test-backup')).toMatch(
      /^The backup \S+ was restored: \d+ rows, 3 files, 3 of them read by the product\.$/,
    );
    expect((await runs())[0]).toMatchObject({ kind: 'test', state: 'succeeded', filesCount: 3 });
    expect(await checked()).toMatchObject({ status: 'ok', message: expect.stringContaining('restored for a test') });
    await expectNothingLeft();
    const { databaseUrl } = app.installation;
    const settings = { NODE_ENV: 'test', LOG_LEVEL: 'error', AUTH_SECRET: SECRET, BACKUP_FOLDER: folder.path };
    const cli = await runCliHere(['backup', 'test'], { ...settings, DATA_DIR: app.dataDir, DATABASE_URL: databaseUrl });
    expect(cli).toMatchObject({ code: 0, errors: '', output: expect.stringContaining('files: 3, 3 of them read') });
    await expectNothingLeft();
    expect(await upload('the server works as before')).toMatch(/^doc_/);
  });

  it('a test restore passes over the files that the archive had lost before the backup', async () => {
    for (const content of ['kept', 'lost']) await upload(content);
    const { rows } = await poolOf(app).query<{ key: string }>(
      `select original_storage_key as key from document where original_name = 'lost.txt'`,
    );
    await rm(join(app.dataDir, 'documents', rows[0]?.key ?? ''));
    await run('create-backup');
    expect((await runs())[0]).toMatchObject({ message: expect.stringContaining('1 files are not in it') });
    expect(await run('test-backup')).toMatch(/2 files, 1 of them read by the product\.$/);
    await expectNothingLeft();
  });

  it('a test restore of a damaged backup says what is damaged, and leaves nothing', async () => {
    await upload('flipped');
    await run('create-backup');
    const path = folder.fileOf(createHash('sha256').update('flipped').digest('hex'));
    const bytes = await readFile(path);
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    await writeFile(path, bytes);
    expect(await run('test-backup')).toContain(
      `${path} has other bytes than those that were written: the file ${organizationId}/`,
    );
    expect((await runs())[0]).toMatchObject({
      kind: 'test',
      state: 'failed',
      message: expect.stringContaining('is damaged'),
    });
    expect(await checked()).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('the last test restore failed'),
    });
    await expectNothingLeft();
  });

  it('a test restore removes what one that was killed has left', async () => {
    await upload('one');
    await run('create-backup');
    const [name] = await namesOfATest();
    const stopped = new AbortController();
    const report = (line: string): void => {
      if (line.startsWith('Files: 1 were restored')) stopped.abort(new Error('stopped'));
    };
    await expect(get(TestRestore).execute(folder.path, { signal: stopped.signal, report })).rejects.toThrow('stopped');
    await expectNothingLeft();
    await poolOf(app).query(`create database ${name ?? ''} template template0`);
    await mkdir(join(app.dataDir, name ?? '', 'documents'), { recursive: true });
    await writeFile(join(app.dataDir, name ?? '', 'documents', 'left'), 'by a process that was killed');
    expect(await run('test-backup')).toContain('1 of them read by the product');
    await expectNothingLeft();
  });

  it('a test restore that is not possible here is skipped and says why', async () => {
    await run('create-backup');
    get(BackupConfig).testFolder = join(work, 'missing');
    expect(await run('test-backup')).toMatch(
      /^Failed: the folder \S+ cannot be used \(ENOENT\)\.\nRemedy: correct BACKUP_TEST_FOLDER/,
    );
    expect((await runs())[0]).toMatchObject({ kind: 'test', state: 'skipped' });
    delete get(BackupConfig).testFolder;
    const { reservedBytes } = get(DocumentsConfig);
    get(DocumentsConfig).reservedBytes = 2 ** 60;
    expect(await run('test-backup')).toMatch(/^Failed: a test restore needs \d+ MB in /);
    get(DocumentsConfig).reservedBytes = reservedBytes;
    expect(await checked()).toMatchObject({ status: 'ok', message: expect.stringContaining('was not possible') });
  });

  it('an administrator has a backup made and tested, and a server without a folder says so', async () => {
    await upload('one');
    expect((await administrator.post('/api/admin/backups', {})).status).toBe(204);
    expect((await administrator.post('/api/admin/backups', {})).status).toBe(204);
    await app.drain();
    expect((await administrator.post('/api/admin/backups/test', {})).status).toBe(204);
    await app.drain();
    expect((await runs()).map(({ kind, state }) => `${kind} ${state}`)).toEqual(['test succeeded', 'create succeeded']);
    delete get(BackupConfig).folder;
    expect((await administrator.get('/api/admin/backups')).body).toMatchObject({ folder: null, nextBackupAt: null });
    expect(await administrator.post('/api/admin/backups', {})).toMatchObject({
      status: 409,
      body: { error: { code: 'backups.not_configured' } },
    });
    expect(await checked()).toMatchObject({
      status: 'skipped',
      message: expect.stringContaining('BACKUP_FOLDER is not set'),
    });
  });

  /** As they are while a test runs. */
  async function namesOfATest(): Promise<string[]> {
    let names: string[] = [];
    const seen = Promise.withResolvers<void>();
    const report = (line: string): void => {
      if (line.startsWith('Files: 1 were'))
        void scratchFolders()
          .then((found) => (names = found))
          .finally(seen.resolve);
    };
    await get(TestRestore).execute(folder.path, { signal, report });
    await seen.promise;
    return names;
  }
});
