// One archive of thousands of documents: when its first byte comes, how long it takes, and what the server holds meanwhile.
//   npm run bench -- document-archives [--documents 5000] [--gigabytes 10] [--small 70000] [--prepared]
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open as openFile, rm, stat, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { benchServer, mb, memoryOf, ms, percentile, table } from './tools/bench-server.mjs';
import { countAgain } from './tools/bulk-load.mjs';

const root = join(import.meta.dirname, '../..');
const CHUNK = 1000;

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      documents: { type: 'string', default: '5000' },
      gigabytes: { type: 'string', default: '10' },
      small: { type: 'string', default: '70000' },
      prepared: { type: 'boolean', default: false },
    },
  });
  const server = await benchServer({ PREVIEWS_ENABLED: 'false', DOCUMENTS_CONTENT_EXTRACTION_ENABLED: 'false' });
  const folder = await mkdtemp(join(tmpdir(), 'archivolt-bench-zip-'));
  try {
    await server.start();
    const archive = await server.anArchive();
    const bytes = Math.floor((Number(values.gigabytes) * 1e9) / Number(values.documents));
    await addDocuments(server, archive, { count: Number(values.documents), bytes, prefix: 'large' });
    console.log('');
    await measure(server, archive, { folder, title: `${values.documents} documents, ${values.gigabytes} GB` });
    if (values.prepared) await prepare(server, archive);
    const small = await anotherArchive(server, archive);
    await addDocuments(server, small, { count: Number(values.small), bytes: 200, prefix: 'small' });
    await measure(server, small, { folder, title: `${values.small} documents of 200 bytes` });
    console.log(
      '\nMemory is what the server process holds (RSS). Client, check and database share the machine with it.',
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
    await server.remove();
  }
}

/** Downloads into a file, which is then tested by another program. */
async function measure(server, archive, { folder, title }) {
  const before = memoryOf(server.pid).rss;
  const began = performance.now();
  const { archive: made } = await post(archive, '/documents/batch/archive', {
    filter: { query: '' },
    prefersPrepared: false,
  });
  const requested = performance.now();
  const samples = [];
  const sampling = setInterval(() => samples.push(memoryOf(server.pid).rss), 250);
  const [response] = await once(get(server.baseUrl + made.url, { headers: archive.headers }), 'response');
  await once(response, 'readable');
  const first = performance.now();
  const file = join(folder, 'archive.zip');
  await pipeline(response, createWriteStream(file));
  const ended = performance.now();
  clearInterval(sampling);
  const { size } = await stat(file);
  const half = samples.slice(samples.length / 2);
  table([
    ['archive', title],
    ['request, until the documents are written down', ms(requested - began)],
    ['first byte of the download', ms(first - requested)],
    ['duration and megabytes a second', `${ms(ended - first)}, ${(size / 1e3 / (ended - first)).toFixed(0)}`],
    ['memory before', mb(before)],
    [
      'memory during, min, median, max',
      [Math.min(...samples), percentile(samples, 0.5), Math.max(...samples)].map(mb).join(', '),
    ],
    ['memory in the second half, median', mb(percentile(half, 0.5))],
    ['checked by', await checked(file, made.documentsCount)],
  ]);
  console.log('');
  await rm(file);
}

async function prepare(server, archive) {
  const { taskId } = await post(archive, '/documents/batch/archive', { filter: { query: '' }, prefersPrepared: true });
  const began = performance.now();
  const samples = [];
  for (;;) {
    const answer = await fetch(`${urlOf(archive)}/tasks/${taskId}`, { headers: archive.headers });
    const { task } = await answer.json();
    samples.push(memoryOf(server.pid).rss);
    if (task.finishedAt !== null) {
      table([
        ['prepared by a task', `${task.status} after ${ms(performance.now() - began)}, ${task.result?.size} bytes`],
        ['memory during, median, max', `${mb(percentile(samples, 0.5))}, ${mb(Math.max(...samples))}`],
      ]);
      return;
    }
    await delay(500);
  }
}

