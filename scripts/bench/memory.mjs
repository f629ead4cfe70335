// What an installation holds at rest, after rounds of uploads, searches, lists and changes, and after a rest of two minutes:
//   npm run bench -- memory [--uploads 10000] [--searches 10000] [--rounds 5] [--clients 8] [--minutes 60] [--idle 120]
//     [--against <folder of another version>] [--engine <search plugin>] [--json <file>]
// With --minutes the load is mixed and goes on for as long; the indexes are then compared with new ones.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from './tools/archive.mjs';
import { benchServer, concurrently } from './tools/bench-server.mjs';
import { wordIn } from './tools/corpus.mjs';
import { everydayRequests, mixedRequest } from './tools/everyday-requests.mjs';
import { HttpClient } from './tools/http-client.mjs';
import { indexSizes, memoryFigures } from './tools/memory-figures.mjs';
import { idleUse } from './tools/processor-time.mjs';
import { circumstances, printTable, report } from './tools/report.mjs';
import { Uploads } from './tools/uploads.mjs';

const PRELOAD = join(import.meta.dirname, 'tools/report-heap.mjs');
/** What a start leaves to be done has ended by then. */
const SETTLED_MS = 20_000;
const TAGS = 20;
/** Documents that there must be before they are listed and changed. */
const FIRST_UPLOADS = 300;
/** Of a mixed load, figures are taken so often. */
const MIXED_ROUNDS = 6;

export async function run(args) {
  const option = (value) => ({ type: 'string', default: String(value) });
  const { values } = parseArgs({
    args,
    options: {
      ...{
        uploads: option(10_000),
        searches: option(10_000),
        rounds: option(5),
        clients: option(8),
        idle: option(120),
      },
      ...{ minutes: option(0), against: { type: 'string' }, engine: { type: 'string' }, json: { type: 'string' } },
    },
  });
  const { json, ...options } = values;
  const of = (name) => Number(values[name]);
  const sides = [];
  try {
    sides.push(await openSide(values));
    if (values.against !== undefined) sides.push(await openSide({ ...values, tree: values.against }));
    const about = await circumstances('memory', options, sides);
    await delay(SETTLED_MS);
    await note(sides, 'at rest');
    for (const side of sides) await prepare(side, of('clients'));
    const rounds = of('minutes') > 0 ? MIXED_ROUNDS : of('rounds');
    for (let round = 1; round <= rounds; round += 1) {
      for (const side of sides) {
        if (of('minutes') > 0) await mixed(side, (of('minutes') * 60_000) / MIXED_ROUNDS);
        else await load(side, of('uploads') / rounds, of('searches') / rounds);
        await note([side], `after round ${round}`); // at once: the other one's turn would be a rest
      }
    }
    const idle = await Promise.all(sides.map(({ server }) => idleUse(server, of('idle'))));
    await note(sides, `after ${of('idle')} idle seconds`);
    const sections = sides.map(({ name, rows }) => ({ title: `megabytes, ${name}`, rows }));
    const use = ({ name }, place) => ({
      name,
      figures: { 'server %': idle[place].server * 100, 'PostgreSQL %': idle[place].postgres * 100 },
    });
    sections.push({ title: 'share of one core, idle', rows: sides.map(use) });
    if (of('minutes') > 0) sections.push(await bloat(sides));
    report(about, sections, json);
  } finally {
    for (const side of sides) await close(side);
  }
}

/** An installation without documents, so that all it holds is its own. */
async function openSide({ engine, tree }) {
  const folder = await mkdtemp(join(tmpdir(), 'archivolt-heap-'));
  const heapSocket = join(folder, 'heap');
  const settings = engine ? { SEARCH_PLUGIN: engine } : {};
  const heap = { NODE_OPTIONS: `--import=${PRELOAD}`, BENCH_HEAP_SOCKET: heapSocket };
  const server = await benchServer({ ...settings, ...heap }, { tree });
  const name = tree === undefined ? 'this version' : 'other version';
  const side = { name, server, settings, folder, heapSocket, count: 0, rows: [], clients: [] };
  try {
    await server.start();
    for (const key of Object.keys(heap)) delete server.env[key]; // commands are not measured
    const { url, headers } = await server.anArchive();
    const token = headers.authorization.replace('Bearer ', '');
    side.large = new URL(url).pathname.replace(/\/documents$/, '');
    side.newClient = () => new HttpClient(server.baseUrl, token);
    side.database = await connect(server);
    return side;
  } catch (error) {
    await close(side);
    throw error;
  }
}

async function close({ server, database, uploads, clients, folder }) {
  uploads?.close();
  for (const client of clients) client.close();
  await database?.close();
  await server.remove();
  await rm(folder, { recursive: true, force: true });
}

async function note(sides, name) {
  for (const side of sides) {
    side.rows.push({ name, figures: await memoryFigures(side.server, side.database, side.heapSocket) });
    printTable(`megabytes, ${side.name}`, side.rows.slice(-1));
  }
}

async function prepare(side, clients) {
  side.clients = Array.from({ length: clients }, () => side.newClient());
  side.uploads = new Uploads(side, side.database, clients);
  const [client] = side.clients;
  for (let tag = 0; tag < TAGS; tag += 1)
    await client.send('POST', `${side.large}/tags`, { name: `Topic${tag}`, color: '#336699' });
  await side.uploads.upload(FIRST_UPLOADS, clients);
  await side.uploads.untilFound();
  side.count = FIRST_UPLOADS;
  const everyday = await everydayRequests(side, side.database);
  side.requests = side.clients.map((each, place) => everyday.of(each, place));
}

/** As many everyday requests as searches. */
async function load(side, uploads, searches) {
  const { clients, requests } = side;
  const free = [...clients.keys()];
  const each = (work) => async (number) => {
    const place = free.pop();
    await work(place, number);
    free.push(place);
  };
  await side.uploads.upload(uploads, clients.length);
  await side.uploads.untilFound();
  await concurrently(
    searches,
    clients.length,
    each((place, number) => clients[place].get(search(side, number))),
  );
  await concurrently(
    searches,
    clients.length,
    each((place, number) => mixedRequest(requests[place], place, number)),
  );
}

/** Each client searches, reads and changes, while one uploads. */
async function mixed(side, ms) {
  const { clients, requests, uploads } = side;
  const end = performance.now() + ms;
  const client = async (place) => {
    for (let number = 0; performance.now() < end; number += 1)
      if (place === 0) await uploads.upload(1, 1);
      else if (number % 2 === 0) await clients[place].get(search(side, number * clients.length + place));
      else await mixedRequest(requests[place], place, number);
  };
  await Promise.all(clients.map((_, place) => client(place)));
  await uploads.untilFound();
}

const SHARES = [0.37, 0.2, 0.05, 0.01];

/** Words, pairs, prefixes, phrases and filters, of which few are equal. */
function search({ large }, number) {
  const word = (shift = 0) => wordIn(SHARES[(number + shift) % SHARES.length], { place: number % 50 });
  const queries = [
    () => word(),
    () => `${word()} ${word(1)}`,
    () => word().slice(0, 3),
    () => `${word()} NOT ${word(2)}`,
    () => `"${word()} ${word(1)}"`,
    () => `tag:Topic${number % TAGS} ${word()}`,
    () => `has:tags ${word()}`,
  ];
  const query = queries[number % queries.length]();
  return `${large}/documents?pageSize=25&searchQuery=${encodeURIComponent(query)}`;
}

async function bloat(sides) {
  const rows = [];
  for (const { name, database } of sides) rows.push({ name, figures: await indexSizes(database) });
  return { title: 'indexes after the load', rows };
}
