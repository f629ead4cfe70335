// A server of its own for a measurement: the real process, with embedded PostgreSQL in a folder that is removed.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const LIMIT_MS = 60_000;
const POSTGRES_ENDS_WITHIN_MS = 30_000;

/**
 * `dataDir` is a folder that stays; without it, a new one is removed with the server. `tree` is the folder of another
 * version, built, whose server is started.
 */
export async function benchServer(more = {}, { dataDir: keptIn, tree = root } = {}) {
  const main = join(tree, 'dist/apps/server/src/main.js');
  if (!existsSync(main)) throw new Error(`${tree} is not built: run \`npm run build\` in it.`);
  const cli = join(tree, 'dist/apps/cli/src/main.js');
  const flags = startFlags(tree);
  const dataDir = keptIn ?? (await mkdtemp(join(tmpdir(), 'archivolt-bench-')));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', ...more };
  let child;
  const server = {
    dataDir,
    baseUrl,
    tree,
    env,
    output: '',
    /** Processes of PostgreSQL that answer the measurement itself. */
    ownConnections: new Set(),
    get pid() {
      return child.pid;
    },
    get isRunning() {
      return child !== undefined && child.exitCode === null && child.signalCode === null;
    },
    /** Gives the milliseconds until it answered. */
    async start() {
      const began = performance.now();
      child = spawn(process.execPath, [...flags, main], { env });
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (server.output += text));
      while (!(await fetch(`${baseUrl}/api/health`).catch(() => undefined))?.ok) {
        if (child.exitCode !== null) throw new Error(`the server ended:\n${server.output}`);
        if (performance.now() - began > LIMIT_MS) throw new Error(`no answer within ${LIMIT_MS} ms:\n${server.output}`);
        await delay(10);
      }
      return performance.now() - began;
    },
    async end(signal = 'SIGTERM') {
      if (!server.isRunning) return;
      const closed = once(child, 'close');
      child.kill(signal);
      await closed;
    },
    async remove() {
      const postmaster = postmasterOf(dataDir);
      await server.end(keptIn === undefined ? 'SIGKILL' : 'SIGTERM');
      // PostgreSQL ends a moment later and until then writes into the folder.
      const end = performance.now() + POSTGRES_ENDS_WITHIN_MS;
      while (commandOf(postmaster).includes('postgres') && performance.now() < end) await delay(50);
      if (keptIn === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
    /** Runs a command of the product's command line on this installation and gives what it printed. */
    async command(...args) {
      return (await promisify(execFile)(process.execPath, [cli, ...args], { env })).stdout.trim();
    },
    async anArchive() {
      const email = 'bench@example.com';
      await server.command('user', 'create', '--email', email);
      const token = await server.command('api-key', 'create', '--email', email);
      const organization = await fetch(`${baseUrl}/api/organizations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{"name":"Bench"}',
      }).then((answer) => answer.json());
      return new Archive(`${baseUrl}/api/organizations/${organization.organization.id}/documents`, token);
    },
    /** Files of documents and of uploads that are not finished. */
    async files() {
      const folder = join(dataDir, 'documents');
      if (!existsSync(folder)) return [];
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    },
  };
  return server;
}

/** Those that `npm start` gives to Node: they decide how much memory it uses. */
function startFlags(tree) {
  const { scripts } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'));
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

export class Archive {
  constructor(url, token) {
    this.url = url;
    this.headers = { authorization: `Bearer ${token}` };
  }

  async upload(name, content) {
    const body = new FormData();
    body.append('file', new File([content], name, { type: name.endsWith('.txt') ? 'text/plain' : '' }));
    const answer = await fetch(this.url, { method: 'POST', headers: this.headers, body });
    return { status: answer.status, body: await answer.json() };
  }

  async list(query = '') {
    return (await fetch(`${this.url}?${query}`, { headers: this.headers })).json();
  }

  file(id) {
    return fetch(`${this.url}/${id}/file`, { headers: this.headers });
  }
}

/** Megabytes a process holds: all of it, and the part that no other process shares. */
export function memoryOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const of = (name) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024;
    return { rss: of('Rss'), pss: of('Pss') };
  } catch {
    return { rss: 0, pss: 0 };
  }
}

/** The process, what it started, and the processes that work in its data folder. */
export function processesOf(pid, dataDir) {
  const postmaster = postmasterOf(dataDir);
  return below([pid, ...(commandOf(postmaster).includes('postgres') ? [postmaster] : [])]);
}

/** The PostgreSQL that works in a data folder: the postmaster and all that it started. */
export function postgresProcessesOf(dataDir) {
  const postmaster = postmasterOf(dataDir);
  return commandOf(postmaster).includes('postgres') ? below([postmaster]) : [];
}

/** These processes and all that they started. */
function below(roots) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(all.map((each) => [each, parentOf(each)]));
  const belongs = (each) => each > 1 && (roots.includes(each) || belongs(parents.get(each) ?? 0));
  return all.filter(belongs);
}

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
const parentOf = (pid) => Number(/\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1] ?? 0);
const commandOf = (pid) => read(`/proc/${pid}/cmdline`);
const postmasterOf = (dataDir) => Number(read(join(dataDir, 'postgres/cluster/postmaster.pid')).split('\n')[0]);

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Runs `work(0)` to `work(count - 1)`, some at a time. */
export async function concurrently(count, clients, work) {
  let next = 0;
  const client = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

export function table(rows) {
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) console.log(`  ${name.padEnd(width)}  ${value}`);
}

export const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const mb = (value) => `${value.toFixed(0)} MB`;

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
