// Documents straight into the tables, for measurements: rows that uploads would have made, without files behind them.
import { sortKey } from '@archivolt/plugin-kit';

const CHUNK = 1000;
const WORDS = (
  'account address agreement amount annual april balance bank bill building city claim client code company contract ' +
  'copy cost credit customer date delivery deposit department document due energy fee gas house income insurance ' +
  'interest invoice item january letter loan meter month name notice number office order page paid payment period ' +
  'person plan policy price property purchase rate receipt reference rent report request sale section service sheet ' +
  'statement street sum tariff tax tenant term total transfer unit value vehicle water year Müller Straße Übersicht'
).split(' ');

/**
 * Inserts `count` documents of about `words` words each. Every `everyTenth` word is in one document of ten.
 * @param {import('pg').Client} client
 */
export async function loadDocuments(client, organizationId, { count, words, everyTenth }) {
  for (let start = 0; start < count; start += CHUNK) {
    const numbers = Array.from({ length: Math.min(CHUNK, count - start) }, (_, index) => start + index);
    const ids = numbers.map((number) => `doc_${number.toString(36).padStart(24, '0')}`);
    const names = numbers.map((number) => `Document ${number}.txt`);
    const texts = numbers.map((number) => text(number, words) + (number % 10 === 3 ? ` ${everyTenth.join(' ')}` : ''));
    await client.query('begin');
    await client.query(`insert into stored_file (storage_key, state) select unnest($1::text[]), 'committed'`, [ids]);
    await client.query(
      `insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
         original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, content, extraction_status,
         extraction_outcome)
       select id, now() - make_interval(mins => number), now(), $1, name, octet_length(content), id, id, name, sort_key,
         'text/plain', content, 'completed', 'text'
       from rows from (unnest($2::text[]), unnest($3::int[]), unnest($4::text[]), unnest($5::text[]), unnest($6::text[]))
         as item(id, number, name, sort_key, content)`,
      [organizationId, ids, numbers, names, names.map((name) => sortKey(name)), texts],
    );
    await client.query('commit');
  }
  await countAgain(client, organizationId);
  await client.query('analyze');
}

/** Sets the counters of an organization whose documents were written without the API. */
export async function countAgain(client, organizationId) {
  await client.query(
    `update organization_log set active_documents = counted.active, active_bytes = counted.active_bytes,
       trashed_documents = counted.trashed, trashed_bytes = counted.trashed_bytes
     from (select count(*) filter (where deleted_at is null) as active,
             coalesce(sum(original_size) filter (where deleted_at is null), 0) as active_bytes,
             count(deleted_at) as trashed,
             coalesce(sum(original_size) filter (where deleted_at is not null), 0) as trashed_bytes
           from document where organization_id = $1) counted
     where organization_id = $1`,
    [organizationId],
  );
}

/** Short letters, some contracts, a few books: the average length is `words`. */
function text(number, words) {
  const draw = (number * 7919) % 100;
  const length = Math.round(words * (draw < 70 ? 0.5 : draw < 95 ? 1.6 : draw < 99 ? 3 : 13));
  let state = number + 1;
  const drawn = [];
  for (let index = 0; index < length; index += 1) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    drawn.push(WORDS[(state >>> 8) % WORDS.length]);
  }
  return drawn.join(' ');
}
