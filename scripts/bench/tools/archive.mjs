// The archive that `api`, `uploads` and `search` measure: the corpus in an installation of its own, loaded once.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { loadArchive } from './archive-load.mjs';
import { smallOrganizationId } from './archive-organizations.mjs';
import { benchServer } from './bench-server.mjs';
import { CORPUS_VERSION } from './corpus.mjs';
import { HttpClient } from './http-client.mjs';

const root = join(import.meta.dirname, '../../..');
/** Written when the archive is complete. */
const MANIFEST = 'bench-archive.json';
/** The trash of an archive that is kept must not be emptied by time. */
const SETTINGS = { DOCUMENTS_DELETED_DOCUMENTS_RETENTION_DAYS: '36500' };
const REBUILD_LOOK_MS = 250;

export const ARCHIVE_OPTIONS = {
  documents: { type: 'string', default: '1000' },
  /** A folder that keeps the archive for the next run with as many documents. */
  keep: { type: 'string' },
  /** The folder of another version, built, that takes turns with this one. */
  against: { type: 'string' },
  /** The search plugin. */
  engine: { type: 'string' },
  /** Writes the figures into this file. */
  json: { type: 'string' },
};

/** A server that has just started, with this many documents, and all that is needed to measure it. */
export async function openArchive({ documents, keep, engine, tree, settings: others = {} }) {
  const count = Number(documents);
  const folder = keep === undefined ? undefined : prepareFolder(keep, count);
  const settings = { ...SETTINGS, ...others, ...(engine && { SEARCH_PLUGIN: engine }) };
  const server = await benchServer(settings, { dataDir: folder, tree });
  try {
    await server.start();
    const began = performance.now();
    const manifest = readManifest(server.dataDir) ?? (await fill(server, count));
    const filledBy = await untilIndexed(server);
    const indexedIn = filledBy === manifest.filledBy ? 0 : (performance.now() - began) / 1000;
    if (indexedIn > 0) writeManifest(server.dataDir, { ...manifest, filledBy });
    await server.end(); // caches of the load are gone, and what is measured begins with a fresh process
    await server.start();
    return { server, count, settings, indexedIn, ...manifest, ...connections(server, manifest) };
  } catch (error) {
    await server.remove();
    throw error;
  }
}

/** A connection to the database of a server. */
export async function connect(server) {
  await import('reflect-metadata');
  const { openInstallation } = await import(join(root, 'dist/libs/operation/installation/src/index.js'));
  const silent = { info: () => undefined, warn: console.warn, error: console.error };
  const installation = await openInstallation(server.env, 'guest', silent);
  const client = new pg.Client({ connectionString: installation.databaseUrl });
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  server.ownConnections.add(rows[0].pid);
  return {
    query: async (text, values) => (await client.query(text, values)).rows,
    client,
    close: async () => {
      await client.end();
      await installation.close();
    },
  };
}

function connections(server, { token, largeId, smallId }) {
  return {
    newClient: () => new HttpClient(server.baseUrl, token),
    large: `/api/organizations/${largeId}`,
    small: `/api/organizations/${smallId}`,
  };
}

async function fill(server, count) {
  const { url, headers } = await server.anArchive();
  const largeId = url.split('/').at(-2);
  const token = headers.authorization.replace('Bearer ', '');
  const database = await connect(server);
  try {
    const [{ id: userId }] = await database.query('select id from "user"');
    const began = performance.now();
    await loadArchive(database.client, { userId, largeId, count, filesIn: join(server.dataDir, 'documents') });
    await database.query('vacuum (analyze)');
    report(`${count} documents loaded`, count, began);
    const indexing = performance.now();
    await server.command('search', 'reindex');
    report(`${count} documents indexed`, count, indexing);
    await server.command('doctor', '--fix'); // counts what was written without the API
    await database.query('vacuum (analyze)');
    const diagnosis = (await server.command('doctor')).split('\n').at(-1);
    console.log(`doctor: ${diagnosis}`);
  } finally {
    await database.close();
  }
  const filledBy = await untilIndexed(server);
  const manifest = {
    documents: count,
    corpus: CORPUS_VERSION,
    token,
    largeId,
    smallId: smallOrganizationId(0),
    filledBy,
  };
  writeManifest(server.dataDir, manifest);
  return manifest;
}

/** Waits for the rebuild that follows a change of the search plugin; gives what has filled the index. */
async function untilIndexed(server) {
  const database = await connect(server);
  try {
    for (let isFirst = true; ; isFirst = false) {
      const [{ reason, filledBy }] = await database.query(
        `select rebuild_reason as reason, plugin_id || ' ' || index_version as "filledBy" from search_index`,
      );
      if (reason === null) return filledBy;
      if (isFirst) console.log(`the search index is filled: ${reason}`);
      await delay(REBUILD_LOOK_MS);
    }
  } finally {
    await database.close();
  }
}

/** Archives of different sizes are kept next to each other; one whose load was interrupted is removed. */
function prepareFolder(keep, count) {
  const folder = join(resolve(keep), `archive-${count}`);
  if (existsSync(folder) && readManifest(folder)?.corpus !== CORPUS_VERSION) rmSync(folder, { recursive: true });
  mkdirSync(resolve(keep), { recursive: true }); // others may pass: the processes that read documents are other users
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function readManifest(folder) {
  const file = join(folder, MANIFEST);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function writeManifest(folder, manifest) {
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest), { mode: 0o600 });
}

function report(what, count, began) {
  const seconds = (performance.now() - began) / 1000;
  console.log(`${what} in ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} a second`);
}
