// Tries a rule that tags and changes every document, applies it and undoes it; compares the rows before and after:
//   npm run bench -- rules [--documents 100000] [--words 100]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { databaseUrl, makeArchive, untilDone, untilReady } from './tagging-rules.mjs';

const root = join(import.meta.dirname, '../..');

/** Without the time of the last change; activity and events, which only grow, are not compared. */
const COMPARED = {
  documents: `select (to_jsonb(d) - 'updated_at' - 'content')::text || md5(d.content) from document d`,
  tags: 'select to_jsonb(t)::text from document_tag t',
  values: 'select to_jsonb(v)::text from document_custom_property v',
  search: 'select to_jsonb(s)::text from search_segments_text s',
};

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { documents: { type: 'string', default: '100000' }, words: { type: 'string', default: '100' } },
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-rules-'));
  const environment = { ...process.env, DATA_DIR: dataDir, PORT: '18724', LOG_LEVEL: 'warn', NODE_ENV: 'test' };
  const server = spawn(process.execPath, [join(root, 'dist/apps/server/src/main.js')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await untilReady(server);
    const archive = await makeArchive(environment, Number(values.documents), Number(values.words));
    const client = new pg.Client({ connectionString: await databaseUrl(environment) });
    await client.connect();
    try {
      // The rows as uploads leave them: with their search index.
      console.log(await archive.cli('search', 'reindex'));
      await measure(archive, client);
    } finally {
      await client.end();
    }
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure({ base, call }, client) {
  const { tag } = await call('POST', `${base}/tags`, { name: 'Tagged', color: '#336699' });
  const property = { name: 'Amount', type: 'number' };
  const { propertyDefinition } = await call('POST', `${base}/custom-properties`, property);
  const { taggingRule } = await call('POST', `${base}/tagging-rules`, {
    name: 'All',
    conditions: [{ field: 'source', operator: 'equal', value: 'upload' }],
    tagIds: [tag.id],
    changes: [
      { kind: 'property', propertyDefinitionId: propertyDefinition.id, value: 12.5 },
      { kind: 'documentDate', value: '2024-05-06' },
      { kind: 'name', value: '{date} {name}' },
    ],
  });
  const work = async (name, path) => {
    const began = performance.now();
    const { taskId } = await call('POST', path);
    const { status, result } = await untilDone(() => call('GET', `${base}/tasks/${taskId}`));
    const { documentIds: _, skippedDocumentIds: __, ...numbers } = result ?? {};
    console.log(`${name}: ${status}, ${((performance.now() - began) / 1000).toFixed(1)} s, ${JSON.stringify(numbers)}`);
    return taskId;
  };
  const rule = `${base}/tagging-rules/${taggingRule.id}/apply`;
  const before = await hash(client);
  await work('dry run', `${rule}?dryRun=true`);
  console.log(`the dry run changed ${(await hash(client)) === before ? 'nothing' : 'SOMETHING'}`);
  const taskId = await work('run', rule);
  await work('undo', `${base}/tasks/${taskId}/undo`);
  const after = await hash(client);
  console.log(`before ${before}\nafter  ${after}\n${before === after ? 'equal' : 'DIFFERENT'}`);
  if (before !== after) process.exitCode = 1;
}

async function hash(client) {
  const parts = [];
  for (const [name, rows] of Object.entries(COMPARED)) {
    const { rows: hashed } = await client.query(
      `select md5(coalesce(string_agg(md5(row), '' order by md5(row)), '')) as hash from (${rows}) x(row)`,
    );
    parts.push(`${name} ${hashed[0].hash.slice(0, 12)}`);
  }
  return parts.join(', ');
}
