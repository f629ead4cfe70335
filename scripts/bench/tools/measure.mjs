// Operations one after the other, and by many clients at once: their times, and the processor time they cost.
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './bench-server.mjs';
import { Meter } from './processor-time.mjs';

/** Rounds that are not counted: code is compiled, connections prepare their statements, caches fill. */
const WARM_UP = 5;
/** What a change leaves to be done in the background is part of its cost. */
const SETTLED_MS = 250;

/**
 * Takes turns at the operations, so that a change of the load of the machine meets all of them. Gives one row each.
 * @param {{ name: string, run: (number: number) => Promise<unknown>, isChange?: boolean, server: object, idle: object }[]}
 *   operations
 */
export async function inTurns(operations, { rounds, requests }) {
  const results = operations.map(({ name }) => ({ name, times: [], server: [], postgres: [] }));
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    // The order changes, so that of two versions neither profits from being the second one.
    const order = [...operations.keys()];
    for (const place of round % 2 === 0 ? order : order.reverse()) {
      const { run, isChange, server, idle } = operations[place];
      const meter = new Meter(server, idle);
      const times = [];
      for (let number = 0; number < requests; number += 1)
        times.push(await timed(() => run(round * requests + number)));
      if (isChange) await delay(SETTLED_MS);
      if (round < WARM_UP) continue;
      const used = meter.used();
      results[place].times.push(...times);
      results[place].server.push(used.server / requests);
      results[place].postgres.push(used.postgres / requests);
    }
  }
  return results.map(({ name, times, server, postgres }) => ({
    name,
    figures: { ...spread(times), ...processor({ server: median(server), postgres: median(postgres) }) },
  }));
}

/**
 * Clients that each send one request after the other for some seconds. `work(client, number)` names the kind of the
 * operation it did. Gives a row for all, and one for each kind.
 */
export async function atOnce(server, { clients, seconds, idle }, work) {
  const kinds = new Map();
  const meter = new Meter(server, idle);
  const began = performance.now();
  const end = began + seconds * 1000;
  const client = async (place) => {
    for (let number = 0; performance.now() < end; number += 1) {
      const start = performance.now();
      const kind = await work(place, number);
      if (!kinds.has(kind)) kinds.set(kind, []);
      kinds.get(kind).push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, place) => client(place)));
  const took = (performance.now() - began) / 1000;
  await delay(SETTLED_MS);
  const used = meter.used();
  const all = [...kinds.values()].flat();
  const each = { server: used.server / all.length, postgres: used.postgres / all.length };
  const row = (name, times) => ({ name, figures: { 'a second': times.length / took, ...spread(times) } });
  const total = row('all', all);
  return [
    { ...total, figures: { ...total.figures, ...processor(each) } },
    ...[...kinds].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, times]) => row(name, times)),
  ];
}

export async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

export const spread = (times) => ({ 'p50 ms': percentile(times, 0.5), 'p95 ms': percentile(times, 0.95) });

export const processor = ({ server, postgres }) => ({
  'CPU ms': server + postgres,
  'server CPU ms': server,
  'PostgreSQL CPU ms': postgres,
});

const median = (values) => percentile(values, 0.5);
