// Random queries against the list of documents, each answer compared with a look at every document, and the CPU time of
// the longest queries:
//   npm run bench -- search-fuzz [--runs 5000] [--seed <of a failure>] [--queries 20000]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { interpretQuery } from '#capabilities/search';
import { percentile, table } from './tools/bench-server.mjs';

const root = join(import.meta.dirname, '../..');
const LONGEST = 1_024;
const LIMIT_MS = 50;

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '5000' },
      seed: { type: 'string' },
      queries: { type: 'string', default: '20000' },
    },
  });
  await measureInterpretation(Number(values.queries));
  await compareAnswers(values);
}

async function compareAnswers({ runs, seed }) {
  const environment = { ...process.env, SEARCH_FUZZ_RUNS: runs };
  if (seed !== undefined) environment.SEARCH_FUZZ_SEED = seed;
  const test = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      join(root, 'node_modules/jest/bin/jest.js'),
      'test/e2e/hostile-queries',
    ],
    { cwd: root, env: environment, stdio: 'inherit' },
  );
  const [code] = await once(test, 'exit');
  if (code !== 0) process.exitCode = code ?? 1;
}

/** CPU time from the text to the tree, for random queries of the greatest length. A slow one is measured again. */
async function measureInterpretation(queries) {
  const times = [];
  let slowest = { ms: 0, query: '' };
  for (let count = 0; count < queries; count += 1) {
    const query = randomQuery();
    let ms = await cpuMs(query);
    for (let again = 0; again < 3 && ms > LIMIT_MS / 10; again += 1) ms = Math.min(ms, await cpuMs(query));
    times.push(ms);
    if (ms > slowest.ms) slowest = { ms, query };
  }
  const shown = (ms) => `${ms.toFixed(2)} ms of CPU`;
  table([
    [`${queries} queries of ${LONGEST} characters, median`, shown(percentile(times, 0.5))],
    ['99 of 100', shown(percentile(times, 0.99))],
    ['slowest', shown(slowest.ms)],
  ]);
  if (slowest.ms <= LIMIT_MS) return;
  console.error(`This query takes more than ${LIMIT_MS} ms: ${JSON.stringify(slowest.query)}`);
  process.exitCode = 1;
}

async function cpuMs(query) {
  const before = process.threadCpuUsage();
  await interpretQuery(query, { now: new Date(), timeZone: 'Europe/Berlin' }, RESOLVER);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Every name exists, so that nothing is skipped. */
const RESOLVER = {
  tagIdsByNameOrId: async (names) => new Map(names.map((name) => [name, [name]])),
  propertiesByKey: async (keys) =>
    new Map(keys.map((key, index) => [key, { id: key, type: TYPES[index % TYPES.length], options: [] }])),
  userIds: async (texts) => new Map(texts.map((text) => [text, [text]])),
};
const TYPES = ['date', 'number', 'text', 'boolean', 'select', 'user_relation'];

const PIECES = [
  ...['(', ')', '((', '))', '-', '--', '-(', '"', '\\', ':', '::', '>', '<=', ' ', '  ', '\t', '\n', ' OR ', ' AND '],
  ...[' NOT ', 'tag:', 'tag:(', 'name:', 'date:', 'created:>=', '2026-01-31', '31 January 2026', '2026-01-31T12:00'],
  ...['amount:(', 'x:', '"a b":', 'has:', 'type:', '1,234,567', '1.', '1’234', '請求書', '\u0301', '😀', 'ﷺ', '\ud800'],
  ...['é', 'a', 'invoice', 'http://', '\u200b', 'ก็', '\0', '_', "'"],
];

function randomQuery() {
  const kinds = 1 + Math.floor(Math.random() * (Math.random() < 0.5 ? 3 : PIECES.length));
  const pieces = Array.from({ length: kinds }, () => PIECES[Math.floor(Math.random() * PIECES.length)]);
  let query = '';
  while (query.length < LONGEST) query += pieces[Math.floor(Math.random() * pieces.length)];
  return query.slice(0, LONGEST);
}
