// What searches of every kind cost in an archive of any size: the first time, repeated, and for others meanwhile:
//   npm run bench -- search [--documents 1000] [--keep <folder>] [--engine <search plugin>] [--starts 3] [--rounds 10]
//     [--requests 10] [--page-size 25] [--clients 4] [--seconds 10] [--against <folder of another version>] [--reindex]
//     [--json <file>]
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ARCHIVE_OPTIONS, connect } from './tools/archive.mjs';
import { percentile } from './tools/bench-server.mjs';
import { atOnce, inTurns, spread, timed } from './tools/measure.mjs';
import { Meter } from './tools/processor-time.mjs';
import { reindex } from './tools/reindex.mjs';
import { circumstances, report } from './tools/report.mjs';
import { searchScenarios, warmUpRequests } from './tools/search-scenarios.mjs';
import {
  closeSides,
  commitOf,
  joinedRows,
  joinedTables,
  noteIdleUse,
  openSides,
  operationsOf,
} from './tools/sides.mjs';

const WARM_UP_ROUNDS = 10;
const HEALTH_PAUSE_MS = 10;
const AT_REST_MS = 3_000;
/** What clients search meanwhile, by the names of the scenarios. */
const MEANWHILE = ['common word', 'two words', 'NOT common word', '(a OR b) (c OR d)', 'has:tags', 'several filters'];

export async function run(args) {
  const numbers = { starts: 3, rounds: 10, requests: 10, 'page-size': 25, clients: 4, seconds: 10 };
  const options = Object.entries(numbers).map(([name, value]) => [name, { type: 'string', default: String(value) }]);
  const { values } = parseArgs({
    args,
    options: { ...ARCHIVE_OPTIONS, reindex: { type: 'boolean' }, ...Object.fromEntries(options) },
  });
  const { json, keep: _, against: __, ...given } = values;
  const of = (name) => Number(values[name]);
  const sides = await openSides(values);
  try {
    const byRelevance = await areAllByRelevance(sides);
    for (const side of sides) {
      side.byRelevance = byRelevance;
      side.scenarios = searchScenarios(side, of('page-size'));
      side.client = side.newClient();
      side.first = await firstTimes(side, of('starts'));
    }
    const about = await circumstances('search', given, sides);
    const idle = await noteIdleUse(sides);
    const operations = operationsOf(sides, ({ scenarios, client }) =>
      scenarios.map(({ name, path }) => ({ name, run: () => client.get(path) })),
    );
    const repeated = await inTurns(operations, { rounds: of('rounds'), requests: of('requests') });
    const rows = joinedRows(sides, repeated);
    await addCounts(rows, sides);
    const meanwhile = [];
    for (const side of sides)
      meanwhile.push(await healthMeanwhile(side, { clients: of('clients'), seconds: of('seconds'), idle: side.idle }));
    const sections = [
      idle,
      { title: `pages of ${of('page-size')}`, rows },
      { title: `${of('clients')} clients search`, rows: joinedTables(meanwhile.map(({ searches }) => searches)) },
      { title: 'health route', rows: joinedTables(meanwhile.map(({ health }) => health)) },
    ];
    for (const [place, side] of sides.entries())
      sections.push({ title: place === 0 ? 'size of the index' : 'size of the index, other', rows: await sizes(side) });
    if (values.reindex) {
      const again = [];
      for (const side of sides) again.push([await reindex(side)]);
      sections.push({ title: 'the index filled again', rows: joinedTables(again) });
    }
    report(about, sections, json);
  } finally {
    for (const { client } of sides) client?.close();
    await closeSides(sides);
  }
}

/** Whether all versions have an order by relevance. */
async function areAllByRelevance(sides) {
  for (const { large, newClient } of sides) {
    const client = newClient();
    try {
      await client.get(`${large}/documents?pageSize=1&sortField=relevance`);
    } catch {
      return false;
    } finally {
      client.close();
    }
  }
  return true;
}

/** What the first requests took, how many documents are found, and where two versions differ in that. */
async function addCounts(rows, sides) {
  for (const [at, row] of rows.entries()) {
    const counts = [];
    for (const { client, scenarios } of sides) counts.push((await client.json(scenarios[at].path)).documentsCount);
    const differs = counts.length === 2 && counts[0] !== counts[1] ? { 'count, other': counts[1] } : {};
    row.figures = { count: counts[0], ...differs, ...sides[0].first[at], ...row.figures };
  }
}

/** Of each scenario, the first request after a start of server and database. The code has run, in another organization. */
async function firstTimes(side, starts) {
  const { server, scenarios } = side;
  const results = scenarios.map(() => ({ times: [], used: [] }));
  for (let start = 0; start < starts; start += 1) {
    if (start > 0) {
      await side.database.close();
      await server.end();
      await server.start();
      side.database = await connect(server);
    }
    const client = side.newClient();
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1)
      for (const path of warmUpRequests(side)) await client.get(path);
    for (const [at, { path }] of scenarios.entries()) {
      const meter = new Meter(server);
      results[at].times.push(await timed(() => client.get(path)));
      const used = meter.used();
      results[at].used.push(used.server + used.postgres);
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
async function healthMeanwhile({ server, scenarios, newClient }, { clients, seconds, idle }) {
  const another = newClient();
  const ask = async (until) => {
    const times = [];
    for (; !until(); await delay(HEALTH_PAUSE_MS)) times.push(await timed(() => another.get('/api/health')));
    return times;
  };
  const restEnds = performance.now() + AT_REST_MS;
  const atRest = await ask(() => performance.now() > restEnds);
  const everyone = Array.from({ length: clients }, newClient);
  const searched = scenarios.filter(({ name }) => MEANWHILE.includes(name));
  let isOver = false;
  const meanwhile = ask(() => isOver);
  const searches = await atOnce(server, { clients, seconds, idle }, async (place, number) => {
    const { name, path } = searched[(place + number) % searched.length];
    await everyone[place].get(path);
    return name;
  });
  isOver = true;
  const health = [
    { name: 'at rest', figures: spread(atRest) },
    { name: `while ${clients} clients search`, figures: spread(await meanwhile) },
  ];
  for (const client of [...everyone, another]) client.close();
  return { searches, health };
}

/** The tables of the index, with their own indexes and long values. */
async function sizes({ database, count, indexedIn }) {
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
  return rows;
}
