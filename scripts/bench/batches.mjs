// Sets a custom property on many documents by query, undoes it, and kills the server on the way; users work meanwhile:
//   npm run bench -- batches [--documents 50000] [--words 100] [--users 8] [--kills 1] [--rest 10]
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { benchServer, ms, percentile, table } from './tools/bench-server.mjs';
import { loadDocuments } from './tools/bulk-load.mjs';

const root = join(import.meta.dirname, '../..');
/** In the name of every document that is loaded, and of none that a user uploads. */
const QUERY = 'name:document';
/** Columns that say when a row was changed. They differ after a change and its reversal. */
const TIMES = `'updated_at'`;

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      documents: { type: 'string', default: '50000' },
      words: { type: 'string', default: '100' },
      users: { type: 'string', default: '8' },
      kills: { type: 'string', default: '1' },
      rest: { type: 'string', default: '10' },
    },
  });
  const server = await benchServer();
  try {
    await server.start();
    const archive = await server.anArchive();
    const database = await open(server);
    await measure(server, archive, database, {
      count: Number(values.documents),
      words: Number(values.words),
      users: Number(values.users),
      kills: Number(values.kills),
      restMs: Number(values.rest) * 1000,
    });
  } finally {
    await server.remove();
  }
}

async function measure(server, archive, database, { count, words, users, kills, restMs }) {
  const organizationUrl = archive.url.replace(/\/documents$/, '');
  const organizationId = organizationUrl.split('/').at(-1);
  const post = async (path, body, headers = {}) => {
    const answer = await fetch(`${organizationUrl}${path}`, {
      method: 'POST',
      headers: { ...archive.headers, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const began = performance.now();
  await database((client) => loadDocuments(client, organizationId, { count, words, everyTenth: ['semaphore'] }));
  await server.command('search', 'reindex');
  console.log(`${count} documents, ${seconds(began)} to load`);
  const { propertyDefinition } = await post('/custom-properties', { type: 'number', name: 'Amount' });
  const task = async (taskId) => {
    const answer = await fetch(`${organizationUrl}/tasks/${taskId}`, { headers: archive.headers });
    return (await answer.json()).task;
  };
  const untilEnded = async (taskId) => {
    for (;;) {
      const found = await task(taskId).catch(() => undefined);
      if (found && !['pending', 'running'].includes(found.status)) return found;
      await delay(100);
    }
  };
  const startBatch = async (value) => {
    const set = [{ propertyDefinitionId: propertyDefinition.id, value }];
    return (await post('/documents/batch/properties', { filter: { query: QUERY }, set }, { prefer: 'respond-async' }))
      .taskId;
  };
  const hash = () => database((client) => hashOf(client, organizationId));

  const before = await hash();
  let last;
  report('at rest', await whileUsersWork(archive, users, delay(restMs)));
  for (const [name, start] of [
    ['set', () => startBatch(42)],
    ['undo', async (taskId) => (await post(`/tasks/${taskId}/undo`)).taskId],
  ]) {
    last = await start(last);
    const done = untilEnded(last);
    const figures = await whileUsersWork(archive, users, done);
    const { status, result, startedAt, finishedAt } = await done;
    const took = ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(1);
    report(`${name}: ${status}, ${result.changedCount} changed, ${result.skippedCount} skipped, ${took} s`, figures);
    if (name === 'set' && (await hash()) === before) throw new Error('the batch has changed nothing');
  }
  compare('after the undo', before, await hash());

  for (let round = 1; round <= kills; round += 1) {
    const taskId = await startBatch(round);
    await killOnTheWay(server, () => task(taskId));
    const set = await untilEnded(taskId);
    const { taskId: undoing } = await post(`/tasks/${taskId}/undo`);
    await killOnTheWay(server, () => task(undoing));
    const undone = await untilEnded(undoing);
    console.log(`killed twice: set ${JSON.stringify(set.result)}, undone ${JSON.stringify(undone.result)}`);
    compare('after the kills', before, await hash());
  }
}

/** Kills the server when a third of the task is done, and starts it again. */
async function killOnTheWay(server, read) {
  for (;;) {
    const { status, progress } = await read();
    if (status !== 'pending' && status !== 'running')
      throw new Error('the task ended before the kill: take more documents');
    if (progress.total !== null && progress.processed > progress.total / 3) break;
    await delay(20);
  }
  await server.end('SIGKILL');
  await server.start();
}

/** Milliseconds of each kind of request, by users who each send one after the other. */
async function whileUsersWork(archive, users, until) {
  const times = { list: [], search: [], upload: [] };
  let isOver = false;
  let failures = 0;
  const timed = async (kind, request) => {
    const began = performance.now();
    const isGood = await request().then(
      () => true,
      () => false,
    );
    if (isGood) times[kind].push(performance.now() - began);
    else failures += 1;
    await delay(100);
  };
  const user = async (number) => {
    for (let round = 0; !isOver; round += 1) {
      await timed('list', () => archive.list('pageSize=25'));
      await timed('search', () => archive.list('pageSize=25&searchQuery=semaphore'));
      await timed('upload', () => archive.upload(`note ${number} ${round}.txt`, `${Math.random()}`));
    }
  };
  const work = Promise.all(Array.from({ length: users }, (_, number) => user(number)));
  await until;
  isOver = true;
  await work;
  return { times, failures };
}

function report(name, { times, failures }) {
  console.log(`\n${name}`);
  table([
    ...Object.entries(times).map(([kind, values]) => [
      kind,
      `${values.length} times: p50 ${ms(percentile(values, 0.5))}, p95 ${ms(percentile(values, 0.95))}`,
    ]),
    ['failed', failures],
  ]);
}

function compare(when, before, after) {
  console.log(`\nrows of the loaded documents ${when}: ${before === after ? 'equal' : 'DIFFERENT'} (${after})`);
  if (before !== after) process.exitCode = 1;
}

/** Of the loaded documents with their tags and properties; users upload others meanwhile. */
async function hashOf(client, organizationId) {
  const { rows } = await client.query(
    `select md5(string_agg(row, '' order by row)) as hash from (
       select md5((to_jsonb(d) - ${TIMES})::text) as row from document d
       where organization_id = $1 and id like 'doc_000000%'
       union all select md5(to_jsonb(t)::text) from document_tag t where document_id like 'doc_000000%'
       union all select md5(to_jsonb(p)::text) from document_custom_property p where document_id like 'doc_000000%') rows`,
    [organizationId],
  );
  return rows[0].hash;
}

/** A connection for each use: the server is killed in between. */
async function open(server) {
  const { startEmbeddedPostgres } = await import(
    pathToFileURL(join(root, 'dist/libs/ground/embedded-postgres/src/embedded-postgres.js')).href
  );
  const log = { info() {}, warn() {}, error() {} };
  return async (work) => {
    const postgres = await startEmbeddedPostgres({ dataDir: server.dataDir, role: 'guest', log });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
      await postgres.stop();
    }
  };
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
