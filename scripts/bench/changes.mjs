// How many changes a second one organization takes, against as many organizations as writers.
//   npm run bench -- changes [--writers 16] [--seconds 4] [--rounds 3] [--against <folder of another build>]
//     [--flush-ms 0] [--kinds record,tag,rename]
// `record` is a small change in a process of its own, without HTTP. `--against` takes turns with another build; its folder
// has dist and node_modules. `--flush-ms` makes every flush of PostgreSQL wait so long, as on a slower disk.
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchServer, percentile, table } from './tools/bench-server.mjs';
import { ChangeWriter } from './tools/change-writer.mjs';
import { delayFlushes } from './tools/delay-flushes.mjs';
import { processorTimes } from './tools/processor-times.mjs';

const root = join(import.meta.dirname, '../..');

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      writers: { type: 'string', default: '16' },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
      against: { type: 'string' },
      'flush-ms': { type: 'string', default: '0' },
      kinds: { type: 'string', default: 'record,tag,rename' },
    },
  });
  const count = Number(values.writers);
  const kinds = values.kinds.split(',');
  const builds = [{ name: 'this build', root }];
  if (values.against !== undefined) builds.push({ name: 'other build', root: values.against });
  const measured = new Map();
  try {
    for (const build of builds) await prepare(build, { count, flushMs: Number(values['flush-ms']) });
    console.log(`${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}, ${flushTime(builds[0].server)}`);
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const kind of kinds) {
        for (const organizations of [1, count]) {
          for (const build of round % 2 === 0 ? builds : [...builds].reverse()) {
            const result = await measure(build, { kind, organizations, count, ms: Number(values.seconds) * 1000 });
            const name = `${kind}, ${count} writers, ${organizations} organizations, ${build.name}`;
            measured.set(name, [...(measured.get(name) ?? []), result]);
          }
        }
      }
    }
    table([...measured].sort(([a], [b]) => a.localeCompare(b)).map(([name, results]) => [name, describe(results)]));
    console.log('\nThe median of the rounds. Clients and servers share the machine.');
  } finally {
    for (const { server, writer } of builds) {
      writer?.end();
      await server?.remove();
    }
  }
}

async function prepare(build, { count, flushMs }) {
  const settings = {
    DOCUMENTS_CONTENT_EXTRACTION_ENABLED: 'false',
    DATABASE_POOL_SIZE: '20',
    MAX_ORGANIZATION_COUNT_PER_USER: String(count + 2),
  };
  build.server = await benchServer(settings, { tree: build.root });
  await build.server.start();
  if (flushMs > 0) await delayFlushes(build.server, flushMs);
  const first = await build.server.anArchive();
  const [, base] = /^(.*)\/api\//.exec(first.url);
  build.agent = new Agent({ keepAlive: true, maxSockets: count });
  build.call = (method, path, body) =>
    call(build.agent, method, `${base}/api/organizations${path}`, first.headers, body);
  const places = [];
  for (let number = 0; number <= count; number += 1) {
    const { organization } = JSON.parse(await build.call('POST', '', { name: `Bench ${number}` }));
    places.push(organization.id);
  }
  const [shared, ...own] = places;
  build.targets = new Map();
  for (const [organizations, ids] of [
    [1, Array(count).fill(shared)],
    [count, own],
  ]) {
    const targets = await Promise.all(ids.map((id, number) => aTarget(build, first, id, number)));
    build.targets.set(organizations, targets);
  }
  build.writer = await ChangeWriter.start(build.root, build.server.dataDir);
}

/** A document and a tag of one writer. */
async function aTarget(build, first, organizationId, number) {
  const body = new FormData();
  body.append('file', new File([`content ${organizationId} ${number}`], `${number}.bin`));
  const url = first.url.replace(/organizations\/[^/]+/, `organizations/${organizationId}`);
  const uploaded = await fetch(url, { method: 'POST', headers: first.headers, body });
  const documentId = (await uploaded.json()).document.id;
  const { tag } = JSON.parse(
    await build.call('POST', `/${organizationId}/tags`, { name: `Tag ${number}`, color: '#00ff00' }),
  );
  return { organizationId, path: `/${organizationId}/documents/${documentId}`, tagId: tag.id };
}

async function measure(build, { kind, organizations, ms }) {
  const { server, writer } = build;
  const targets = build.targets.get(organizations);
  const before = processorTimes(server, writer.pid);
  const start = performance.now();
  const times =
    kind === 'record'
      ? await writer.run(
          targets.map(({ organizationId }) => organizationId),
          ms,
        )
      : await overHttp(build, targets, { kind, end: start + ms });
  const seconds = (performance.now() - start) / 1000;
  const after = processorTimes(server, writer.pid);
  const each = (name) => (after[name] - before[name]) / times.length;
  return {
    rate: times.length / seconds,
    median: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    node: each(kind === 'record' ? 'writer' : 'server'),
    postgres: each('postgres'),
  };
}

async function overHttp(build, targets, { kind, end }) {
  const times = [];
  const client = async ({ path, tagId }) => {
    for (let round = 0; performance.now() < end; round += 1) {
      const start = performance.now();
      if (kind === 'rename') await build.call('PATCH', path, { name: `name ${round % 7}` });
      else if (round % 2 === 0) await build.call('POST', `${path}/tags`, { tagId });
      else await build.call('DELETE', `${path}/tags/${tagId}`);
      times.push(performance.now() - start);
      if (kind === 'tag' && round % 2 === 0 && performance.now() >= end)
        await build.call('DELETE', `${path}/tags/${tagId}`);
    }
  };
  await Promise.all(targets.map(client));
  return times;
}

function call(agent, method, url, headers, body) {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const more =
      text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const sent = request(url, { agent, method, headers: { ...headers, ...more } }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const answer = Buffer.concat(parts).toString();
        if (response.statusCode < 300) resolve(answer);
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${answer}`));
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

function describe(results) {
  const middle = (name) =>
    percentile(
      results.map((each) => each[name]),
      0.5,
    );
  const n = (name, digits) => middle(name).toFixed(digits);
  return `${n('rate', 0).padStart(5)}/s  median ${n('median', 1)} ms  p95 ${n('p95', 1)} ms  CPU of a change: Node ${n('node', 2)} + PostgreSQL ${n('postgres', 2)} ms`;
}

/** What a flush of 8 KB takes in the folder of the database. */
function flushTime({ dataDir }) {
  const file = join(dataDir, 'flush-time');
  const descriptor = openSync(file, 'w');
  const block = Buffer.alloc(8192, 1);
  const times = Array.from({ length: 100 }, (_, number) => {
    const start = performance.now();
    writeSync(descriptor, block, 0, block.length, number * block.length);
    fdatasyncSync(descriptor);
    return performance.now() - start;
  });
  closeSync(descriptor);
  rmSync(file);
  return `a flush of this disk takes ${percentile(times, 0.5).toFixed(2)} ms (p95 ${percentile(times, 0.95).toFixed(2)})`;
}
