// Applies rules to a large archive and asks for documents meanwhile:
//   npm run bench -- tagging-rules [--documents 100000] [--words 600]
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { loadDocuments } from './tools/bulk-load.mjs';

const root = join(import.meta.dirname, '../..');
const REQUESTS_A_SECOND = 40;
const REST_SECONDS = 10;
const EVERY_TENTH = ['semaphore', 'Großmutter'];

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { documents: { type: 'string', default: '100000' }, words: { type: 'string', default: '600' } },
  });
  const count = Number(values.documents);
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-tagging-rules-'));
  const environment = { ...process.env, DATA_DIR: dataDir, PORT: '18723', LOG_LEVEL: 'warn', NODE_ENV: 'test' };
  const server = spawn(process.execPath, [join(root, 'dist/apps/server/src/main.js')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await untilReady(server);
    const archive = await makeArchive(environment, count, Number(values.words));
    await measure(archive, count);
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function untilReady(server) {
  for await (const chunk of server.stdout) if (String(chunk).includes('is ready at')) break;
  server.stdout.resume();
}

export async function makeArchive(environment, count, words) {
  const cli = async (...args) =>
    (
      await promisify(execFile)(process.execPath, [join(root, 'dist/apps/cli/src/main.js'), ...args], {
        env: environment,
      })
    ).stdout.trim();
  await cli('user', 'create', '--email', 'bench@example.com');
  const token = await cli('api-key', 'create', '--email', 'bench@example.com');
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${environment.PORT}/api/organizations${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { organization } = await call('POST', '', { name: 'Bench' });
  const client = new pg.Client({ connectionString: await databaseUrl(environment) });
  await client.connect();
  const began = performance.now();
  await loadDocuments(client, organization.id, { count, words, everyTenth: EVERY_TENTH });
  const { rows } = await client.query(
    `select pg_size_pretty(sum(octet_length(content))) as texts, pg_size_pretty(pg_total_relation_size('document')) as stored
     from document`,
  );
  await client.end();
  console.log(`${count} documents, ${rows[0].texts} of text (${rows[0].stored} stored), ${seconds(began)} to load`);
  return { base: `/${organization.id}`, call, cli };
}

export async function databaseUrl(environment) {
  await import('reflect-metadata');
  const { openInstallation } = await import(join(root, 'dist/libs/operation/installation/src/index.js'));
  const silent = { info: () => undefined, warn: console.warn, error: console.error };
  const installation = await openInstallation(environment, 'guest', silent);
  await installation.close();
  return installation.databaseUrl;
}

async function measure({ base, call }, count) {
  const get = () => call('GET', `${base}/documents/doc_${randomNumber(count).toString(36).padStart(24, '0')}`);
  await latencies(get, pause(3_000)); // warm up
  report('at rest', await latencies(get, pause(REST_SECONDS * 1000)));
  const rules = [
    ['one in ten, plain ASCII', [{ field: 'content', operator: 'contains', value: EVERY_TENTH[0] }]],
    ['one in ten, beyond ASCII', [{ field: 'content', operator: 'contains', value: EVERY_TENTH[1] }]],
    ['one in ten, by name', [{ field: 'name', operator: 'ends_with', value: '3.txt' }]],
    ['every document', []],
  ];
  for (const [name, conditions] of rules) {
    const { tag } = await call('POST', `${base}/tags`, { name, color: '#336699' });
    const { taggingRule } = await call('POST', `${base}/tagging-rules`, { name, conditions, tagIds: [tag.id] });
    const began = performance.now();
    const { taskId } = await call('POST', `${base}/tagging-rules/${taggingRule.id}/apply`);
    const done = untilDone(() => call('GET', `${base}/tasks/${taskId}`));
    const times = await latencies(get, done);
    const { status, result, startedAt, finishedAt } = await done;
    const working = ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(1);
    report(`${name}: ${status}, ${result.tagsAdded} tags, ${seconds(began)} in all, ${working} s at work`, times);
  }
  report('at rest again', await latencies(get, pause(REST_SECONDS * 1000)));
}

export async function untilDone(read) {
  for (;;) {
    const { task } = await read();
    if (!['pending', 'running'].includes(task.status)) return task;
    await pause(100);
  }
}

/** Milliseconds of requests sent at a steady rate, whether or not those before were answered. */
async function latencies(request, until) {
  const times = [];
  const open = new Set();
  const timer = setInterval(() => {
    const began = performance.now();
    const sent = request().then(() => times.push(performance.now() - began));
    open.add(sent);
    void sent.finally(() => open.delete(sent));
  }, 1000 / REQUESTS_A_SECOND);
  await until;
  clearInterval(timer);
  await Promise.all(open);
  return times.sort((a, b) => a - b);
}

function report(name, times) {
  const at = (share) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  console.log(
    `${name}\n  GET document, ${times.length} times: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`,
  );
}

const randomNumber = (below) => Math.floor(Math.random() * below);
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