/** By unzip or Python, whichever is there; both compare every checksum. */
async function checked(file, documentsCount) {
  const run = promisify(execFile);
  const code = `import sys, zipfile, json
z = zipfile.ZipFile(sys.argv[1]); bad = z.testzip(); m = json.loads(z.read('manifest.json'))
assert bad is None, bad
print(len(z.infolist()) - 1, m['problemsCount'])`;
  const found = [];
  for (const [program, ...rest] of [
    ['unzip', '-tq', file],
    ['python3', '-c', code, file],
  ]) {
    try {
      const { stdout } = await run(program, rest);
      found.push(program);
      if (program === 'python3' && stdout.trim() !== `${documentsCount} 0`)
        throw new Error(`the archive has ${stdout.trim()} files and problems, not ${documentsCount} and 0`);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
  return found.join(' and ') || 'nothing: neither unzip nor python3 is here';
}

/** Rows and sparse files: all zeros, each of another length, so that each has another checksum. */
async function addDocuments(server, archive, { count, bytes, prefix }) {
  const organizationId = urlOf(archive).split('/').at(-1);
  const first = Math.max(1, bytes - count);
  const common = createHash('sha256');
  const zeros = Buffer.alloc(1 << 20);
  for (let left = first; left > 0; left -= zeros.length) common.update(zeros.subarray(0, Math.min(left, zeros.length)));
  // Small files have different contents instead.
  const isSparse = bytes > 1_000_000;
  await inDatabase(server, async (client) => {
    for (let start = 0; start < count; start += CHUNK) {
      const rows = [];
      for (let number = start; number < Math.min(count, start + CHUNK); number += 1) {
        const id = `doc_${prefix}${number.toString(36).padStart(24 - prefix.length, '0')}`;
        const key = `${organizationId}/originals/${id}.bin`;
        const content = isSparse ? undefined : Buffer.from(`${prefix} ${number} `.padEnd(bytes, '.'));
        const size = content?.length ?? first + number;
        const sha256 = content
          ? createHash('sha256').update(content).digest('hex')
          : (number > 0 ? common.update(zeros.subarray(0, 1)) : common).copy().digest('hex');
        await writeDocument(join(server.dataDir, 'documents', key), content, size);
        rows.push({ id, key, name: `${prefix} ${number}.bin`, size, sha256 });
      }
      await insert(client, organizationId, rows);
    }
    await countAgain(client, organizationId);
    await client.query('analyze');
  });
}

async function writeDocument(path, content, size) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (content) return writeFile(path, content, { mode: 0o600 });
  const file = await openFile(path, 'wx', 0o600);
  await file.truncate(size);
  await file.close();
}

async function insert(client, organizationId, rows) {
  const of = (field) => rows.map((row) => row[field]);
  await client.query(
    `with filed as (insert into stored_file (storage_key, state) select unnest($3::text[]), 'committed')
     insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
       original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, content, extraction_status)
     select id, now(), now(), $1, name, size, sha256, key, name, name, 'application/octet-stream', '', 'completed'
     from rows from (unnest($2::text[]), unnest($3::text[]), unnest($4::text[]), unnest($5::float8[]), unnest($6::text[]))
       as item(id, key, name, size, sha256)`,
    [organizationId, of('id'), of('key'), of('name'), of('size'), of('sha256')],
  );
}

async function post(archive, path, body) {
  const answer = await fetch(`${urlOf(archive)}${path}`, {
    method: 'POST',
    headers: { ...archive.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status} ${text}`);
  return JSON.parse(text);
}

const urlOf = (archive) => archive.url.replace(/\/documents$/, '');

async function inDatabase(server, work) {
  const { startEmbeddedPostgres } = await import(
    pathToFileURL(join(root, 'dist/libs/ground/embedded-postgres/src/embedded-postgres.js')).href
  );
  const log = { info() {}, warn() {}, error() {} };
  const postgres = await startEmbeddedPostgres({ dataDir: server.dataDir, role: 'guest', log });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

/** Another organization of the same caller. */
async function anotherArchive(server, { headers }) {
  const answer = await fetch(`${server.baseUrl}/api/organizations`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"name":"Small documents"}',
  });
  const { organization } = await answer.json();
  return { url: `${server.baseUrl}/api/organizations/${organization.id}/documents`, headers };
}
