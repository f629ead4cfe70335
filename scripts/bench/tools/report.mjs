// What a measurement found: on the screen as tables, and as a file that `compare` joins with another one.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { commitOf } from './sides.mjs';

const DATABASE_SETTINGS = [
  'server_version',
  'shared_buffers',
  'effective_cache_size',
  'work_mem',
  'max_wal_size',
  'synchronous_commit',
  'commit_delay',
  'jit',
  'max_parallel_workers_per_gather',
];

/** Where and when a measurement runs; the load is that of its beginning. */
export async function circumstances(bench, options, [{ count, settings, database, server }, other]) {
  const shown = await database.query(`select name, current_setting(name) as value from unnest($1::text[]) name`, [
    DATABASE_SETTINGS,
  ]);
  return {
    bench,
    documents: count,
    commit: commitOf(server.tree),
    ...(other && { against: commitOf(other.server.tree) }),
    date: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.versions.node}`,
    loadBefore: load(),
    settings,
    options,
    postgres: Object.fromEntries(shown.map(({ name, value }) => [name, value])),
  };
}

/** `sections` are tables: `{ title, rows: [{ name, figures: { [column]: number } }] }`. */
export function report(about, sections, file) {
  const all = { ...about, loadAfter: load(), sections };
  const against = about.against ? ` (the other is ${about.against})` : '';
  console.log(`\n${about.bench}, ${about.documents} documents, commit ${about.commit}${against}, ${about.date}`);
  console.log(`${about.machine}; load ${all.loadBefore} before, ${all.loadAfter} after`);
  console.log(`settings ${listed(about.settings)}; options ${listed(about.options)}`);
  console.log(`PostgreSQL ${listed(about.postgres)}`);
  for (const { title, rows } of sections) printTable(title, rows);
  if (file === undefined) return;
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
  console.log(`\nwritten to ${file}`);
}

export function printTable(title, rows) {
  const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  const lines = [
    [title, ...columns],
    ...rows.map(({ name, figures }) => [name, ...columns.map((column) => shown(figures[column]))]),
  ];
  const widths = lines[0].map((_, place) => Math.max(...lines.map((line) => line[place].length)));
  console.log('');
  for (const line of lines)
    console.log(
      `  ${line.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[at]))).join('  ')}`,
    );
}

/** A figure with as many digits as matter. */
export function shown(value) {
  if (value === undefined) return '';
  if (typeof value !== 'number') return String(value);
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0);
}

const load = () =>
  loadavg()
    .map((each) => each.toFixed(1))
    .join(' ');
const listed = (values) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
