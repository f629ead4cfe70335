// The corpus in the tables of a fresh installation, as uploads would have left it, and the files in its folder.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sortKey } from '@archivolt/plugin-kit';
import { addOrganizations, columns, optionId, padded, propertyId, tagId, TYPES } from './archive-organizations.mjs';
import { createdAt, documentOf } from './corpus.mjs';

const CHUNK = 1_000;
const COLUMNS = { number: 'number_value', boolean: 'boolean_value', text: 'text_value', date: 'date_value' };

/** As the product makes them: ids sort in the order of creation. */
export const documentId = (number, total) =>
  `doc_${padded(createdAt(number, total).getTime(), 10)}${padded(number, 14)}`;

/**
 * @param {import('pg').Client} client
 * @param {{ userId: string, largeId: string, filesIn: string, count: number }} archive
 */
export async function loadArchive(client, archive) {
  const organizations = await addOrganizations(client, archive);
  for (const id of organizations) mkdirSync(join(archive.filesIn, id, 'originals'), { recursive: true, mode: 0o700 });
  let written = Promise.resolve();
  for (let from = 0; from < archive.count; from += CHUNK) {
    const chunk = chunkOf(from, archive, organizations);
    await written; // PostgreSQL writes one chunk while the next one is made
    written = write(client, chunk, archive.userId);
  }
  await written;
}

function chunkOf(from, { count, filesIn }, organizations) {
  const documents = [];
  const tags = [];
  const values = [];
  for (let number = from; number < Math.min(count, from + CHUNK); number += 1) {
    const document = documentOf(number, count);
    const id = documentId(number, count);
    const organizationId = organizations[document.organization];
    const bytes = Buffer.from(document.content);
    const key = `${organizationId}/originals/${id}.txt`;
    writeFileSync(join(filesIn, key), bytes, { mode: 0o600 });
    const hash = createHash('sha256').update(bytes).digest('hex');
    documents.push({ ...document, id, organizationId, key, hash, size: bytes.length, sortKey: sortKey(document.name) });
    for (const tag of document.tags) tags.push({ id, tag: tagId(document.organization, tag) });
    values.push(...valuesOf(document, id));
  }
  return { documents, tags, values };
}

function valuesOf({ properties, organization }, id) {
  return TYPES.filter((type) => properties[type] !== null).map((type) => ({
    id,
    property: propertyId(organization, type),
    option: type === 'select' ? optionId(organization, properties.select) : null,
    ...Object.fromEntries(Object.keys(COLUMNS).map((each) => [each, each === type ? properties[type] : null])),
  }));
}

async function write(client, { documents, tags, values }, userId) {
  await client.query('begin');
  await client.query(`insert into stored_file (storage_key, state) select unnest($1::text[]), 'committed'`, [
    documents.map(({ key }) => key),
  ]);
  await client.query(
    `insert into document (id, created_at, updated_at, organization_id, created_by, original_name, original_size,
       original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, content, document_date, deleted_at,
       deleted_by, extraction_status, extraction_outcome, extraction_provider, extraction_steps)
     select id, created_at, created_at, organization_id, $1, name, size, hash, key, name, sort_key, 'text/plain', content,
       document_date, case when is_trashed then now() end, case when is_trashed then $1 end, 'completed', 'text',
       'extraction-plain-text', jsonb_build_object('isTruncated', false, 'text', jsonb_build_object(
         'engine', 'extraction-plain-text 1.0.0', 'startedAt', created_at, 'endedAt', created_at))
     from unnest($2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[], $9::text[],
         $10::text[], $11::timestamptz[], $12::boolean[]) with ordinality
       as item(id, created_at, organization_id, name, size, hash, key, sort_key, content, document_date, is_trashed, place)
     order by place`,
    [
      userId,
      ...columns(documents, 'id', 'createdAt', 'organizationId', 'name', 'size', 'hash', 'key', 'sortKey', 'content'),
      ...columns(documents, 'documentDate', 'isTrashed'),
    ],
  );
  await writeTraces(client, documents, userId);
  await client.query(
    'insert into document_tag (document_id, tag_id) select * from unnest($1::text[], $2::text[])',
    columns(tags, 'id', 'tag'),
  );
  await client.query(
    `insert into document_custom_property (document_id, property_id, option_id, ${Object.values(COLUMNS).join(', ')})
     select * from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::boolean[], $6::text[], $7::timestamptz[])`,
    columns(values, 'id', 'property', 'option', ...Object.keys(COLUMNS)),
  );
  await client.query('commit');
}

/** What reading, previews and the history of a document leave. */
async function writeTraces(client, documents, userId) {
  const [ids, organizationIds, dates] = columns(documents, 'id', 'organizationId', 'createdAt');
  await client.query(`insert into document_page (document_id, page, source) select unnest($1::text[]), 1, 'text'`, [
    ids,
  ]);
  await client.query(
    `insert into document_preview (document_id, organization_id, page, width, status, outcome, reason, created_at, updated_at)
     select id, organization_id, 1, 240, 'unavailable', 'unsupported',
       'No installed plugin draws files of the type text/plain.', created_at, created_at
     from unnest($1::text[], $2::text[], $3::timestamptz[]) as item(id, organization_id, created_at)`,
    [ids, organizationIds, dates],
  );
  await client.query(
    `insert into document_activity (id, created_at, document_id, event, user_id)
     select replace(id, 'doc_', 'doc_act_'), created_at, id, 'created', $3
     from unnest($1::text[], $2::timestamptz[]) as item(id, created_at)`,
    [ids, dates, userId],
  );
}
