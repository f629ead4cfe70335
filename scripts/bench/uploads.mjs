// What an upload of a small text costs until the document is found, by one client and by several:
//   npm run bench -- uploads [--documents 1000] [--keep <folder>] [--uploads 300] [--clients 1,8] [--engine <search plugin>]
//     [--json <file>]
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { memoryOf } from './tools/bench-server.mjs';
import { ARCHIVE_OPTIONS, connect, openArchive } from './tools/archive.mjs';
import { aText } from './tools/corpus.mjs';
import { spread, timed } from './tools/measure.mjs';
import { idleUse, Meter } from './tools/processor-time.mjs';
import { circumstances, report } from './tools/report.mjs';
import { Uploads } from './tools/uploads.mjs';

const IDLE_SECONDS = 5;
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
  const { json, keep, ...options } = values;
  const count = Number(values.uploads);
  const clients = values.clients.split(',').map(Number);
  const archive = await openArchive(values);
  const database = await connect(archive.server);
  const uploads = new Uploads(archive, database, Math.max(...clients));
  try {
    const about = await circumstances({ bench: 'uploads', ...archive, options, database });
    await uploads.upload(WARM_UP, Math.max(...clients));
    await uploads.untilFound();
    await delay(AFTERWARDS_MS);
    const idle = await idleUse(archive.server, IDLE_SECONDS);
    const memory = memoryOf(archive.server.pid).rss;
    const rows = [];
    for (const each of clients)
      rows.push(await measure(uploads, { server: archive.server, idle, database, count, clients: each }));
    const single = [];
    for (let number = 0; number < SINGLE; number += 1) single.push(await timed(() => uploads.oneUntilFound()));
    const after = { 'MB before': memory, 'MB after': memoryOf(archive.server.pid).rss };
    report(
      about,
      [
        { title: `${count} texts of ${aText(0).length} bytes`, rows },
        { title: 'one text, from the upload until it is found', rows: [{ name: 'alone', figures: spread(single) }] },
        { title: 'memory', rows: [{ name: 'server process', figures: after }] },
      ],
      json,
    );
    if (keep !== undefined) await uploads.remove();
  } finally {
    uploads.close();
    await database.close();
    await archive.server.remove();
  }
}

async function measure(uploads, { server, idle, database, count, clients }) {
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
