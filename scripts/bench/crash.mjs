// kill -9 in the middle of uploads, again and again: what was answered must be there, and nothing besides.
//   npm run bench -- crash [--uploads 200] [--rounds 3] [--clients 8]
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { benchServer, concurrently, ms, percentile, table } from './tools/bench-server.mjs';

const root = join(import.meta.dirname, '../..');
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      uploads: { type: 'string', default: '200' },
      rounds: { type: 'string', default: '3' },
      clients: { type: 'string', default: '8' },
    },
  });
  const count = Number(values.uploads);
  const server = await benchServer();
  const sum = { answered: 0, interrupted: 0, lost: 0, changed: 0, refused: 0, untidy: 0 };
  const starts = [];
  try {
    await server.start();
    const archive = await server.anArchive();
    const answered = new Map();
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      const killAt = randomInt(1, count);
      let begun = 0;
      await concurrently(count, Number(values.clients), async (number) => {
        if ((begun += 1) === killAt) void server.end('SIGKILL');
        const content = randomBytes(randomInt(1, 400_000));
        const answer = await archive.upload(`${round}-${number}.bin`, content).catch(() => undefined);
        if (!answer) sum.interrupted += 1;
        else if (answer.status !== 200) sum.refused += 1;
        else answered.set(answer.body.document.id, sha256(content));
      });
      await server.end('SIGKILL');
      starts.push(await server.start());
      const untidy = await untidiness(server);
      sum.untidy += untidy.length;
      for (const each of untidy) console.log(`  untidy: ${each}`);
      console.log(`round ${round}: killed at upload ${killAt} of ${count}, started again in ${ms(starts.at(-1))}`);
    }
    for (const [id, hash] of answered) {
      const file = await archive.file(id);
      const bytes = Buffer.from(await file.arrayBuffer());
      if (file.status !== 200) sum.lost += 1;
      else if (sha256(bytes) !== hash) sum.changed += 1;
    }
    sum.answered = answered.size;
    console.log('');
    table([
      ['uploads answered', sum.answered],
      ['of these lost', sum.lost],
      ['of these changed', sum.changed],
      ['without an answer, because of the kill', sum.interrupted],
      ['refused', sum.refused],
      ['rows without a file, files without a row, rows pending', sum.untidy],
      ['start after a kill, median', ms(percentile(starts, 0.5))],
    ]);
    console.log('\nA killed process, not a power cut: what the system had taken for writing was written.');
    if (sum.lost + sum.changed + sum.refused + sum.untidy > 0) process.exitCode = 1;
  } finally {
    await server.remove();
  }
}

/** Compared through a second connection while the server is running without uploads. */
async function untidiness(server) {
  const { startEmbeddedPostgres } = await import(
    pathToFileURL(join(root, 'dist/libs/ground/embedded-postgres/src/embedded-postgres.js')).href
  );
  const log = { info() {}, warn() {}, error() {} };
  const postgres = await startEmbeddedPostgres({ dataDir: server.dataDir, role: 'guest', log });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query(
    `select coalesce(f.storage_key, d.original_storage_key) as key, f.state, count(d.id)::int as documents
     from stored_file f full join document d on d.original_storage_key = f.storage_key group by 1, 2`,
  );
  await client.end();
  await postgres.stop();
  const files = new Set(await server.files());
  const keys = new Set(rows.map((row) => row.key));
  const wrong = rows.filter((row) => row.state !== 'committed' || row.documents !== 1 || !files.has(row.key));
  return [...wrong.map((row) => JSON.stringify(row)), ...[...files].filter((file) => !keys.has(file))];
}
