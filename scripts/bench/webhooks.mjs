// Webhooks: how long a change takes to reach a good receiver, with and without bad ones, and how many a second.
//   npm run bench -- webhooks [--changes 300] [--rate 10] [--each 5] [--events 2000]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { WebhookReceiver } from '../../test/support/webhook-receiver.ts';
import { cpuSeconds, forgetPeak, memory } from './hostile/process-figures.mjs';
import { benchServer, mb, ms, percentile, table } from './tools/bench-server.mjs';
import { changeSteadily, Organization } from './webhooks/organization.mjs';

const root = join(import.meta.dirname, '../..');
const DOCUMENTS = 50;
const ARRIVED_WITHIN_MS = 120_000;

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      changes: { type: 'string', default: '300' },
      rate: { type: 'string', default: '10' },
      each: { type: 'string', default: '5' },
      events: { type: 'string', default: '2000' },
    },
  });
  const [changes, rate, each, events] = [values.changes, values.rate, values.each, values.events].map(Number);
  const server = await benchServer({ WEBHOOK_URL_ALLOWED_HOSTNAMES: '127.0.0.1', LOG_LEVEL: 'error' });
  const receiver = await WebhookReceiver.start();
  const bad = await startBadReceivers();
  let client;
  try {
    await server.start();
    const email = 'bench@example.com';
    await server.command('user', 'create', '--email', email);
    const token = await server.command('api-key', 'create', '--email', email);
    client = await connect(server);
    const of = (name, documents) => Organization.create({ baseUrl: server.baseUrl, token, client, name, documents });
    const good = await of('Good', DOCUMENTS);
    await good.addWebhook(receiver.url);
    const pace = { changes, rate };
    await measureLatency('warm-up', { server, good, receiver }, { changes: rate * 5, rate });

    const kinds = Object.entries(bad.urls);
    console.log(`${changes} changes, ${rate} a second, one good endpoint; then ${each} bad endpoints of each of`);
    console.log(`${kinds.length} kinds in another organization, which has ${rate} changes a second, too.\n`);
    await measureLatency('without bad endpoints', { server, good, receiver }, pace);

    const hostile = await of('Bad', DOCUMENTS);
    for (const [, url] of kinds) for (let number = 0; number < each; number += 1) await hostile.addWebhook(url);
    const flood = changeSteadily(changes, rate, (number) =>
      hostile.rename(hostile.documentIds[number % DOCUMENTS], `bad ${number}`),
    );
    await measureLatency('with bad endpoints', { server, good, receiver }, pace);
    const errors = await flood;
    if (errors.length > 0) throw errors[0];
    await reportBad(client, hostile, await bad.counts());
    // Still there while the next figure is taken: their retries go on.
    await measureThroughput({ of, server }, events);
  } finally {
    bad.process.kill();
    await client?.end();
    await receiver.close();
    await server.remove();
  }
}

async function measureLatency(name, { server, good, receiver }, { changes, rate }) {
  const began = new Map();
  receiver.requests.length = 0;
  forgetPeak(server.pid);
  const cpu = cpuSeconds(server.pid);
  const errors = await changeSteadily(changes, rate, async (number) => {
    const title = `${name} ${number}`;
    began.set(title, performance.now());
    await good.rename(good.documentIds[number % DOCUMENTS], title);
  });
  if (errors.length > 0) throw errors[0];
  await allArrived(receiver, changes);
  const latencies = receiver.requests.map(({ body, receivedAt }) => receivedAt - began.get(body.data.name));
  const { peak } = memory(server.pid);
  console.log(name);
  table([
    ['from the change to its receipt, p50', ms(percentile(latencies, 0.5))],
    ['from the change to its receipt, p95', ms(percentile(latencies, 0.95))],
    ['slowest', ms(Math.max(...latencies))],
    ['received, of these more than once', `${receiver.requests.length}, ${duplicates(receiver)}`],
    ['memory of the server process, peak', mb(peak)],
    ['CPU of the server process', `${(cpuSeconds(server.pid) - cpu).toFixed(1)} s`],
  ]);
  console.log('');
}

async function measureThroughput({ of, server }, events) {
  const organization = await of('Throughput', events / 4);
  const receiver = await WebhookReceiver.start();
  await organization.addWebhook(receiver.url, ['document:tag:added']);
  forgetPeak(server.pid);
  const cpu = cpuSeconds(server.pid);
  const began = performance.now();
  for (let round = 1; round <= 4; round += 1) await organization.addTag(`tag ${round}`);
  const committed = performance.now();
  await allArrived(receiver, events);
  const last = Math.max(...receiver.requests.map(({ receivedAt }) => receivedAt));
  console.log(`${events} events of 4 batches to one endpoint`);
  table([
    ['until the last batch was answered', ms(committed - began)],
    ['until the last event was received', ms(last - began)],
    ['a second', ((events / (last - began)) * 1000).toFixed(0)],
    ['received more than once', duplicates(receiver)],
    ['memory of the server process, peak', mb(memory(server.pid).peak)],
    ['CPU of the server process', `${(cpuSeconds(server.pid) - cpu).toFixed(1)} s`],
  ]);
  await receiver.close();
}

async function allArrived(receiver, count) {
  const end = performance.now() + ARRIVED_WITHIN_MS;
  while (new Set(receiver.requests.map(({ id }) => id)).size < count) {
    if (performance.now() > end) throw new Error(`only ${receiver.requests.length} of ${count} events arrived`);
    await delay(20);
  }
}

const duplicates = ({ requests }) => requests.length - new Set(requests.map(({ id }) => id)).size;

async function reportBad(client, { id }, counts) {
  const { rows } = await client.query(
    `select w.url, d.status, count(*)::int as deliveries, coalesce(sum(d.attempts), 0)::int as attempts
     from webhook_delivery d join webhook w on w.id = d.webhook_id where d.organization_id = $1 group by 1, 2`,
    [id],
  );
  const sum = (status, of) => rows.filter((row) => row.status === status).reduce((all, row) => all + row[of], 0);
  console.log('the bad endpoints meanwhile');
  table([
    ['deliveries that wait for another attempt or their turn', sum('pending', 'deliveries')],
    ['attempts of these', sum('pending', 'attempts')],
    ['deliveries that succeeded (the headers were a 200)', sum('succeeded', 'deliveries')],
    ...Object.entries(counts).map(([kind, { connections, requests }]) => [
      `${kind}: connections, requests`,
      `${connections}, ${requests}`,
    ]),
  ]);
  console.log('');
}

async function startBadReceivers() {
  const child = fork(join(import.meta.dirname, 'webhooks/bad-receivers-process.mjs'));
  const [{ urls }] = await once(child, 'message');
  return {
    process: child,
    urls,
    counts: async () => {
      child.send('counts');
      return (await once(child, 'message'))[0].counts;
    },
  };
}

async function connect({ env }) {
  await import('reflect-metadata');
  const { openInstallation } = await import(join(root, 'dist/libs/operation/installation/src/index.js'));
  const silent = { info: () => undefined, warn: console.warn, error: console.error };
  const installation = await openInstallation(env, 'guest', silent);
  const client = new pg.Client({ connectionString: installation.databaseUrl });
  client.on('error', () => undefined); // PostgreSQL stops with the server
  await client.connect();
  await installation.close();
  return client;
}
