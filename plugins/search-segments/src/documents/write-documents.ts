import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SearchShortTexts, SearchText, Sql } from '@archivolt/plugin-kit';
import { batchesToIndex } from '@archivolt/search-sql';
import { prepareField, termsOfFolded, type FieldParts, type PreparedField } from '../prepare.js';

/** UTF-16 units of the contents that one statement writes. */
const MOST_CHARACTERS = 1_000_000;
/** Of texts that are prepared here. */
const CHARACTERS_WITHOUT_PAUSE = 8_192;
/** Bytes of a folded content whose terms are made again in this thread, in about two milliseconds. */
const MAX_FOLDED_BYTES_HERE = 16_000;

const CREATED_AT = `(extract(epoch from coalesce(d.created_at, now())) * 1000000)::bigint`;

/** The row of the tail counts from now on; what older segments know of the document does not. */
const INTO_TAIL = `
  on conflict (organization_id, sequence) do update
    set version = excluded.version, document_id = excluded.document_id, is_removed = excluded.is_removed,
      created_at_micros = excluded.created_at_micros, bytes = excluded.bytes,
      name = excluded.name, notes = excluded.notes, content = excluded.content`;

const writeDocuments = (given: string) => `
  with given as (${given}),
  texts as (
    insert into search_segments_text (sequence, organization_id, document_id, name, notes, content)
    select sequence, organization_id, document_id, name_text, notes_text, content_text from given
    on conflict (sequence) do update set organization_id = excluded.organization_id,
      document_id = excluded.document_id, name = excluded.name, notes = excluded.notes, content = excluded.content
      where (search_segments_text.name, search_segments_text.notes, search_segments_text.content)
        is distinct from (excluded.name, excluded.notes, excluded.content))
  insert into search_segments_tail
    (organization_id, sequence, document_id, created_at_micros, bytes, name, notes, content)
  select given.organization_id, given.sequence, given.document_id, ${CREATED_AT},
    octet_length(name_terms) + octet_length(notes_terms) + octet_length(content_terms),
    name_terms, notes_terms, content_terms
  from given left join document d on d.id = given.document_id
  ${INTO_TAIL}`;

const WRITE_ONE = writeDocuments(`
  select $1::bigint as sequence, $2::text as organization_id, $3::text as document_id,
    $4::text as name_text, $5::text as notes_text, $6::text as content_text,
    $7::bytea as name_terms, $8::bytea as notes_terms, $9::bytea as content_terms`);

const WRITE_MANY = writeDocuments(`
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
      $7::bytea[], $8::bytea[], $9::bytea[])
    as given (sequence, organization_id, document_id, name_text, notes_text, content_text,
      name_terms, notes_terms, content_terms)
  order by sequence`);

/** Gives the folded content back when the tail does not have the document, and it is short enough. */
const UPDATE_SHORT_TEXTS = `
  with texts as (
    update search_segments_text set name = $3, notes = $4 where sequence = $1 and organization_id = $2
    returning document_id, content),
  tail as (
    update search_segments_tail
    set version = (extract(epoch from clock_timestamp()) * 1000000)::bigint, name = $5, notes = $6,
      bytes = octet_length($5::bytea) + octet_length($6::bytea) + octet_length(content)
    where sequence = $1 and organization_id = $2 and not is_removed and exists (select from texts)
    returning sequence)
  select exists (select from tail) as "isInTail",
    case when not exists (select from tail) and octet_length(content) <= ${String(MAX_FOLDED_BYTES_HERE)}
      then content end as content
  from texts`;

const ADD_TO_TAIL = `
  insert into search_segments_tail
    (organization_id, sequence, document_id, created_at_micros, bytes, name, notes, content)
  select t.organization_id, t.sequence, t.document_id, ${CREATED_AT},
    octet_length($2::bytea) + octet_length($3::bytea) + octet_length($4::bytea), $2, $3, $4
  from search_segments_text t left join document d on d.id = t.document_id
  where t.sequence = $1
  ${INTO_TAIL}`;

