// Makes the folder of the run, and starts one PostgreSQL in it, in plain Node: the build runs first (`pretest`).
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';

const FOLDER = /^archivolt-(\d+)-/;
const IN_MEMORY = '/dev/shm';
const GB = 1024 ** 3;

export default async function start(globalConfig) {
  for (const folder of [IN_MEMORY, tmpdir()]) removeLeftovers(folder);
  const folder = mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), `archivolt-${process.pid}-`));
  chmodSync(folder, 0o711); // PostgreSQL and readers run as other users
  process.env.ARCHIVOLT_TEST_FOLDER = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  globalThis.endTestRun = async () => remove();
  if (!needsPostgres(globalConfig)) return;
  process.env.ARCHIVOLT_TEST_RUN = `t${randomBytes(4).toString('hex')}`;
  if (process.env.TEST_DATABASE_URL) {
    process.env.ARCHIVOLT_TEST_POSTGRES_URL = process.env.TEST_DATABASE_URL;
    globalThis.endTestRun = () => dropDatabasesOfThisRun().finally(remove);
    return;
  }
  const { startEmbeddedPostgres } = await import('../../dist/libs/ground/embedded-postgres/src/embedded-postgres.js');
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  // Each worker may have two servers under test, each with a pool and a few connections more.
  mkdirSync(join(folder, 'postgres'), { mode: 0o700 });
  writeFileSync(join(folder, 'postgres/custom.conf'), 'max_connections = 200\n');
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log, fsync: false });
  process.env.ARCHIVOLT_TEST_POSTGRES_URL = postgres.url;
  const stop = () => postgres.stop().finally(remove);
  globalThis.endTestRun = stop;
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])
    process.once(signal, () => void stop().finally(() => process.exit(code)));
}

/** Pure specs start without a database, so that they stay fast. */
function needsPostgres({ rootDir, testPathPatterns, watch, watchAll }) {
  if (watch || watchAll) return true;
  const chosen = testPathPatterns.toExecutor({ rootDir });
  return globSync('{apps,libs,plugins,config,test}/**/*{.,-}spec.ts', {
    cwd: rootDir,
    exclude: (name) => ['node_modules', 'dist'].includes(basename(String(name))),
  }).some((file) => {
    const path = join(rootDir, file);
    if (!chosen.isMatch(path)) return false;
    if (/\.(db|e2e|web)-spec\.ts$/.test(file)) return true;
    return (
      file.endsWith('.contract-spec.ts') && /support\/|describeSearch|[pP]ostgres/.test(readFileSync(path, 'utf8'))
    );
  });
}

/** Files in memory need no flush, and a database there is copied in a tenth of the time. */
function hasRoomInMemory() {
  if (!existsSync(IN_MEMORY) || process.availableMemory() < 8 * GB) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize > 4 * GB;
}

/** Removes folders of killed runs; the watchdog has stopped their clusters. */
function removeLeftovers(parent) {
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    const pid = Number(FOLDER.exec(name)?.[1] ?? 0);
    const folder = join(parent, name);
    if (pid === 0 || statSync(folder).uid !== (process.getuid?.() ?? 0)) continue;
    try {
      process.kill(pid, 0);
    } catch (error) {
      if (error.code === 'ESRCH') rmSync(folder, { recursive: true, force: true });
    }
  }
}

async function dropDatabasesOfThisRun() {
  const client = new pg.Client({ connectionString: process.env.ARCHIVOLT_TEST_POSTGRES_URL });
  await client.connect();
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
    `${process.env.ARCHIVOLT_TEST_RUN}_`,
  ]);
  for (const { datname } of rows) {
    const name = client.escapeIdentifier(datname);
    await client.query(`drop database if exists ${name} with (force)`);
  }
  await client.end();
}
