// What searches of every kind cost in an archive of any size: the first time, repeated, and for others meanwhile:
//   npm run bench -- search [--documents 1000] [--keep <folder>] [--engine <search plugin>] [--starts 3] [--rounds 10]
//     [--requests 10] [--page-size 25] [--clients 4] [--seconds 10] [--json <file>]
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ARCHIVE_OPTIONS, connect, openArchive } from './tools/archive.mjs';
import { percentile } from './tools/bench-server.mjs';
import { atOnce, inTurns, spread, timed } from './tools/measure.mjs';
import { idleUse, Meter } from './tools/processor-time.mjs';
import { circumstances, report } from './tools/report.mjs';
import { searchScenarios, warmUpRequests } from './tools/search-scenarios.mjs';

const IDLE_SECONDS = 5;
const WARM_UP_ROUNDS = 10;
const HEALTH_PAUSE_MS = 10;
/** What clients search meanwhile, by the names of the scenarios. */
const MEANWHILE = ['common word', 'two words', 'NOT common word', '(a OR b) (c OR d)', 'has:tags', 'several filters'];

export async function run(args) {
  const option = (value) => ({ type: 'string', default: String(value) });
  const numbers = { starts: 3, rounds: 10, requests: 10, 'page-size': 25, clients: 4, seconds: 10 };
  const { values } = parseArgs({
    args,
    options: {
      ...ARCHIVE_OPTIONS,
      ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, option(value)])),
    },
  });
  const { json, keep: _, ...options } = values;
  const of = (name) => Number(values[name]);
  const archive = await openArchive(values);
  try {
    const scenarios = searchScenarios(archive, of('page-size'));
    const cold = await firstTimes(archive, scenarios, of('starts'));
    const database = await connect(archive.server);
    const about = await circumstances({ bench: 'search', ...archive, options, database });
    const client = archive.newClient();
    const idle = await idleUse(archive.server, IDLE_SECONDS);
    const operations = scenarios.map(({ name, path }) => ({ name, run: () => client.get(path) }));
    const warm = await inTurns(archive.server, operations, { rounds: of('rounds'), requests: of('requests'), idle });
    const counts = [];
    for (const { path } of scenarios) counts.push((await client.json(path)).documentsCount);
    const rows = warm.map(({ name, figures }, at) => ({
      name,
      figures: { count: counts[at], ...cold[at], ...figures },
    }));
    const health = await healthMeanwhile(archive, scenarios, { clients: of('clients'), seconds: of('seconds'), idle });
    const size = await sizes(database, archive);
    client.close();
    await database.close();
    report(about, [{ title: `pages of ${of('page-size')}`, rows }, ...health, size], json);
  } finally {
    await archive.server.remove();
  }
}

/** Of each scenario, the first request after a start of server and database. The code has run, in another organization. */
async function firstTimes(archive, scenarios, starts) {
  const results = scenarios.map(() => ({ times: [], used: [] }));
  for (let start = 0; start < starts; start += 1) {
    if (start > 0) {
      await archive.server.end();
      await archive.server.start();
    }
    const client = archive.newClient();
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1)
      for (const path of warmUpRequests(archive)) await client.get(path);
    for (const [at, { path }] of scenarios.entries()) {
      const meter = new Meter(archive.server);
      results[at].times.push(await timed(() => client.get(path)));
      const { server, postgres } = meter.used();
      results[at].used.push(server + postgres);
    }
    client.close();
  }
  return results.map(({ times, used }) => ({
    'first p50 ms': percentile(times, 0.5),
    'first max ms': Math.max(...times),
    'first CPU ms': percentile(used, 0.5),
  }));
}

/** The health route of another client, at rest and while clients search without a pause. */
async function healthMeanwhile(archive, scenarios, { clients, seconds, idle }) {
  const another = archive.newClient();
  const ask = async (until) => {
    const times = [];
    for (; !until(); await delay(HEALTH_PAUSE_MS)) times.push(await timed(() => another.get('/api/health')));
    return times;
  };
  const restEnds = performance.now() + 3_000;
  const atRest = await ask(() => performance.now() > restEnds);
  const everyone = Array.from({ length: clients }, () => archive.newClient());
  const searched = scenarios.filter(({ name }) => MEANWHILE.includes(name));
  let isOver = false;
  const meanwhile = ask(() => isOver);
  const searches = await atOnce(archive.server, { clients, seconds, idle }, async (place, number) => {
    const { name, path } = searched[(place + number) % searched.length];
    await everyone[place].get(path);
    return name;
  });
  isOver = true;
  const rows = [
    { name: 'at rest', figures: spread(atRest) },
    { name: `while ${clients} clients search`, figures: spread(await meanwhile) },
  ];
  for (const client of [...everyone, another]) client.close();
  return [
    { title: `${clients} clients search`, rows: searches },
    { title: 'health route meanwhile', rows },
  ];
}

/** The tables of the index, with their own indexes and long values. */
async function sizes(database, { count, indexedIn }) {
  const tables = await database.query(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname like 'search\\_%'
       and relname not in ('search_change', 'search_index')
     order by relname`,
  );
  const all = { name: 'all', bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0) };
  const rows = [...tables, all].map(({ name, bytes }) => ({
    name,
    figures: { MB: bytes / 2 ** 20, 'KB a document': bytes / 1024 / count },
  }));
  if (indexedIn > 0) rows.push({ name: 'filled', figures: { seconds: indexedIn } });
  return { title: 'size of the search index', rows };
}
