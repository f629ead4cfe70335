// The figures of a fresh installation: start, memory, uploads, lists and searches at 1,000 documents.
//   npm run bench -- smoke [--documents 1000] [--clients 8]
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { benchServer, concurrently, mb, memoryOf, ms, percentile, processesOf, table } from './tools/bench-server.mjs';

const SEARCHABLE_WITHIN_MS = 180_000;
const WORDS =
  'invoice contract harbour window garden letter signal copper winter market engine ladder river candle paper silver'.split(
    ' ',
  );

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { documents: { type: 'string', default: '1000' }, clients: { type: 'string', default: '8' } },
  });
  const count = Number(values.documents);
  const clients = Number(values.clients);
  const server = await benchServer();
  try {
    const rows = [['first start to first answer', ms(await server.start())]];
    await server.end();
    rows.push(['later start to first answer', ms(await server.start())]);
    const archive = await server.anArchive();
    await delay(5_000); // caches of the start are given back
    rows.push(...idle(server));
    rows.push(...(await uploads(archive, count, clients)));
    rows.push(...(await readings(archive, count)));
    rows.push(['memory of the server process after that', mb(memoryOf(server.pid).rss)]);
    console.log('');
    table(rows);
    console.log(
      '\nOne machine runs server, database and clients together, and others may use it too. The files are small texts;' +
        '\nmemory in total counts shared pages once (PSS).',
    );
  } finally {
    await server.remove();
  }
}

function idle({ pid, dataDir }) {
  const all = processesOf(pid, dataDir);
  const total = all.reduce((sum, each) => sum + memoryOf(each).pss, 0);
  return [
    ['idle memory of the server process', mb(memoryOf(pid).rss)],
    [`idle memory in total, ${all.length} processes`, mb(total)],
  ];
}

async function uploads(archive, count, clients) {
  const began = performance.now();
  const times = [];
  await concurrently(count, clients, async (number) => {
    const start = performance.now();
    const { status } = await archive.upload(`letter-${number}.txt`, text(number));
    if (status !== 200) throw new Error(`an upload was answered with ${status}`);
    times.push(performance.now() - start);
  });
  const answered = performance.now() - began;
  while ((await archive.list('searchQuery=content:everyletter&pageSize=1')).documentsCount < count) {
    if (performance.now() - began > SEARCHABLE_WITHIN_MS) throw new Error('not all became searchable in time');
    await delay(100);
  }
  const searchable = performance.now() - began;
  return [
    [`uploads a second until answered, ${clients} clients`, (count / (answered / 1000)).toFixed(0)],
    ['one upload, median and p95', `${ms(percentile(times, 0.5))}, ${ms(percentile(times, 0.95))}`],
    ['uploads a second until searchable', (count / (searchable / 1000)).toFixed(0)],
  ];
}

const text = (number) =>
  Array.from({ length: 200 }, (_, at) => WORDS[(number * 7 + at * (1 + (number % 5))) % WORDS.length]).join(' ') +
  ` everyletter number${number}`;

async function readings(archive, count) {
  const rows = [];
  for (const [name, query] of [
    ['list of 100', () => 'pageSize=100'],
    ['search, one hit', (round) => `searchQuery=number${round % count}`],
    ['search, all match', () => 'searchQuery=everyletter&pageSize=100'],
    ['search, two words and a name', (round) => `searchQuery=${WORDS[round % WORDS.length]} harbour name:letter`],
  ]) {
    const times = [];
    for (let round = 0; round < 110; round += 1) {
      const start = performance.now();
      await archive.list(query(round));
      if (round >= 10) times.push(performance.now() - start);
    }
    rows.push([`${name}, median and p95`, `${ms(percentile(times, 0.5))}, ${ms(percentile(times, 0.95))}`]);
  }
  return rows;
}
