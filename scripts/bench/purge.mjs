// Fills the trash, kills the purge in the middle, runs it again, and counts what is left:
//   npm run bench -- purge [--documents 10000]
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { countAgain } from './tools/bulk-load.mjs';

const root = join(import.meta.dirname, '../..');
const built = (path) => import(pathToFileURL(join(root, 'dist', path)).href);
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const ORGANIZATION = `org_${'0'.repeat(24)}`;

export async function run(args) {
  const { values } = parseArgs({ args, options: { documents: { type: 'string', default: '10000' } } });
  const trashed = Number(values.documents);
  const live = Math.ceil(trashed / 10);
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-purge-'));
  const environment = { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'error' };
  const { openInstallation, migrateInstallation } = await built('libs/operation/installation/src/index.js');
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const installation = await openInstallation(environment, 'owner', log);
  const client = new pg.Client({ connectionString: installation.databaseUrl });
  try {
    await migrateInstallation(installation);
    await client.connect();
    await load(client, dataDir, { trashed, live });
    await report(client, dataDir, 'before');
    await killInTheMiddle(client, environment, trashed);
    await report(client, dataDir, 'killed');
    const since = performance.now();
    await finished(purge(environment));
    console.log(`second run: ${seconds(since)}, with the start of the command`);
    const end = await report(client, dataDir, 'after');
    const isClean = end.trashed === 0 && [end.live, end.files, end.known].every((count) => count === live);
    console.log(isClean ? 'Nothing live was touched and no file is left.' : 'NOT CLEAN');
    if (!isClean) process.exitCode = 1;
  } finally {
    await client.end();
    await installation.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function load(client, dataDir, { trashed, live }) {
  const folder = join(dataDir, 'documents', ORGANIZATION, 'originals');
  await mkdir(folder, { recursive: true });
  const ids = Array.from({ length: trashed + live }, (_, index) => `doc_${index.toString(36).padStart(24, '0')}`);
  for (const id of ids) await writeFile(join(folder, `${id}.txt`), id);
  await client.query(`insert into organization (id, created_at, updated_at, name) values ($1, now(), now(), 'Purge')`, [
    ORGANIZATION,
  ]);
  await client.query('insert into organization_log (organization_id) values ($1)', [ORGANIZATION]);
  const keys = ids.map((id) => `${ORGANIZATION}/originals/${id}.txt`);
  await client.query(`insert into stored_file (storage_key, state) select unnest($1::text[]), 'committed'`, [keys]);
  await client.query(
    `insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
       original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, extraction_status, deleted_at)
     select id, now(), now(), $3, id, 28, id, key, id, id, 'text/plain', 'completed',
       case when place % 11 <> 0 then now() - interval '40 days' end
     from unnest($1::text[], $2::text[]) with ordinality as given(id, key, place)`,
    [ids, keys, ORGANIZATION],
  );
  await countAgain(client, ORGANIZATION);
  await client.query('analyze');
}

function purge(environment) {
  const command = ['--enable-source-maps', join(root, 'dist/apps/cli/src/main.js'), 'jobs', 'run', 'purge-documents'];
  return spawn(process.execPath, command, { env: environment, stdio: 'inherit' });
}

function finished(child) {
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) =>
      code === 0 || signal === 'SIGKILL' ? resolve() : reject(new Error(`${code}`)),
    );
  });
}

async function killInTheMiddle(client, environment, trashed) {
  const child = purge(environment);
  const end = finished(child);
  while (child.exitCode === null && (await countOf(client, 'document where deleted_at is not null')) > trashed * 0.6) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.kill('SIGKILL');
  await end;
}

async function countOf(client, from) {
  return (await client.query(`select count(*)::int as count from ${from}`)).rows[0].count;
}

async function report(client, dataDir, when) {
  const figures = {
    trashed: await countOf(client, 'document where deleted_at is not null'),
    live: await countOf(client, 'document where deleted_at is null'),
    known: await countOf(client, 'stored_file'),
    files: (await readdir(join(dataDir, 'documents', ORGANIZATION, 'originals'))).length,
  };
  console.log(when.padEnd(8), figures);
  return figures;
}
