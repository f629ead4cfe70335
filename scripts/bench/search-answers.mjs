// A page of 25 with and without highlights, suggestions, corrections and facets in a large archive:
//   npm run bench -- search-answers [--documents 100000] [--words 400] [--tags 200] [--properties 100] [--rounds 20]
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { benchServer, ms, percentile, table } from './tools/bench-server.mjs';
import { loadDocuments } from './tools/bulk-load.mjs';

const root = join(import.meta.dirname, '../..');

export async function run(args) {
  const option = (value) => ({ type: 'string', default: String(value) });
  const { values } = parseArgs({
    args,
    options: {
      documents: option(100_000),
      words: option(400),
      tags: option(200),
      properties: option(100),
      rounds: option(20),
    },
  });
  const [count, words, tags, properties, rounds] = ['documents', 'words', 'tags', 'properties', 'rounds'].map((name) =>
    Number(values[name]),
  );
  const server = await benchServer({ DOCUMENTS_CONTENT_EXTRACTION_ENABLED: 'false' });
  try {
    await server.start();
    const archive = await server.anArchive();
    const organization = archive.url.replace(/\/documents$/, '');
    const organizationId = organization.split('/').at(-1);
    await fill(server, organizationId, { count, words, tags, properties });
    const get = async (path) => {
      const began = performance.now();
      const answer = await fetch(`${organization}${path}`, { headers: archive.headers });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      return { took: performance.now() - began, bytes: text.length, body: JSON.parse(text) };
    };
    const rows = [];
    for (const [name, paths] of Object.entries(REQUESTS)) {
      const times = [];
      let bytes = 0;
      for (const path of paths) await get(path);
      for (let round = 0; round < rounds; round += 1)
        for (const path of paths) {
          const { took, bytes: size } = await get(path);
          times.push(took);
          bytes = Math.max(bytes, size);
        }
      const [p50, p95, most] = [0.5, 0.95, 1].map((share) => ms(percentile(times, share)));
      rows.push([name, `p50 ${p50}, p95 ${p95}, max ${most}, ${times.length} requests of up to ${bytes} characters`]);
    }
    console.log('');
    table(rows);
  } finally {
    await server.remove();
  }
}

const pageOf = (query, more = '') => `/documents?pageSize=25&searchQuery=${encodeURIComponent(query)}${more}`;
const QUERIES = ['invoice', 'semaphore', 'invoice water', '"invoice water"', 'name:document', 'tag:tag17 meter'];
const suggestionsFor = (query, more = '') => `/search/suggestions?query=${encodeURIComponent(query)}${more}`;
const typed = (query) => Array.from(query, (_, index) => query.slice(0, index + 1));
const REQUESTS = {
  'page of 25': QUERIES.map((query) => pageOf(query)),
  'page of 25 with highlights': QUERIES.map((query) => pageOf(query, '&highlight=true')),
  'page of 25 with highlights and explanation': QUERIES.map((query) => pageOf(query, '&highlight=true&explain=true')),
  'suggestions, key by key': [...typed('invoice tag:tag1'), ...typed('document 12'), ...typed('property7:opt')].map(
    (query) => suggestionsFor(query),
  ),
  'corrections of a query without hits': ['invocie', 'tag:tga17', 'nmae:document', 'contarct metre'].map((query) =>
    suggestionsFor(query, '&didYouMean=true'),
  ),
  'facets of everything': ['/documents/facets'],
  'facets of a query': QUERIES.map((query) => `/documents/facets?searchQuery=${encodeURIComponent(query)}`),
};

/** Documents, tags and properties in SQL; then all documents get into the index as an upload gets them there. */
async function fill(server, organizationId, { count, words, tags, properties }) {
  await import('reflect-metadata');
  const { openInstallation } = await import(join(root, 'dist/libs/installation/src/index.js'));
  const silent = { info: () => undefined, warn: console.warn, error: console.error };
  const installation = await openInstallation(server.env, 'guest', silent);
  const client = new pg.Client({ connectionString: installation.databaseUrl });
  await client.connect();
  try {
    const began = performance.now();
    await loadDocuments(client, organizationId, { count, words, everyTenth: ['semaphore', 'Großmutter'] });
    await client.query(
      `insert into tag (id, created_at, updated_at, organization_id, name, normalized_name, color)
       select 'tag_' || lpad(n::text, 24, '0'), now(), now(), $1, 'Tag' || n, 'tag' || n, '#336699' from generate_series(1, $2::int) n`,
      [organizationId, tags],
    );
    // The lower the number of a tag, the more documents have it.
    await client.query(
      `insert into document_tag (document_id, tag_id)
       select distinct d.id, 'tag_' || lpad((1 + floor(power(random(), 2) * $2::int))::int::text, 24, '0')
       from document d, generate_series(1, 2) where d.organization_id = $1 and random() < 0.65`,
      [organizationId, tags],
    );
    await client.query(
      `insert into custom_property (id, organization_id, name, key, type)
       select 'cpd_' || lpad(n::text, 24, '0'), $1, 'Property ' || n, 'property' || n,
         (array['select', 'boolean', 'number', 'text'])[1 + n % 4] from generate_series(1, $2::int) n`,
      [organizationId, properties],
    );
    await client.query(
      `insert into custom_property_option (id, property_id, name, key)
       select 'cpso_' || lpad((row_number() over ())::text, 24, '0'), p.id, 'Option ' || n, 'option' || n
       from custom_property p, generate_series(1, 10) n where p.organization_id = $1 and p.type = 'select'`,
      [organizationId],
    );
    await client.query(
      `insert into document_custom_property (document_id, property_id, option_id)
       select d.id, o.property_id, o.id from document d
       join lateral (select * from custom_property_option o offset floor(random() * 20 + length(d.id) * 0)::int limit 1) o
         on true
       where d.organization_id = $1`,
      [organizationId],
    );
    await client.query('analyze');
    console.log(`${count} documents loaded in ${seconds(began)}`);
  } finally {
    await client.end();
    await installation.close();
  }
  const began = performance.now();
  console.log(await server.command('search', 'reindex'));
  console.log(`indexed in ${seconds(began)}`);
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
