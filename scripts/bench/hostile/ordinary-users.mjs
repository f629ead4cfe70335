// Eight ordinary users at rest, and then while all attacks run one after the other.
import { spawn } from 'node:child_process';
import { cpus, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../tools/bench-server.mjs';
import { Finding } from './finding.mjs';
import { Forked } from './forked.mjs';
import { untilTimeout } from './measure.mjs';

const USERS = 8;
const ACCOUNTS_AT_A_TIME = 2;
const WARM_UP_MS = 5_000;
const REST_MS = 20_000;
const BUSY_MS = 15_000;
const SETTLE_MS = 2_000;
const ATTACK_LIMIT_MS = 200_000;
const MOST_SLOWDOWN = 2;
const ATTACKERS_PRIORITY = 15;

/** `all` without the acceptance run, which repeats three of them at once. */
export async function duringOrdinaryUse(all, { installation, observer }) {
  const scenarios = all.filter(({ group }) => group !== 'together');
  const people = await accounts(installation);
  const materials = await prepareAll(scenarios, { installation, observer });
  const users = new Forked('ordinary-users-process.mjs');
  // Attackers are other machines; on this one they get the processor time that the server and the users leave.
  setPriority(process.pid, ATTACKERS_PRIORITY);
  try {
    await users.ask('start', { baseUrl: installation.baseUrl, people });
    await delay(WARM_UP_MS);
    await users.ask('takeTimes');
    await delay(REST_MS);
    const rest = await users.ask('takeTimes');
    const busy = await besideComputation(users);
    const began = performance.now();
    const { skipped, byGroup } = await attack(scenarios, materials, { installation, observer, users });
    const lasted = (performance.now() - began) / 1000;
    await users.ask('stop');
    return compare({ rest, busy, byGroup, lasted, skipped, scenarios, isRunning: installation.server.isRunning });
  } finally {
    users.end();
  }
}

/** What the same users see when other programs need every core and leave the server alone: the machine's own share. */
async function besideComputation(users) {
  const programs = cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  for (const { pid } of programs) setPriority(pid, 0);
  try {
    await delay(SETTLE_MS);
    await users.ask('takeTimes');
    await delay(BUSY_MS);
    return await users.ask('takeTimes');
  } finally {
    for (const program of programs) program.kill('SIGKILL');
    await delay(SETTLE_MS);
    await users.ask('takeTimes');
  }
}

async function prepareAll(scenarios, context) {
  const materials = new Map();
  for (const scenario of scenarios) {
    const { signal } = new AbortController();
    materials.set(scenario.id, await scenario.prepare?.({ ...context, signal }));
  }
  return materials;
}

async function accounts(installation) {
  const people = [];
  for (let number = 1; number <= USERS; number += ACCOUNTS_AT_A_TIME) {
    const names = Array.from({ length: ACCOUNTS_AT_A_TIME }, (_, index) => `ordinary${number + index}`);
    people.push(...(await Promise.all(names.map((name) => installation.person(name)))));
  }
  return people;
}

/** Gives the scenarios for which there was no time, and the users' times in each group of attacks. A scenario that mostly waits for a slow client runs in parallel with the others. */
async function attack(scenarios, materials, { users, ...context }) {
  const end = performance.now() + ATTACK_LIMIT_MS;
  const skipped = [];
  const byGroup = new Map();
  const one = async (scenario) => {
    const left = end - performance.now();
    if (left < 1000 || !context.installation.server.isRunning) return void skipped.push(scenario.id);
    await untilTimeout(Math.min(left, scenario.capMs), async (signal) =>
      scenario.run({ ...context, signal, finding: new Finding() }, materials.get(scenario.id)),
    );
  };
  const inTurn = async (chosen) => {
    for (const scenario of chosen) {
      await one(scenario);
      if (scenario.isSlowOnly) continue;
      const { group } = scenario;
      byGroup.set(group, [...(byGroup.get(group) ?? []), await users.ask('takeTimes')]);
    }
  };
  const { true: slow = [], false: others = [] } = Object.groupBy(scenarios, ({ isSlowOnly = false }) => isSlowOnly);
  await Promise.all([inTurn(slow), inTurn(others)]);
  return { skipped, byGroup };
}

/** One operation's figures in some rounds of times. */
function figuresOf(rounds, operation) {
  const chosen = rounds.flat().filter((each) => each.operation === operation);
  const ms = chosen.flatMap((each) => each.ms);
  const of = (share) => percentile(ms, share);
  const failed = chosen.reduce((sum, each) => sum + each.failed, 0);
  return {
    count: ms.length,
    failed,
    p50: of(0.5),
    p95: of(0.95),
    max: ms.reduce((most, each) => Math.max(most, each), 0),
  };
}

function compare({ rest, busy, byGroup, lasted, skipped, scenarios, isRunning }) {
  const rounds = [...byGroup.values()].flat();
  const operations = rest.map(({ operation }) => {
    const atRest = figuresOf([rest], operation);
    const whileBusy = figuresOf([busy], operation);
    const attack = figuresOf(rounds, operation);
    return { operation, rest: atRest, busy: whileBusy, attack, ratio: attack.p95 / atRest.p95 };
  });
  const groups = [...byGroup].map(([group, own]) => ({
    group,
    p95: rest.map(({ operation }) => ({ operation, p95: figuresOf(own, operation).p95 })),
  }));
  const problems = [];
  for (const {
    operation,
    ratio,
    busy: { p95: mostWhenBusy },
    attack: { failed, p95 },
  } of operations) {
    if (!(ratio <= MOST_SLOWDOWN) && !(p95 <= mostWhenBusy))
      problems.push(`${operation}: p95 is ${ratio.toFixed(1)} times that at rest`);
    if (failed > 0) problems.push(`${operation}: ${failed} requests failed`);
  }
  if (!isRunning) problems.push('the server process ended');
  if (skipped.length > 0) problems.push(`no time, or no server, for ${skipped.join(', ')}`);
  const seen = `${USERS} users, ${REST_MS / 1000} s at rest, then ${scenarios.length - skipped.length} attacks in ${lasted.toFixed(0)} s`;
  return { operations, groups, seen, problems, ok: problems.length === 0 };
}
