// The requests that once stopped, slowed or ended the server: what another client notices of each, and the right answers.
//   npm run bench -- hostile [--only f1,f7,f2-date] [--json <file>] [--minutes 11] [--health-p95 100] [--health-max 1000]
// Groups: f1 f2 f3 f5 f6 f7 f8 f9 f10 f12 low together users. Exits with 1 when a scenario fails. Linux only: memory
// and CPU are read from /proc. Traffic goes to 127.0.0.1, from source addresses in 127.0.0.0/8.
import { writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Forked } from './hostile/forked.mjs';
import { Installation } from './hostile/installation.mjs';
import { atRest, measure, notRun } from './hostile/measure.mjs';
import { duringOrdinaryUse } from './hostile/ordinary-users.mjs';
import { printGroup, printUsers } from './hostile/report.mjs';
import accounts from './hostile/scenarios/accounts.mjs';
import downloads from './hostile/scenarios/downloads.mjs';
import duplicates from './hostile/scenarios/duplicates.mjs';
import extraction from './hostile/scenarios/extraction.mjs';
import requests from './hostile/scenarios/requests.mjs';
import searches from './hostile/scenarios/searches.mjs';
import texts from './hostile/scenarios/texts.mjs';
import together from './hostile/scenarios/together.mjs';

const TITLES = {
  f1: 'F1: combining marks',
  f2: 'F2: bodies with a key',
  f3: 'F3: bodies without credentials',
  f5: 'F5: slow downloads',
  f6: 'F6: names and pictures of users',
  f7: 'F7: passwords',
  f8: 'F8: searches',
  f9: 'F9: readers and OCR',
  f10: 'F10: equal uploads',
  f12: 'F12: large texts',
  low: 'Low findings',
  together: 'Acceptance: all at once',
};
/** Kept for the ordinary users, who come last: accounts, corpus, rest and attacks. */
const USERS_MS = 5 * 60_000;
const SCENARIOS = [texts, requests, downloads, accounts, searches, extraction, duplicates, together].flat();

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      json: { type: 'string' },
      minutes: { type: 'string', default: '11' },
      'health-p95': { type: 'string', default: '100' },
      'health-max': { type: 'string', default: '1000' },
    },
  });
  if (process.platform !== 'linux') throw new Error('this measurement reads /proc and runs on Linux only');
  const { scenarios, withUsers } = selection(values.only?.split(','));
  const limits = { healthP95Ms: Number(values['health-p95']), healthMaxMs: Number(values['health-max']) };
  const end = performance.now() + Number(values.minutes) * 60_000;
  const bench = new Bench();
  const stop = () => void bench.close().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  try {
    const machine = aboutMachine(await atRest(await bench.ready()), limits);
    const scenariosEnd = withUsers ? end - USERS_MS : end;
    const results = [];
    for (const [group, title] of Object.entries(TITLES)) {
      const chosen = scenarios.filter((each) => each.group === group);
      if (chosen.length === 0) continue;
      const ofGroup = [];
      for (const scenario of chosen) ofGroup.push(await one(scenario, bench, limits, scenariosEnd));
      printGroup(title, ofGroup);
      results.push(...ofGroup);
    }
    const users = withUsers ? await withOrdinaryUsers(scenarios, bench, end) : undefined;
    await conclude({ machine, limits, results, users }, values.json);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
    await bench.close();
  }
}

/** `users` alone takes all scenarios as its attacks, without measuring each; with other names it takes those. */
function selection(only) {
  if (only === undefined) return { scenarios: SCENARIOS, withUsers: true };
  const withUsers = only.includes('users');
  const wanted = only.filter((name) => name !== 'users');
  const matches = ({ group, id }, name) => group === name || id === name;
  const unknown = wanted.filter((name) => !SCENARIOS.some((each) => matches(each, name)));
  if (unknown.length > 0)
    throw new Error(
      `unknown: ${unknown.join(', ')}. There are ${[...Object.keys(TITLES), 'users', ...SCENARIOS.map(({ id }) => id)].join(', ')}`,
    );
  return { scenarios: SCENARIOS.filter((each) => wanted.some((name) => matches(each, name))), withUsers };
}

/** The server under attack; another one when an attack leaves it busy or ended. */
class Bench {
  #installation;
  #observer;

  async ready() {
    this.#observer ??= new Forked('observer-process.mjs');
    if (this.#installation && !(await this.#installation.isSettled())) {
      await this.#installation.remove();
      this.#installation = undefined;
    }
    this.#installation ??= await Installation.start();
    return { installation: this.#installation, observer: this.#observer };
  }

  async close() {
    this.#observer?.end();
    this.#observer = undefined;
    const installation = this.#installation;
    this.#installation = undefined;
    await installation?.remove();
  }
}

function aboutMachine(rest, limits) {
  const [load] = loadavg();
  const figures = [rest.p50, rest.p95, rest.max].map((each) => each.toFixed(0)).join(', ');
  console.log(
    `At rest: health p50, p95, max ${figures} ms; load ${load.toFixed(1)} on ${availableParallelism()} cores.`,
  );
  if (load > availableParallelism() || rest.p95 > limits.healthP95Ms / 2)
    console.log('Others use this machine: times and the verdicts on health say little.');
  return { node: process.version, cores: availableParallelism(), load, rest };
}

async function one(scenario, bench, limits, end) {
  if (performance.now() > end) return notRun(scenario, 'not run: the time of the whole measurement was over');
  process.stderr.write(`${scenario.id} … `);
  const result = await measure(scenario, await bench.ready(), limits);
  process.stderr.write(`${result.ok ? 'ok' : 'FAILED'}\n`);
  return result;
}

async function withOrdinaryUsers(scenarios, bench, end) {
  if (performance.now() > end) {
    const users = {
      operations: [],
      groups: [],
      seen: '',
      problems: ['not run: the time of the whole measurement was over'],
      ok: false,
    };
    printUsers(users);
    return users;
  }
  process.stderr.write('users …\n');
  const users = await duringOrdinaryUse(scenarios.length > 0 ? scenarios : SCENARIOS, await bench.ready());
  printUsers(users);
  return users;
}

async function conclude({ machine, limits, results, users }, file) {
  const failed = results.filter(({ ok }) => !ok);
  console.log(`\n${results.length - failed.length} of ${results.length} scenarios are ok.`);
  if (failed.length > 0) console.log(`FAILED: ${failed.map(({ id }) => id).join(', ')}`);
  if (failed.length > 0 || users?.ok === false) process.exitCode = 1;
  if (file === undefined) return;
  await writeFile(file, `${JSON.stringify({ at: new Date(), machine, limits, results, users }, null, 1)}\n`);
}
