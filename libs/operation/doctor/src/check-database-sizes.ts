import { DataConfig } from '#config/data';
import type { CheckReport } from '#ground/features';
import { machineMemory, serverSizes, type ServerSizes } from '#ground/embedded-postgres';
import type { Installation } from '#operation/installation';
import { queryDatabase } from './check-database.js';
import { ok, warning } from './report.js';

const MB = 1024 * 1024;
const SUBJECT = 'database sizes';
/** The sizes whose small defaults are noticeable. */
const COMPARED = ['shared_buffers', 'effective_cache_size', 'work_mem', 'max_wal_size'] as const;

/**
 * Compares what PostgreSQL has for its caches and sorts with what it should have. Every user may read these settings.
 */
export async function checkDatabaseSizes(installation: Installation): Promise<CheckReport> {
  const { databaseUrl, memoryMb } = installation.config(DataConfig);
  const memory = memoryMb === undefined ? machineMemory() : memoryMb * MB;
  const wanted = serverSizes(memory, await readDatabaseBytes(installation));
  const found = await readSizes(installation, Object.keys(wanted));
  return databaseUrl === undefined ? judgeEmbedded(found, wanted, memory) : judgeForeign(found, wanted, memory);
}

async function readDatabaseBytes(installation: Installation): Promise<number> {
  const { rows } = await queryDatabase<{ bytes: number }>(
    installation,
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return rows[0]?.bytes ?? 0;
}

async function readSizes(installation: Installation, names: readonly string[]): Promise<ServerSizes> {
  const list = names.map((name) => `'${name}'`).join(', ');
  const { rows } = await queryDatabase<{ name: string; megabytes: number }>(
    installation,
    `select name, (pg_size_bytes(current_setting(name)) / ${MB})::int as megabytes from pg_settings where name in (${list})`,
  );
  return Object.fromEntries(rows.map(({ name, megabytes }) => [name, megabytes])) as unknown as ServerSizes;
}

export function judgeEmbedded(found: ServerSizes, wanted: ServerSizes, memory: number): CheckReport {
  const text = `${sizes(found)}, for ${inMegabytes(memory)} of memory`;
  const differs = Object.entries(wanted).some(([name, value]) => found[name as keyof ServerSizes] !== value);
  return ok(SUBJECT, differs ? `${text}; the next start takes other ones, unless custom.conf sets them` : text);
}

/** The memory of another machine is not known, so this is a hint: it is given when a size is less than half. */
export function judgeForeign(found: ServerSizes, wanted: ServerSizes, memory: number): CheckReport {
  const small = COMPARED.filter((name) => found[name] * 2 < wanted[name]);
  if (small.length === 0) return ok(SUBJECT, sizes(found));
  const statements = small.map((name) => `alter system set ${name} = '${wanted[name]}MB';`).join(' ');
  return warning(
    SUBJECT,
    `${small.map((name) => `${name} is ${found[name]} MB`).join(', ')}; a PostgreSQL next to ${inMegabytes(memory)} of memory, as here, should have ${small.map((name) => `${wanted[name]} MB`).join(', ')}`,
    `if its machine has the memory, let its administrator run: ${statements} and start PostgreSQL again.`,
  );
}

const sizes = (of: ServerSizes) => COMPARED.map((name) => `${name} ${of[name]} MB`).join(', ');

const inMegabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`;
