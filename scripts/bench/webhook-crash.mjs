// Two workers, kill -9 of one at random, again and again, while documents change: what the receiver got.
//   npm run bench -- webhook-crash [--kills 200] [--changes 2000] [--documents 50]
// Uses DATABASE_URL, an empty database, or starts PostgreSQL itself.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { WebhookReceiver } from '../../test/support/webhook-receiver.ts';
import { freePort, ms, percentile, table } from './tools/bench-server.mjs';
import { Organization } from './webhooks/organization.mjs';

const root = join(import.meta.dirname, '../..');
const MAIN = join(root, 'dist/apps/server/src/main.js');
const CLI = join(root, 'dist/apps/cli/src/main.js');
const WORKERS = 2;
const READY_WITHIN_MS = 120_000;
/** Jobs of a killed worker wait for its heartbeat timeout, and repeated kills lengthen the pauses between attempts. */
const ALL_ARRIVED_WITHIN_MS = 900_000;
const LONGEST_PAUSE_BEFORE_A_KILL_MS = 1_000;
const SLOWEST_RESPONSE_MS = 150;

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '200' },
      changes: { type: 'string', default: '2000' },
      documents: { type: 'string', default: '50' },
    },
  });
  const [kills, changes, documents] = [values.kills, values.changes, values.documents].map(Number);
  const server = await startProcesses();
  try {
    const token = await server.token();
    const client = server.client;
    const of = (name) => Organization.create({ baseUrl: server.baseUrl, token, client, name, documents });
    const phases = [
      ['two workers without a kill', 0],
      [`two workers, ${kills} kills`, kills],
    ];
    for (const [name, wanted] of phases) {
      const phase = await measure(server, await of(name), { kills: wanted, changes });
      console.log(`\n${name}`);
      if (!report(phase)) process.exitCode = 1;
    }
  } finally {
    await server.remove();
  }
}

async function measure(server, organization, { kills, changes }) {
  const receiver = await WebhookReceiver.start(async (_request, response) => {
    await delay(randomInt(SLOWEST_RESPONSE_MS));
    response.writeHead(200).end('ok');
  });
  await organization.addWebhook(receiver.url);
  const began = performance.now();
  const progress = { share: kills === 0 ? 1 : 0 };
  const killing = killWorkers(server, kills, progress);
  const changed = await changeDocuments(organization, changes, progress);
  const killedAt = await killing;
  const ended = performance.now();
  while (firstReceipts(receiver).size < changes && performance.now() - ended < ALL_ARRIVED_WITHIN_MS) await delay(200);
  const arrived = performance.now();
  await untilNothingIsPending(server.client, organization);
  const { rows } = await server.client.query(
    `select status, count(*)::int as deliveries, max(attempts) as attempts
     from webhook_delivery where organization_id = $1 group by 1`,
    [organization.id],
  );
  await receiver.close();
  return {
    requests: receiver.requests,
    changed,
    killedAt,
    deliveries: rows,
    took: ended - began,
    rest: arrived - ended,
  };
}

/** Each document changes in order, the documents side by side, in step with the kills. Gives the names of each document. */
async function changeDocuments(organization, changes, progress) {
  const { documentIds } = organization;
  const changed = new Map(documentIds.map((id) => [id, []]));
  let made = 0;
  const changeInOrder = async (id) => {
    while (made < changes) {
      if (made >= changes * progress.share) {
        await delay(10);
        continue;
      }
      const name = `change ${(made += 1)}`;
      await organization.rename(id, name);
      changed.get(id).push(name);
    }
  };
  await Promise.all(documentIds.map(changeInOrder));
  return changed;
}

async function killWorkers(server, kills, progress) {
  const killedAt = [];
  while (killedAt.length < kills) {
    await delay(randomInt(LONGEST_PAUSE_BEFORE_A_KILL_MS));
    await server.killAWorker();
    killedAt.push(performance.now());
    progress.share = killedAt.length / kills;
    if (killedAt.length % 20 === 0) console.log(`  ${killedAt.length} kills`);
  }
  return killedAt;
}

/** A receipt is known before the sender has noted it. */
async function untilNothingIsPending(client, { id }) {
  const end = performance.now() + ALL_ARRIVED_WITHIN_MS;
  for (;;) {
    const { rows } = await client.query(
      `select count(*)::int as count from webhook_delivery where organization_id = $1 and status = 'pending'`,
      [id],
    );
    if (rows[0].count === 0 || performance.now() > end) return;
    await delay(500);
  }
}

/** The first receipt of each `webhook-id`, in order. */
function firstReceipts({ requests }) {
  const first = new Map();
  for (const request of requests) if (!first.has(request.id)) first.set(request.id, request);
  return first;
}

