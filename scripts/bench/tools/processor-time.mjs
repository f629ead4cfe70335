// Milliseconds of processor time of a server and of its PostgreSQL, apart from each other.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { postgresProcessesOf, processesOf } from './bench-server.mjs';

const TICK_MS = 10;

/**
 * Ended processes are included: their parents count them. The connections of the measurement are not: what it asks the
 * database does not count.
 */
function processorTime({ pid, dataDir, ownConnections }) {
  const ofPostgres = new Set(postgresProcessesOf(dataDir));
  const sums = { server: 0, postgres: 0 };
  for (const each of processesOf(pid, dataDir))
    if (!ownConnections.has(each)) sums[ofPostgres.has(each) ? 'postgres' : 'server'] += timeOf(each);
  return sums;
}

/** What an idle second costs, to be subtracted from measurements. */
export async function idleUse(server, seconds) {
  const meter = new Meter(server);
  await delay(seconds * 1000);
  const { server: ofServer, postgres, elapsed } = meter.used();
  return { server: ofServer / elapsed, postgres: postgres / elapsed };
}

const NOTHING = { server: 0, postgres: 0 };

/** Counts from its creation on. `idle` is the use of an idle millisecond. */
export class Meter {
  #server;
  #idle;
  #before;
  #began = performance.now();

  constructor(server, idle = NOTHING) {
    this.#server = server;
    this.#idle = idle;
    this.#before = processorTime(server);
  }

  used() {
    const after = processorTime(this.#server);
    const elapsed = performance.now() - this.#began;
    const of = (name) => after[name] - this.#before[name] - this.#idle[name] * elapsed;
    return { server: of('server'), postgres: of('postgres'), elapsed };
  }
}

/**
 * The scheduler counts living threads in nanoseconds; `stat` has ended threads as well, in hundredths of a second, and
 * the children that have ended.
 */
function timeOf(pid) {
  try {
    const fields = read(`/proc/${pid}/stat`).split(') ')[1].split(' ').map(Number);
    const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15);
    const threads = readdirSync(`/proc/${pid}/task`);
    const living = threads.reduce((sum, thread) => sum + livingTime(`/proc/${pid}/task/${thread}/schedstat`), 0);
    return Math.max(living, (user + system) * TICK_MS) + (childrenUser + childrenSystem) * TICK_MS;
  } catch {
    return 0; // it has ended
  }
}

function livingTime(path) {
  try {
    return Number(read(path).split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

const read = (path) => readFileSync(path, 'utf8');
