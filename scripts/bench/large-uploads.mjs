// Memory while large files are uploaded without a pause: it must not grow with them.
//   npm run bench -- large-uploads [--seconds 60] [--clients 8] [--megabytes 20]
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { benchServer, mb, memoryOf, ms, percentile, table } from './tools/bench-server.mjs';

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '60' },
      clients: { type: 'string', default: '8' },
      megabytes: { type: 'string', default: '20' },
    },
  });
  const seconds = Number(values.seconds);
  const clients = Number(values.clients);
  const bytes = Number(values.megabytes) * 1_000_000;
  // Files of random bytes have no text; that they are looked at after the upload would only blur the figure.
  const server = await benchServer({ DOCUMENTS_CONTENT_EXTRACTION_ENABLED: 'false' });
  try {
    await server.start();
    const archive = await server.anArchive();
    const before = memoryOf(server.pid).rss;
    const times = [];
    const samples = [];
    const end = performance.now() + seconds * 1000;
    const content = randomBytes(bytes);
    const client = async (number) => {
      for (let round = 0; performance.now() < end; round += 1) {
        const start = performance.now();
        const file = new Blob([content, `${number} ${round}`]);
        const { status, body } = await archive.upload(`${number}-${round}.bin`, file);
        if (status !== 200) throw new Error(`an upload was answered with ${status}`);
        times.push(performance.now() - start);
        await trash(archive, body.document.id);
      }
    };
    const watch = async () => {
      for (; performance.now() < end; await delay(1000)) samples.push(memoryOf(server.pid).rss);
    };
    await Promise.all([watch(), ...Array.from({ length: clients }, (_, number) => client(number))]);
    await delay(5_000);
    const files = await server.files();
    const unfinished = files.filter((file) => file.startsWith('.unfinished'));
    const temporary = await readdir(join(server.dataDir, 'tmp'), { recursive: true, withFileTypes: true })
      .then((entries) => entries.filter((entry) => entry.isFile()))
      .catch(() => []);
    console.log('');
    table([
      ['uploads', `${times.length} of ${bytes / 1e6} MB from ${clients} clients in ${seconds} s`],
      ['megabytes a second', ((times.length * bytes) / 1e6 / seconds).toFixed(0)],
      ['one upload, median and p95', `${ms(percentile(times, 0.5))}, ${ms(percentile(times, 0.95))}`],
      ['memory before', mb(before)],
      [
        'memory during, min, median, max',
        `${mb(Math.min(...samples))}, ${mb(percentile(samples, 0.5))}, ${mb(Math.max(...samples))}`,
      ],
      ['growth a minute, over the second half', `${(slope(samples.slice(samples.length / 2)) * 60).toFixed(1)} MB`],
      ['memory 5 s after', mb(memoryOf(server.pid).rss)],
      ['files and documents', `${files.length - unfinished.length} and ${times.length}`],
      ['unfinished or temporary files left', unfinished.length + temporary.length],
    ]);
    console.log('\nMemory is what the server process holds (RSS). Clients and database share the machine with it.');
  } finally {
    await server.remove();
  }
}

const trash = (archive, id) => fetch(`${archive.url}/${id}`, { method: 'DELETE', headers: archive.headers });

/** Megabytes a second, by least squares. */
function slope(samples) {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, each) => sum + each, 0) / samples.length;
  const over = samples.reduce((sum, each, at) => sum + (at - middle) * (each - mean), 0);
  return over / samples.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
}
