// Clients on the live feed while an organization changes: lag, memory, CPU, and a client that never reads.
//   npm run bench -- live-feed [--clients 500] [--changes 100] [--seconds 60]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { benchServer, mb, memoryOf, ms, percentile, table } from './tools/bench-server.mjs';

const CLIENTS = join(import.meta.dirname, 'tools/live-feed-clients.mjs');
const TICKS_A_SECOND = 100;

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
    const { body } = await archive.upload('followed.bin', new Blob(['followed']));
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
    const writers = changeTags(archive, organization, body.document.id, { perSecond: changes, end });
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
    await watchSilent(server, archive, organization, silent);
    console.log(
      '\nLag is from the time of the event, which is that of its transaction, to its arrival. Clients share the',
    );
    console.log('machine with the server and its database.');
  } finally {
    followers?.kill();
    await server.remove();
  }
}

/** Adds and removes tags of one document, each as a request of its own, at a steady rate. */
async function changeTags(archive, organization, documentId, { perSecond, end }) {
  const headers = { ...archive.headers, 'content-type': 'application/json' };
  const tagIds = [];
  for (let number = 0; number < 32; number += 1) {
    const body = JSON.stringify({ name: `tag ${number}`, color: '#123456' });
    const response = await fetch(`${organization}/tags`, { method: 'POST', headers, body });
    tagIds.push((await response.json()).tag.id);
  }
  const tagsOf = `${archive.url}/${documentId}/tags`;
  let [made, failed, due] = [0, 0, performance.now()];
  const writer = async (tagId) => {
    for (let isOn = false; performance.now() < end; isOn = !isOn) {
      due += 1000 / perSecond;
      await delay(Math.max(0, due - performance.now()));
      if (performance.now() >= end) return;
      const { ok } = isOn
        ? await fetch(`${tagsOf}/${tagId}`, { method: 'DELETE', headers: archive.headers })
        : await fetch(tagsOf, { method: 'POST', headers, body: JSON.stringify({ tagId }) });
      made += 1;
      if (!ok) failed += 1;
    }
  };
  await Promise.all(tagIds.map(writer));
  return { made, failed };
}

/** A client that sends its request and never reads. */
async function openSilent({ address, headers }) {
  const { hostname, port, pathname } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.pause();
  socket.write(
    `GET ${pathname}?after=0 HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${headers.authorization}\r\n\r\n`,
  );
  const state = { isClosed: false };
  socket.on('error', () => undefined);
  socket.on('close', () => (state.isClosed = true));
  return Object.assign(state, { socket });
}

/** Makes events until the system takes no more for the client that never reads, then until the server drops it. */
async function watchSilent(server, archive, organization, silent) {
  const body = JSON.stringify({ notes: 'x'.repeat(2_000) });
  const headers = { ...archive.headers, 'content-type': 'application/json' };
  const { documents } = await archive.list();
  const began = performance.now();
  let made = 0;
  const open = () => connectionsOf(server.pid, silent.socket.localPort);
  const write = async () => {
    for (let number = 0; open() && performance.now() - began < 120_000; number += 1) {
      const notes = body.replace('xx', String((number % 90) + 10));
      await fetch(`${archive.url}/${documents[0].id}`, { method: 'PATCH', headers, body: notes });
      made += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
  table([
    [
      'client that never reads',
      open() ? `still open after ${made} more changes` : `dropped by the server after ${made} more changes`,
    ],
    ['memory then', mb(memoryOf(server.pid).rss)],
  ]);
  silent.socket.destroy();
}

/** Whether the server still holds its end of the connection from this local port. */
function connectionsOf(pid, localPort) {
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
