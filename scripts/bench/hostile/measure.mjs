// Runs one scenario against the server, for a limited time, while another client measures.
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../tools/bench-server.mjs';
import { Finding, seconds } from './finding.mjs';
import { cpuSeconds, forgetPeak, memory } from './process-figures.mjs';

/** A freeze may follow the answer: the other client looks a little longer. */
const LOOK_AFTER_MS = 400;
const REST_MS = 3_000;
const PREPARE_WITHIN_MS = 150_000;
const MEMORY_GROWTH_MB = 300;

export async function measure(scenario, { installation, observer }, limits) {
  const { server, baseUrl } = installation;
  const prepared = await untilTimeout(PREPARE_WITHIN_MS, async (signal) =>
    scenario.prepare?.({ installation, observer, signal }),
  );
  if (prepared.problem !== undefined) return failed(scenario, `the preparation failed: ${prepared.problem}`);

  const { pid } = server;
  forgetPeak(pid);
  const before = { memory: memory(pid).now, cpu: cpuSeconds(pid) };
  await observer.ask('start', { baseUrl });
  const began = performance.now();
  const finding = new Finding();
  const { problem } = await untilTimeout(scenario.capMs, (signal) =>
    scenario.run({ installation, observer, signal, finding }, prepared.result),
  );
  const ms = performance.now() - began;
  await delay(LOOK_AFTER_MS);
  const health = healthOf(await observer.ask('stop'));
  const after = memory(pid);
  const isSame = server.isRunning;
  const figures = {
    seconds: ms / 1000,
    health,
    memory: { before: before.memory, peak: after.peak, after: after.now },
    cpu: isSame ? cpuSeconds(pid) - before.cpu : undefined,
  };
  const problems = [...finding.problems, ...(problem === undefined ? [] : [problem])];
  if (!isSame) problems.push('the server process ended');
  const growth = after.peak - before.memory;
  const allowed = scenario.growthMb ?? MEMORY_GROWTH_MB;
  if (growth > allowed) problems.push(`memory grew by ${growth.toFixed(0)} MB, more than ${allowed}`);
  if (health.p95 > limits.healthP95Ms) problems.push(`health p95 ${seconds(health.p95)}`);
  if (health.max > limits.healthMaxMs) problems.push(`health max ${seconds(health.max)}`);
  if (health.failures > 0) problems.push(`${health.failures} health requests failed`);
  return report(scenario, { seen: finding.seen, problems, figures });
}

/** Health of another client while nothing is attacked. */
export async function atRest({ installation, observer }) {
  await observer.ask('start', { baseUrl: installation.baseUrl });
  await delay(REST_MS);
  return healthOf(await observer.ask('stop'));
}

/** Gives the result, or the reason why there is none. The work is given up when the time is over. */
export async function untilTimeout(limitMs, work) {
  const controller = new AbortController();
  const isOver = delay(limitMs, undefined, { signal: controller.signal }).then(
    () => ({ problem: `no end within ${seconds(limitMs)}` }),
    () => undefined,
  );
  try {
    return await Promise.race([isOver, work(controller.signal).then((result) => ({ result }))]);
  } catch (error) {
    return { problem: error.message };
  } finally {
    controller.abort();
  }
}

function healthOf({ samples, failures }) {
  const of = (share) => percentile(samples, share);
  return { p50: of(0.5), p95: of(0.95), max: samples.reduce((most, each) => Math.max(most, each), 0), failures };
}

const failed = (scenario, problem) => report(scenario, { seen: [], problems: [problem] });

function report({ group, id, name, expected }, { seen, problems, figures }) {
  return { group, id, name, expected, seen: seen.join('; '), ok: problems.length === 0, problems, ...figures };
}

export const notRun = (scenario, why) => failed(scenario, why);
