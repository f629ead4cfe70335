// Clients on the live feed while an organization changes: lag, memory, CPU, and a client that never reads.
//   npm run bench -- live-feed [--clients 500] [--changes 100] [--seconds 60]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { benchServer, mb, memoryOf, ms, percentile, table } from './tools/bench-server.mjs';

const CLIENTS = join(import.meta.dirname, 'tools/live-feed-clients.mjs');
const root = join(import.meta.dirname, '../..');
const TICKS_A_SECOND = 100;
const GROUPS = 8;
/** Documents that one request changes. */
const GROUP_SIZE = 10;
const SILENT_EVENTS = 20_000;

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: 'string', default: '500' },
      changes: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '60' },
    },
  });
  const [clients, changes, seconds] = [values.clients, values.changes, values.seconds].map(Number);
  const server = await benchServer({
    LIVE_FEED_MAX_STREAMS: String(2 * clients + 10),
    LIVE_FEED_STREAMS_PER_USER: String(clients + 5),
    DOCUMENTS_CONTENT_EXTRACTION_ENABLED: 'false',
  });
  let followers;
  try {
    await server.start();
    const archive = await server.anArchive();
    const groups = await someDocuments(archive);
    const organization = archive.url.replace(/\/documents$/, '');
    const stream = { address: `${organization}/events/stream`, headers: archive.headers };
    const before = memoryOf(server.pid).rss;

    followers = fork(CLIENTS);
    followers.send({ ...stream, clients });
    await once(followers, 'message');
    const silent = await openSilent(stream);
    const connected = memoryOf(server.pid).rss;

    const cpuBefore = cpuOf(server.pid);
    const clientCpuBefore = cpuOf(followers.pid);
    const samples = [];
    const began = performance.now();
    const end = began + seconds * 1000;
    const writers = changeTags(archive, organization, groups, { perSecond: changes, end });
    while (performance.now() < end) {
      samples.push(memoryOf(server.pid).rss);
      await delay(1_000);
    }
    const { made, failed } = await writers;
    const took = (performance.now() - began) / 1000;
    const cpu = (cpuOf(server.pid) - cpuBefore) / took;
    const clientCpu = (cpuOf(followers.pid) - clientCpuBefore) / took;
    await delay(3_000);
    followers.send('report');
    const [{ lags, events, closed, outOfOrder, fewest }] = await once(followers, 'message');
    console.log('');
    table([
      ['clients, changes', `${clients} clients, ${made} changes in ${took.toFixed(0)} s (${failed} failed)`],
      ['events received', `${events}; the client with the fewest has ${fewest}; out of order or twice: ${outOfOrder}`],
      ['connections lost', String(closed)],
      ['lag p50, p95, p99, max', [0.5, 0.95, 0.99, 1].map((share) => ms(percentile(lags, share))).join(', ')],
      ['CPU of the server', `${(cpu * 100).toFixed(0)} % of a core, for changes and streams`],
      ['CPU of the clients', `${(clientCpu * 100).toFixed(0)} % of a core`],
      ['memory before, connected', `${mb(before)}, ${mb(connected)}`],
      ['memory during, median, max', `${mb(percentile(samples, 0.5))}, ${mb(Math.max(...samples))}`],
    ]);
    followers.kill();
    await watchSilent(server, organization, silent);
    console.log(
      '\nLag is from the time of the event, which is that of its transaction, to its arrival. Clients share the',
    );
    console.log('machine with the server and its database.');
  } finally {
    followers?.kill();
    await server.remove();
  }
}

/** Adds and removes tags at a steady rate. Each request changes some documents, each of them an event. */
async function changeTags(archive, organization, groups, { perSecond, end }) {
  const headers = { ...archive.headers, 'content-type': 'application/json' };
  const post = (address, body) => fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  let [made, failed, due] = [0, 0, performance.now()];
  const writer = async (documentIds, number) => {
    const response = await post(`${organization}/tags`, { name: `tag ${number}`, color: '#123456' });
    const tagIds = [(await response.json()).tag.id];
    for (let isOn = false; ; isOn = !isOn) {
      due += (1000 * documentIds.length) / perSecond;
      await delay(Math.max(0, due - performance.now()));
      if (performance.now() >= end) return;
      const change = isOn ? { removeTagIds: tagIds } : { addTagIds: tagIds };
      const { ok } = await post(`${archive.url}/batch/tags`, { filter: { documentIds }, ...change });
      if (ok) made += documentIds.length;
      else failed += 1;
    }
  };
  await Promise.all(groups.map(writer));
  return { made, failed };
}

/** Uploads documents, in groups. */
async function someDocuments(archive) {
  const group = async (number) => {
    const ids = [];
    for (let index = 0; index < GROUP_SIZE; index += 1) {
      const name = `${number}-${index}.bin`;
      const { body } = await archive.upload(name, new Blob([name]));
      ids.push(body.document.id);
    }
    return ids;
  };
  return Promise.all(Array.from({ length: GROUPS }, (_, number) => group(number)));
}

/** A client that sends its request and never reads. */
async function openSilent({ address, headers }) {
  const { hostname, port, pathname } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${headers.authorization}\r\n\r\n`);
  const state = { isClosed: false };
  socket.on('error', () => undefined);
  socket.on('close', () => (state.isClosed = true));
  return Object.assign(state, { socket });
}

/** Adds many events, more than the system buffers for a client that never reads, until the server drops it. */
async function watchSilent(server, organization, silent) {
  const client = new pg.Client({ connectionString: await databaseUrl(server.env) });
  await client.connect();
  const organizationId = organization.split('/').at(-1);
  await client.query(
    `with log as (
       update organization_log set event_position = event_position + $2::int where organization_id = $1
       returning event_position - $2::int as base
     )
     insert into event (id, created_at, organization_id, position, name, payload)
     select 'evt_' || lpad(n::text, 24, '0'), now(), $1, base + n, 'document:updated',
       jsonb_build_object('notes', repeat('x', 2000))
     from log, generate_series(1, $2::int) n`,
    [organizationId, SILENT_EVENTS],
  );
  await client.query(`select pg_notify('archivolt_changes', $1)`, [
    JSON.stringify({ organizationId, position: 0, events: [] }),
  ]);
  await client.end();
  const began = performance.now();
  const isOpen = () => holdsConnection(server.pid, silent.socket.localPort);
  let most = 0;
  while (isOpen() && performance.now() - began < 60_000) {
    most = Math.max(most, memoryOf(server.pid).rss);
    await delay(200);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  table([
    [
      'client that never reads',
      isOpen() ? `still open after ${seconds} s` : `dropped by the server after ${seconds} s`,
    ],
    ['memory until then, max', `${mb(most)}, while ${((SILENT_EVENTS * 2_300) / 1e6).toFixed(0)} MB waited for it`],
  ]);
  silent.socket.destroy();
}

async function databaseUrl(environment) {
  await import('reflect-metadata');
  const { openInstallation } = await import(join(root, 'dist/libs/operation/installation/src/index.js'));
  const silent = { info: () => undefined, warn: console.warn, error: console.error };
  const installation = await openInstallation(environment, 'guest', silent);
  await installation.close();
  return installation.databaseUrl;
}

/** Whether the server still holds its end of the connection from this local port. */
function holdsConnection(pid, localPort) {
  const port = localPort.toString(16).toUpperCase().padStart(4, '0');
  return ['tcp', 'tcp6'].some((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .some((line) => {
        const [, , remote = '', state] = line.trim().split(/\s+/);
        return remote.endsWith(`:${port}`) && state === '01';
      }),
  );
}

/** Seconds of CPU that a process has used. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
