// Eight ordinary users at rest, and then while all attacks run one after the other.
import { setTimeout as delay } from 'node:timers/promises';
import { Finding } from './finding.mjs';
import { Forked } from './forked.mjs';
import { untilTimeout } from './measure.mjs';

const USERS = 8;
const ACCOUNTS_AT_A_TIME = 2;
const WARM_UP_MS = 5_000;
const REST_MS = 20_000;
const ATTACK_LIMIT_MS = 200_000;
const MOST_SLOWDOWN = 2;

/** `all` without the acceptance run, which repeats three of them at once. */
export async function duringOrdinaryUse(all, { installation, observer }) {
  const scenarios = all.filter(({ group }) => group !== 'together');
  const people = await accounts(installation);
  for (const scenario of scenarios)
    if (scenario.group === 'f8')
      await scenario.prepare({ installation, observer, signal: new AbortController().signal });
  const users = new Forked('ordinary-users-process.mjs');
  try {
    await users.ask('start', { baseUrl: installation.baseUrl, people });
    await delay(WARM_UP_MS);
    await users.ask('figures');
    await delay(REST_MS);
    const rest = await users.ask('figures');
    const began = performance.now();
    const skipped = await attack(scenarios, { installation, observer });
    const lasted = (performance.now() - began) / 1000;
    const during = await users.ask('figures');
    await users.ask('stop');
    return compare({ rest, during, lasted, skipped, scenarios, isRunning: installation.server.isRunning });
  } finally {
    users.end();
  }
}

async function accounts(installation) {
  const people = [];
  for (let number = 1; number <= USERS; number += ACCOUNTS_AT_A_TIME) {
    const names = Array.from({ length: ACCOUNTS_AT_A_TIME }, (_, index) => `ordinary${number + index}`);
    people.push(...(await Promise.all(names.map((name) => installation.person(name)))));
  }
  return people;
}

/** Gives the scenarios for which there was no time. A scenario that mostly waits for a slow client runs in parallel with the others. */
async function attack(scenarios, context) {
  const end = performance.now() + ATTACK_LIMIT_MS;
  const skipped = [];
  const one = async (scenario) => {
    const left = end - performance.now();
    if (left < 1000 || !context.installation.server.isRunning) return void skipped.push(scenario.id);
    await untilTimeout(Math.min(left, scenario.capMs), async (signal) => {
      const material = await scenario.prepare?.({ ...context, signal });
      return scenario.run({ ...context, signal, finding: new Finding() }, material);
    });
  };
  const inTurn = async (chosen) => {
    for (const scenario of chosen) await one(scenario);
  };
  const { true: slow = [], false: others = [] } = Object.groupBy(scenarios, ({ isSlowOnly = false }) => isSlowOnly);
  await Promise.all([inTurn(slow), inTurn(others)]);
  return skipped;
}

function compare({ rest, during, lasted, skipped, scenarios, isRunning }) {
  const operations = rest.map((atRest, at) => ({
    operation: atRest.operation,
    rest: atRest,
    attack: during[at],
    ratio: during[at].p95 / atRest.p95,
  }));
  const problems = [];
  for (const {
    operation,
    ratio,
    attack: { failed },
  } of operations) {
    if (!(ratio <= MOST_SLOWDOWN)) problems.push(`${operation}: p95 is ${ratio.toFixed(1)} times that at rest`);
    if (failed > 0) problems.push(`${operation}: ${failed} requests failed`);
  }
  if (!isRunning) problems.push('the server process ended');
  if (skipped.length > 0) problems.push(`no time, or no server, for ${skipped.join(', ')}`);
  const seen = `${USERS} users, ${REST_MS / 1000} s at rest, then ${scenarios.length - skipped.length} attacks in ${lasted.toFixed(0)} s`;
  return { operations, seen, problems, ok: problems.length === 0 };
}