/** Prints the figures; returns whether everything is as promised. */
function report({ requests, changed, killedAt, deliveries, took, rest }) {
  const first = [...firstReceipts({ requests }).values()];
  const names = (of, id) => of.filter(({ body }) => body.data.documentId === id).map(({ body }) => body.data.name);
  const expected = [...changed.values()].flat();
  const received = new Map(first.map((request) => [request.body.data.name, request.id]));
  const lost = expected.filter((name) => !received.has(name));
  const outOfOrder = [...changed].filter(([id, given]) => names(first, id).join() !== given.join());
  const lateRepeats = [...changed].filter(([id, given]) => {
    const places = names(requests, id).map((name) => given.indexOf(name));
    return places.some((place, index) => index > 0 && place < places[index - 1]);
  });
  const repeats = requests.filter((request, index) => requests.findIndex(({ id }) => id === request.id) < index);
  const unexplained = repeats.filter(({ id, receivedAt }) => {
    const before = requests.findLast((other) => other.id === id && other.receivedAt < receivedAt);
    return !killedAt.some((at) => at > before.receivedAt && at < receivedAt);
  });
  const pauses = repeats.map(({ id, receivedAt }) => {
    const before = requests.findLast((other) => other.id === id && other.receivedAt < receivedAt);
    return receivedAt - before.receivedAt;
  });
  table([
    ['changes answered with a success', expected.length],
    ['kills', killedAt.length],
    ['requests received', requests.length],
    ['events never received', lost.length],
    ['events under more than one webhook-id', first.length - received.size],
    ['documents whose first receipts are out of order', outOfOrder.length],
    ['documents with a repetition after a later event', lateRepeats.length],
    ['repetitions under the same webhook-id', repeats.length],
    ['of these without a kill between the two', unexplained.length],
    ['longest pause before a repetition', repeats.length === 0 ? 'none' : ms(Math.max(...pauses))],
    ['median pause before a repetition', repeats.length === 0 ? 'none' : ms(percentile(pauses, 0.5))],
    [
      'deliveries',
      deliveries.map((row) => `${row.deliveries} ${row.status}, at most ${row.attempts} attempts`).join('; '),
    ],
    ['time of the changes and kills', ms(took)],
    ['time from there to the last first receipt', ms(rest)],
  ]);
  return lost.length + outOfOrder.length + unexplained.length + (first.length - received.size) === 0;
}

/** One web process and the workers, on one database. */
async function startProcesses() {
  const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-bench-'));
  const { url, stop } = await openDatabase(dataDir);
  const port = await freePort();
  const common = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    LOG_LEVEL: 'error',
    WEBHOOK_URL_ALLOWED_HOSTNAMES: '127.0.0.1',
  };
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // PostgreSQL stops before it
  const command = async (...args) =>
    (await promisify(execFile)(process.execPath, [CLI, ...args], { env: common })).stdout.trim();
  const start = (mode, more = {}) => startProcess({ ...common, PROCESS_MODE: mode, ...more });
  await command('migrate');
  const web = await start('web', { PORT: String(port) });
  /** Those that are ready. */
  const workers = new Set();
  const startWorker = async () => {
    try {
      workers.add(await start('worker'));
    } catch (error) {
      console.log(`  a worker did not start, the next one is started: ${error.message.trim()}`);
      workers.add(await start('worker'));
    }
  };
  let starting = Promise.all(Array.from({ length: WORKERS }, startWorker));
  await starting;
  await client.connect();
  return {
    client,
    baseUrl: `http://127.0.0.1:${port}`,
    async token() {
      const email = 'bench@example.com';
      await command('user', 'create', '--email', email);
      return command('api-key', 'create', '--email', email);
    },
    /** Kills one of the workers that are ready, and starts another one in its place without waiting for it. */
    async killAWorker() {
      while (workers.size === 0) await delay(50);
      const worker = [...workers][randomInt(workers.size)];
      workers.delete(worker);
      await end(worker, 'SIGKILL');
      starting = Promise.all([starting, startWorker()]);
    },
    async remove() {
      await starting;
      await Promise.all([web, ...workers].map((each) => end(each, 'SIGKILL')));
      await client.end();
      await stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

async function openDatabase(dataDir) {
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const { startEmbeddedPostgres } = await import(
    join(root, 'dist/libs/ground/embedded-postgres/src/embedded-postgres.js')
  );
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  return { url: postgres.url, stop: () => postgres.stop() };
}

async function startProcess(env) {
  const child = spawn(process.execPath, ['--enable-source-maps', MAIN], { env });
  let output = '';
  const isReady = Promise.withResolvers();
  const late = setTimeout(() => isReady.reject(new Error(`not ready in time:\n${output}`)), READY_WITHIN_MS);
  child.once('close', (code, signal) =>
    isReady.reject(new Error(`the process ended with ${code ?? signal}:\n${output}`)),
  );
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
      if (/is ready at|does background work/.test(output)) isReady.resolve();
    });
  await isReady.promise.finally(() => clearTimeout(late));
  return child;
}

async function end(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}