/** A row without terms says that the document is gone from all segments. */
const REMOVE = `
  with gone as (
    delete from search_segments_text where document_id = any($1::text[])
    returning organization_id, sequence, document_id)
  insert into search_segments_tail (organization_id, sequence, document_id, created_at_micros, is_removed)
  select gone.organization_id, gone.sequence, gone.document_id, ${CREATED_AT}, true
  from gone left join document d on d.id = gone.document_id order by gone.sequence
  ${INTO_TAIL}
  returning organization_id`;

interface Row {
  document: SearchText;
  name: FieldParts;
  notes: FieldParts;
  content: FieldParts;
}

/** Adds or replaces documents. */
export async function writeTexts(documents: readonly SearchText[], sql: Sql): Promise<void> {
  for (const batch of batchesToIndex(documents, MOST_CHARACTERS)) {
    const rows = await rowsOf(batch);
    const [only] = rows;
    if (only !== undefined && rows.length === 1) await sql.query(WRITE_ONE, valuesOf(only));
    else await writeMany(rows, sql);
  }
}

/** False when the index does not have the document, or when its content takes too long to read again here. */
export async function writeShortTexts(document: SearchShortTexts, sql: Sql): Promise<boolean> {
  const name = prepareField(document.name, 'name').parts;
  const notes = prepareField(document.notes, 'notes').parts;
  const [present] = await sql.query<{ isInTail: boolean; content: string | null }>(UPDATE_SHORT_TEXTS, [
    document.sequence,
    document.organizationId,
    asBuffer(name.text),
    asBuffer(notes.text),
    asBuffer(name.terms),
    asBuffer(notes.terms),
  ]);
  if (present === undefined) return false;
  if (present.isInTail) return true;
  if (present.content === null) return false;
  const content = termsOfFolded(present.content);
  await sql.query(ADD_TO_TAIL, [document.sequence, asBuffer(name.terms), asBuffer(notes.terms), asBuffer(content)]);
  return true;
}

/** Returns the organizations whose documents were removed. */
export async function removeTexts(documentIds: readonly string[], sql: Sql): Promise<string[]> {
  if (documentIds.length === 0) return [];
  const removed = await sql.query<{ organization_id: string }>(REMOVE, [documentIds]);
  return [...new Set(removed.map((row) => row.organization_id))];
}

/** Preparing a text takes up to a few milliseconds: in between, the thread does what else is waiting. */
async function rowsOf(documents: readonly SearchText[]): Promise<Row[]> {
  const rows: Row[] = [];
  let characters = 0;
  for (const document of documents) {
    rows.push(rowOf(document));
    characters += document.name.length + document.notes.length;
    if (document.preparedContent === undefined) characters += document.content.length;
    if (characters < CHARACTERS_WITHOUT_PAUSE) continue;
    characters = 0;
    await nextTurn();
  }
  return rows;
}

function rowOf(document: SearchText): Row {
  const prepared = document.preparedContent as PreparedField | undefined;
  return {
    document,
    name: prepareField(document.name, 'name').parts,
    notes: prepareField(document.notes, 'notes').parts,
    content: (prepared ?? prepareField(document.content, 'content')).parts,
  };
}

/** Texts are sent as the bytes they are; making strings of them would take this thread long. */
function valuesOf({ document, name, notes, content }: Row): unknown[] {
  return [
    document.sequence,
    document.organizationId,
    document.id,
    asBuffer(name.text),
    asBuffer(notes.text),
    asBuffer(content.text),
    asBuffer(name.terms),
    asBuffer(notes.terms),
    asBuffer(content.terms),
  ];
}

async function writeMany(rows: readonly Row[], sql: Sql): Promise<void> {
  const bytes = (value: (row: Row) => Uint8Array): Buffer[] => rows.map((row) => asBuffer(value(row)));
  const text = (value: (row: Row) => Uint8Array): string[] => bytes(value).map((buffer) => buffer.toString('utf8'));
  await sql.query(WRITE_MANY, [
    rows.map(({ document }) => document.sequence),
    rows.map(({ document }) => document.organizationId),
    rows.map(({ document }) => document.id),
    text(({ name }) => name.text),
    text(({ notes }) => notes.text),
    text(({ content }) => content.text),
    bytes(({ name }) => name.terms),
    bytes(({ notes }) => notes.terms),
    bytes(({ content }) => content.terms),
  ]);
}

/** PostgreSQL takes UTF-8 bytes for a text. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
