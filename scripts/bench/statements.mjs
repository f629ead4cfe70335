// What prepared statements save: two servers, with and without them, take turns at the same requests.
//   npm run bench -- statements [--documents 500] [--rounds 20] [--requests 25]
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchServer, mb, memoryOf, ms, percentile, processesOf, table } from './tools/bench-server.mjs';

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      documents: { type: 'string', default: '500' },
      rounds: { type: 'string', default: '20' },
      requests: { type: 'string', default: '25' },
    },
  });
  const settings = { DOCUMENTS_CONTENT_EXTRACTION_ENABLED: 'false' };
  const variants = [
    { name: 'prepared', server: await benchServer({ ...settings, DATABASE_PREPARED_STATEMENTS: 'true' }) },
    { name: 'not prepared', server: await benchServer({ ...settings, DATABASE_PREPARED_STATEMENTS: 'false' }) },
  ];
  try {
    for (const variant of variants) await prepare(variant, Number(values.documents));
    const kinds = ['document', 'list', 'search', 'upload'];
    const measured = new Map(
      variants.flatMap(({ name }) => kinds.map((kind) => [`${name} ${kind}`, { times: [], cpu: [] }])),
    );
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const kind of kinds) {
        // The order changes, so that neither variant profits from being the second one.
        for (const variant of round % 2 === 0 ? variants : [...variants].reverse()) {
          const result = measured.get(`${variant.name} ${kind}`);
          const before = cpuOf(variant.server);
          for (let request = 0; request < Number(values.requests); request += 1) {
            const start = performance.now();
            await requests[kind](variant, round * 1000 + request);
            result.times.push(performance.now() - start);
          }
          // The first rounds warm up: code is compiled, connections prepare their statements.
          if (round < 3) result.times.length = 0;
          else {
            result.cpu.push((cpuOf(variant.server) - before) / Number(values.requests));
          }
        }
      }
    }
    for (const kind of kinds) {
      table(
        variants.map(({ name }) => {
          const { times, cpu } = measured.get(`${name} ${kind}`);
          const cpuEach = `${percentile(cpu, 0.5).toFixed(2)} ms of processor time, server and database`;
          return [`${kind}, ${name}`, `median ${percentile(times, 0.5).toFixed(2)} ms, ${cpuEach}`];
        }),
      );
    }
    table(
      variants.map(({ name, server }) => {
        const backends = processesOf(server.pid, server.dataDir).filter((pid) => pid !== server.pid);
        return [`memory of PostgreSQL, ${name}`, mb(backends.reduce((sum, pid) => sum + memoryOf(pid).pss, 0))];
      }),
    );
  } finally {
    for (const { server } of variants) await server.remove();
  }
}

async function prepare(variant, documents) {
  const start = await variant.server.start();
  console.log(`${variant.name}: started in ${ms(start)}`);
  variant.archive = await variant.server.anArchive();
  variant.ids = [];
  for (let number = 0; number < documents; number += 1) {
    const { status, body } = await variant.archive.upload(`document ${number}.bin`, `content ${number}`);
    if (status !== 200) throw new Error(`the upload was refused with ${status}`);
    variant.ids.push(body.document.id);
  }
}

const requests = {
  document: async ({ archive, ids }, number) => {
    const response = await fetch(`${archive.url}/${ids[number % ids.length]}`, { headers: archive.headers });
    await response.text();
    if (response.status !== 200) throw new Error(`the document was refused with ${response.status}`);
  },
  list: ({ archive }, number) => archive.list(`pageIndex=${number % 5}`),
  search: ({ archive }, number) => archive.list(`searchQuery=document ${number % 500}`),
  upload: ({ archive, ids }, number) => archive.upload(`more ${number}.bin`, `more ${number} ${ids[0]}`),
};

/** Milliseconds of processor time of the server and its PostgreSQL, ended children of the postmaster included. */
function cpuOf(server) {
  return processesOf(server.pid, server.dataDir).reduce((sum, pid) => sum + processorTimeOf(pid), 0);
}

/** Of all threads, in nanoseconds as the scheduler counts them. */
function processorTimeOf(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return (
      threads.reduce((sum, thread) => sum + Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]), 0) /
      1e6
    );
  } catch {
    return 0; // it has ended
  }
}

const read = (path) => readFileSync(path, 'utf8');
