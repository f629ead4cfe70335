/** @own-modules */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { applyMigrations } from '#ground/database';
import { PRODUCT_VERSION } from '#ground/settings';
import { coreMigrations, migrateInstallation, openInstallation } from '#operation/installation';
import { startServer } from '../../apps/server/src/start-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { runCliHere } from './run-cli-here.js';

const COMMANDS = [
  ['jobs', 'list'],
  ['search', 'status'],
  ['storage', 'move', '--from', 'storage-local', '--to', 'storage-local', '--dry-run'],
  ['documents', 'reprocess', '--all', '--dry-run'],
  ['user', 'create', '--email', 'ada@example.com'],
  ['api-key', 'create', '--email', 'ada@example.com'],
  ['audit', 'verify'],
  ['mail', 'test', '--to', 'ada@example.com'],
  ['seed'],
];
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('the version of the schema', () => {
  let dataDir: string;
  let database: TestDatabase;
  let client: pg.Client;
  let settings: Record<string, string>;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'archivolt-schema-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const applied = async (): Promise<object[]> => {
    const { rows } = await client.query<object>(
      'select owner, name, version from schema_migration order by owner, name',
    );
    return rows;
  };
  const cli = (...words: string[]) => runCliHere(words, settings);

  beforeEach(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    settings = { NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'error' };
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  it('lets no command but migrate create tables in an empty database', async () => {
    for (const words of COMMANDS) {
      const { code, errors } = await cli(...words);
      expect([words.join(' '), code, errors]).toEqual([
        words.join(' '),
        1,
        expect.stringMatching(
          /lacks \d+ migration\(s\): 0001-foundation.* and \d+ more\.\nRemedy: run `npm run cli -- migrate`/,
        ),
      ]);
    }
    const { rows } = await client.query(`select from pg_class where relnamespace = 'public'::regnamespace`);
    expect(rows).toEqual([]);
  });

  it('lets no command but migrate change an older schema', async () => {
    const migrations = coreMigrations();
    const last = migrations.at(-1)?.name ?? '';
    await client.query('create table schema_migration (owner text, name text, applied_at timestamptz, version text)');
    await applyMigrations(client, 'core', migrations.slice(0, -1));
    const before = await applied();
    const { code, errors } = await cli('jobs', 'list');
    expect([code, errors]).toEqual([1, expect.stringContaining(last)]);
    expect(errors).toContain('job queue');
    expect(await applied()).toEqual(before);

    expect(await cli('migrate')).toEqual({ code: 0, output: `Applied: ${last}\n`, errors: '' });
    expect(await applied()).toContainEqual({ owner: 'core', name: last, version: PRODUCT_VERSION });
    expect((await cli('jobs', 'list')).code).toBe(0);
    expect((await cli('migrate')).output).toBe('The database is up to date.\n');
  });

  it.each([
    ['of the core', `insert into schema_migration (owner, name, version) values ('core', '9999-later', '99.1.0')`],
    [
      'of a plugin',
      `insert into schema_migration (owner, name, version) values ('search-segments', '9999-later', '99.1.0')`,
    ],
  ])('refuses a schema with a later migration %s in commands, servers and doctor', async (_, migrateFurther) => {
    await cli('migrate');
    await client.query(migrateFurther);
    const before = await applied();
    const message = new RegExp(
      `migrated by Archivolt 99\\.1\\.0, and this is Archivolt ${PRODUCT_VERSION}, .*9999-later`,
    );
    for (const words of [['jobs', 'list'], ['migrate']]) {
      const { code, errors } = await cli(...words);
      expect([words, code, errors]).toEqual([words, 1, expect.stringMatching(message)]);
      expect(errors).toContain('Remedy: ');
    }
    const doctor = await cli('doctor');
    expect(doctor.output).toMatch(/^WRONG +migrations +the database was migrated by Archivolt 99\.1\.0/m);
    expect(doctor.code).toBe(1);
    const installation = await openInstallation(settings, 'guest', silent);
    await expect(startServer(installation)).rejects.toThrow(message);
    await installation.close();
    expect(await applied()).toEqual(before);
  });

  it('refuses tables of the job queue that a later version has changed', async () => {
    await cli('migrate');
    await client.query('update job.version set version = 9999');
    expect(await cli('jobs', 'list')).toEqual({ code: 1, output: '', errors: expect.stringContaining('job queue') });
    expect((await cli('migrate')).code).toBe(1);
  });

  it('names no version when the later migration is from before versions were recorded', async () => {
    await cli('migrate');
    await client.query(`alter table schema_migration drop column version`);
    await client.query(`insert into schema_migration (owner, name) values ('core', '9999-later')`);
    const { errors } = await cli('jobs', 'list');
    expect(errors).toMatch(/migrated by a newer version of Archivolt or of a plugin, and this is Archivolt /);
  });

  it('migrates a database whose table of migrations has no versions yet', async () => {
    const migrations = coreMigrations();
    await client.query(
      'create table schema_migration (owner text, name text, applied_at timestamptz default now(), version text)',
    );
    await applyMigrations(client, 'core', migrations.slice(0, -1));
    await client.query(`alter table schema_migration add primary key (owner, name), drop column version`);
    const installation = await openInstallation(settings, 'guest', silent);
    expect(await migrateInstallation(installation)).toEqual([migrations.at(-1)?.name]);
    await installation.close();
  });
});
