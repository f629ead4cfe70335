// The corpus in the tables of a fresh installation, as uploads would have left it, and the files in its folder.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sortKey } from '@archivolt/plugin-kit';
import { createdAt, documentOf, KINDS, SMALL_ORGANIZATIONS, tagName, tagsOf } from './corpus.mjs';

const CHUNK = 1_000;
const TYPES = ['select', 'number', 'boolean', 'text', 'date'];
const NAMES = { select: 'Kind', number: 'Amount', boolean: 'Paid', text: 'Reference', date: 'Due' };
const COLUMNS = { number: 'number_value', boolean: 'boolean_value', text: 'text_value', date: 'date_value' };

const padded = (number, length) => number.toString(36).padStart(length, '0');
const tagId = (organization, tag) => `tag_${padded(organization, 12)}${padded(tag, 12)}`;
const propertyId = (organization, type) => `cpd_${padded(organization, 12)}${padded(TYPES.indexOf(type), 12)}`;
const optionId = (organization, kind) => `cpso_${padded(organization, 12)}${padded(kind, 12)}`;
export const smallOrganizationId = (number) => `org_${padded(number, 24)}`;

/** As the product makes them: ids sort in the order of creation. */
export const documentId = (number, total) =>
  `doc_${padded(createdAt(number, total).getTime(), 10)}${padded(number, 14)}`;

/**
 * @param {import('pg').Client} client
 * @param {{ userId: string, largeId: string, filesIn: string, count: number }} archive
 */
export async function loadArchive(client, archive) {
  const organizations = [
    archive.largeId,
    ...Array.from({ length: SMALL_ORGANIZATIONS }, (_, n) => smallOrganizationId(n)),
  ];
  await addOrganizations(client, organizations.slice(1), archive.userId);
  await addTags(client, organizations);
  await addProperties(client, organizations);
  for (const id of organizations) mkdirSync(join(archive.filesIn, id, 'originals'), { recursive: true, mode: 0o700 });
  let written = Promise.resolve();
  for (let from = 0; from < archive.count; from += CHUNK) {
    const chunk = chunkOf(from, archive, organizations);
    await written; // PostgreSQL writes one chunk while the next one is made
    written = write(client, chunk, archive.userId);
  }
  await written;
}

async function addOrganizations(client, ids, userId) {
  const given = [
    ids,
    ids.map((_, number) => `Small ${number}`),
    ids.map((id) => id.replace('org_', 'org_mem_')),
    userId,
  ];
  await client.query(
    `with organizations as (
       insert into organization (id, created_at, updated_at, name) select id, now(), now(), name
       from unnest($1::text[], $2::text[]) as item(id, name)),
     logs as (insert into organization_log (organization_id) select unnest($1::text[]))
     insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
     select member, now(), now(), id, $4, 'owner' from unnest($1::text[], $3::text[]) as item(id, member)`,
    given,
  );
}

async function addTags(client, organizations) {
  const all = organizations.flatMap((id, number) =>
    Array.from({ length: tagsOf(number) }, (_, tag) => ({
      id: tagId(number, tag),
      organization: id,
      name: tagName(tag),
    })),
  );
  await client.query(
    `insert into tag (id, created_at, updated_at, organization_id, name, normalized_name, color)
     select id, now(), now(), organization, name, lower(name), '#336699'
     from unnest($1::text[], $2::text[], $3::text[]) as item(id, organization, name)`,
    columns(all, 'id', 'organization', 'name'),
  );
}

async function addProperties(client, organizations) {
  const all = organizations.flatMap((id, number) =>
    TYPES.map((type, place) => ({ id: propertyId(number, type), organization: id, name: NAMES[type], type, place })),
  );
  await client.query(
    `insert into custom_property (id, organization_id, name, key, type, display_order)
     select id, organization, name, lower(name), type, place
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[]) as item(id, organization, name, type, place)`,
    columns(all, 'id', 'organization', 'name', 'type', 'place'),
  );
  const options = organizations.flatMap((_, number) =>
    KINDS.map((name, kind) => ({ id: optionId(number, kind), property: propertyId(number, 'select'), name, kind })),
  );
  await client.query(
    `insert into custom_property_option (id, property_id, name, key, display_order)
     select id, property, name, name, place from unnest($1::text[], $2::text[], $3::text[], $4::int[])
       as item(id, property, name, place)`,
    columns(options, 'id', 'property', 'name', 'kind'),
  );
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
       deleted_by, extraction_status, extraction_outcome, extraction_provider)
     select id, created_at, created_at, organization_id, $1, name, size, hash, key, name, sort_key, 'text/plain', content,
       document_date, case when is_trashed then now() end, case when is_trashed then $1 end, 'completed', 'text',
       'extraction-plain-text'
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

const columns = (rows, ...names) => names.map((name) => rows.map((row) => row[name]));
