// What an upload of a small text costs until the document is found, by one client and by several:
//   npm run bench -- uploads [--documents 1000] [--keep <folder>] [--uploads 300] [--clients 1,8]
//     [--against <folder of another version>] [--engine <search plugin>] [--json <file>]
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { memoryOf } from './tools/bench-server.mjs';
import { ARCHIVE_OPTIONS } from './tools/archive.mjs';
import { aText } from './tools/corpus.mjs';
import { spread, timed } from './tools/measure.mjs';
import { Meter } from './tools/processor-time.mjs';
import { circumstances, report } from './tools/report.mjs';
import { closeSides, joinedTables, noteIdleUse, openSides } from './tools/sides.mjs';
import { Uploads } from './tools/uploads.mjs';

const WARM_UP = 100;
/** After the last document is found: previews, rows of background work, and files that are removed. */
const AFTERWARDS_MS = 3_000;
const SINGLE = 25;

export async function run(args) {
  const option = (value) => ({ type: 'string', default: String(value) });
  const { values } = parseArgs({
    args,
    options: { ...ARCHIVE_OPTIONS, uploads: option(300), clients: option('1,8') },
  });
  const { json, keep, against: _, ...options } = values;
  const count = Number(values.uploads);
  const clients = values.clients.split(',').map(Number);
  const sides = await openSides(values);
  try {
    const about = await circumstances('uploads', options, sides);
    for (const side of sides) {
      side.uploads = new Uploads(side, side.database, Math.max(...clients));
      await side.uploads.upload(WARM_UP, Math.max(...clients));
      await side.uploads.untilFound();
    }
    await delay(AFTERWARDS_MS);
    const idle = await noteIdleUse(sides);
    for (const side of sides) Object.assign(side, { rows: [], single: [], memory: memoryOf(side.server.pid).rss });
    for (const each of clients) for (const side of sides) side.rows.push(await measure(side, count, each));
    for (let number = 0; number < SINGLE; number += 1)
      for (const { single, uploads } of sides) single.push(await timed(() => uploads.oneUntilFound()));
    const after = sides.map(({ single, memory, server }) => [
      { name: 'alone', figures: { ...spread(single), 'MB before': memory, 'MB after': memoryOf(server.pid).rss } },
    ]);
    const sections = [
      idle,
      { title: `${count} texts of ${aText(0).length} bytes`, rows: joinedTables(sides.map(({ rows }) => rows)) },
      { title: 'one text until it is found; memory of the server process', rows: joinedTables(after) },
    ];
    report(about, sections, json);
    if (keep !== undefined) for (const { uploads } of sides) await uploads.remove();
  } finally {
    for (const { uploads } of sides) uploads?.close();
    await closeSides(sides);
  }
}

async function measure({ uploads, server, idle, database }, count, clients) {
  const meter = new Meter(server, idle);
  const walBefore = await wal(database);
  const { times, took } = await uploads.upload(count, clients);
  const foundIn = took + (await uploads.untilFound());
  const used = meter.used();
  const walAfter = await wal(database);
  await delay(AFTERWARDS_MS);
  const inAll = meter.used();
  return {
    name: clients === 1 ? '1 client' : `${clients} clients`,
    figures: {
      'accepted a second': (count / took) * 1000,
      'found a second': (count / foundIn) * 1000,
      ...spread(times),
      'CPU ms until found': (used.server + used.postgres) / count,
      'server CPU ms': used.server / count,
      'PostgreSQL CPU ms': used.postgres / count,
      'CPU ms in all': (inAll.server + inAll.postgres) / count,
      'WAL KB': (walAfter.bytes - walBefore.bytes) / 1024 / count,
      'WAL records': (walAfter.records - walBefore.records) / count,
      'full pages': (walAfter.pages - walBefore.pages) / count,
    },
  };
}

/** Pages are written whole when they change for the first time after a checkpoint. */
async function wal(database) {
  const [row] = await database.query(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes, wal_records::float8 as records,
       wal_fpi::float8 as pages from pg_stat_wal`,
  );
  return row;
}
