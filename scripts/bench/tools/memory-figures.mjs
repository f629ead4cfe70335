// What an installation holds at one moment, in megabytes: its processes by kind, the heap of V8, dead rows.
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { postgresProcessesOf, processesOf } from './bench-server.mjs';

/**
 * PSS is what a process holds, of shared pages its share: the sum over all processes is what the installation takes. The
 * connections of the measurement do not count.
 */
export async function memoryFigures(server, database, heapSocket) {
  const ofPostgres = new Set(postgresProcessesOf(server.dataDir));
  const all = processesOf(server.pid, server.dataDir).filter((pid) => !server.ownConnections.has(pid));
  const postgres = sum(all.filter((pid) => ofPostgres.has(pid)).map(processMemory));
  const children = all.filter((pid) => pid !== server.pid && !ofPostgres.has(pid));
  const own = processMemory(server.pid);
  const ofChildren = sum(children.map(processMemory));
  return {
    'all PSS': own.Pss + ofChildren.Pss + postgres.Pss,
    'server PSS': own.Pss,
    'server RSS': own.Rss,
    ...(await heapOf(heapSocket)),
    'other private': own.Pss_Anon,
    'children PSS': ofChildren.Pss,
    'PostgreSQL PSS': postgres.Pss,
    private: postgres.Pss_Anon,
    shared: postgres.Pss_Shmem,
    children: children.length,
    connections: [...ofPostgres].filter((pid) => commandOf(pid).includes(' archivolt ')).length,
    threads: count(`/proc/${server.pid}/task`),
    handles: count(`/proc/${server.pid}/fd`),
    'dead rows': await deadRows(database),
  };
}

/** Megabytes of all indexes, and of the same built again: the difference is bloat. Changes the archive. */
export async function indexSizes(database) {
  const before = await indexMegabytes(database);
  const indexes = await database.query(
    `select format('%I.%I', schemaname, indexname) as name from pg_indexes where schemaname not like 'pg\\_%'`,
  );
  for (const { name } of indexes) await database.query(`reindex index ${name}`);
  const after = await indexMegabytes(database);
  return { 'indexes MB': before, 'built again MB': after, '×': before / after };
}

async function indexMegabytes(database) {
  const [{ bytes }] = await database.query(
    `select sum(pg_relation_size(i.indexrelid))::float8 as bytes from pg_index i
     join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
  );
  return bytes / 1024 / 1024;
}

async function deadRows(database) {
  const [{ dead }] = await database.query('select sum(n_dead_tup)::float8 as dead from pg_stat_user_tables');
  return dead ?? 0;
}

/** Empty for a version that was started without the socket. */
async function heapOf(socket) {
  try {
    return JSON.parse(await text(connect(socket)));
  } catch {
    return {};
  }
}

const NAMES = ['Rss', 'Pss', 'Pss_Anon', 'Pss_Shmem'];

function processMemory(pid) {
  const rollup = read(`/proc/${pid}/smaps_rollup`);
  const of = (name) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) / 1024;
  return Object.fromEntries(NAMES.map((name) => [name, of(name)]));
}

const sum = (memories) =>
  Object.fromEntries(NAMES.map((name) => [name, memories.reduce((total, memory) => total + memory[name], 0)]));

const commandOf = (pid) => read(`/proc/${pid}/cmdline`);

function count(folder) {
  try {
    return readdirSync(folder).length;
  } catch {
    return 0;
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it has ended
  }
}
