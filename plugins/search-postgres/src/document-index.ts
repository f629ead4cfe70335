import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SearchField, SearchShortTexts, SearchText, Sql } from '@archivolt/plugin-kit';
import { batchesToIndex } from '@archivolt/search-sql';
import { Lexemes } from './lexemes.js';
import { fittingTerms, prepareContent, prepareShortText, type FieldParts, type PreparedField } from './prepare.js';

/** UTF-16 units of the contents that one statement writes. */
const MOST_CHARACTERS = 4_000_000;
const MAX_CLEARED_DOCUMENTS = 2_000;
const CHARACTERS_WITHOUT_PAUSE = 8_192;
const MOST_KNOWN_NUMBERS = 10_000;

/** Lexemes are put together here, so that contents prepared elsewhere pass through this process as they are. */
const PREFIXED = (prefix: string, terms: string) =>
  `select ${prefix} || term from unnest(string_to_array(${terms}, ' ')) term`;

const writeTerms = (vector: string, given: string) => `
  insert into search_postgres_document (id, created_at, document_id, terms)
  select given.id, coalesce(d.created_at, now()), given.document_id, array_to_tsvector(${vector})
  from ${given}
  left join document d on d.id = given.document_id
  on conflict (id) do update
    set created_at = excluded.created_at, document_id = excluded.document_id, terms = excluded.terms
    where (search_postgres_document.created_at, search_postgres_document.document_id, search_postgres_document.terms)
      is distinct from (excluded.created_at, excluded.document_id, excluded.terms)`;

/** Short contents are put together by this process: PostgreSQL takes more than twice as long for it. */
const WRITE_TERMS = writeTerms(
  `string_to_array(given.lexemes, ' ')`,
  'unnest($1::bigint[], $2::text[], $3::text[]) as given (id, document_id, lexemes)',
);

const writeText = (given: string) => `
  insert into search_postgres_text (id, name, notes, content)
  select given.* from ${given}
  on conflict (id) do update set name = excluded.name, notes = excluded.notes, content = excluded.content
    where (search_postgres_text.name, search_postgres_text.notes, search_postgres_text.content)
      is distinct from (excluded.name, excluded.notes, excluded.content)`;

const WRITE_TEXT = writeText(
  'unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as given (id, name, notes, content)',
);

/** Writes nothing when the organization does not have this number: the transaction that added it was rolled back. */
const WRITE_ONE = `
  with organization as (select from search_postgres_organization where id = $13 and number = $14),
  terms as (${writeTerms(
    `array(
      select given.any_lexeme
      union all ${PREFIXED('given.name_prefix', 'given.name_terms')}
      union all ${PREFIXED('given.notes_prefix', 'given.notes_terms')}
      union all ${PREFIXED('given.content_prefix', 'given.content_terms')})`,
    `(values ($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text))
       as given (id, document_id, any_lexeme, name_prefix, notes_prefix, content_prefix,
         name_terms, notes_terms, content_terms)
     cross join organization`,
  )}),
  texts as (${writeText(
    `(values ($1::bigint, $10::text, $11::text, $12::text)) as given (id, name, notes, content) cross join organization`,
  )})
  select count(*)::int as found from organization`;

/** Reads the terms of the content back from the index, and writes only what differs. */
const UPDATE_SHORT_TEXTS = `
  with present as (
    select d.id, array_to_tsvector(array(
      select lexeme from unnest(tsvector_to_array(d.terms)) lexeme
      where not starts_with(lexeme, $2) and not starts_with(lexeme, $3)
      union all ${PREFIXED('$2::text', '$4::text')}
      union all ${PREFIXED('$3::text', '$5::text')})) as terms
    from search_postgres_document d where d.id = $1),
  terms as (
    update search_postgres_document d set terms = present.terms from present
    where d.id = present.id and d.terms is distinct from present.terms),
  texts as (
    update search_postgres_text t set name = $6, notes = $7 from present
    where t.id = present.id and (t.name, t.notes) is distinct from ($6::text, $7::text))
  select id from present`;

const REMOVE = `
  with gone as (delete from search_postgres_document where document_id = any($1::text[]) returning id)
  delete from search_postgres_text where id in (select id from gone)`;

/** The numbers of organizations by their ids. A number may be out of date: {@link writeDocuments} checks it. */
export type OrganizationNumbers = Map<string, number>;

interface Row {
  document: SearchText;
  lexemes: Lexemes;
  name: FieldParts;
  notes: FieldParts;
  content: FieldParts;
}

/** Adds or replaces the rows of the documents. `known` remembers the numbers of organizations between calls. */
export async function writeDocuments(
  documents: readonly SearchText[],
  sql: Sql,
  known: OrganizationNumbers,
): Promise<void> {
  const [first] = documents;
  if (first === undefined) return;
  const number = documents.length === 1 ? known.get(first.organizationId) : undefined;
  if (number !== undefined && (await writeOne(first, number, sql))) return;
  const numbers = await organizationNumbers(documents, sql, known);
  for (const batch of batchesToIndex(documents, MOST_CHARACTERS)) {
    const [only] = batch;
    const ofOnly = batch.length === 1 && only !== undefined ? numbers.get(only.organizationId) : undefined;
    if (only !== undefined && ofOnly !== undefined) await writeOne(only, ofOnly, sql);
    else await writeMany(await rowsOf(batch, numbers), sql);
  }
}

/** Preparing a text takes up to a few milliseconds: in between, the thread does what else is waiting. */
async function rowsOf(documents: readonly SearchText[], numbers: ReadonlyMap<string, number>): Promise<Row[]> {
  const rows: Row[] = [];
  let characters = 0;
  for (const document of documents) {
    rows.push(rowOf(document, numbers.get(document.organizationId)));
    characters += document.content.length;
    if (characters < CHARACTERS_WITHOUT_PAUSE) continue;
    characters = 0;
    await nextTurn();
  }
  return rows;
}

/** False when the document has no row. */
export async function updateShortTexts(document: SearchShortTexts, sql: Sql): Promise<boolean> {
  const numbers = await readNumbers([document.organizationId], sql);
  const lexemes = new Lexemes(numbers.get(document.organizationId));
  const { name, notes } = shortTexts(document, lexemes);
  const present = await sql.query(UPDATE_SHORT_TEXTS, [
    document.sequence,
    lexemes.prefix('name'),
    lexemes.prefix('notes'),
    asBytes(name.terms),
    asBytes(notes.terms),
    asBytes(name.text),
    asBytes(notes.text),
  ]);
  return present.length > 0;
}

export async function removeDocuments(documentIds: readonly string[], sql: Sql): Promise<void> {
  if (documentIds.length > 0) await sql.query(REMOVE, [documentIds]);
}

/** The numbers of organizations stay: other processes remember them. */
export async function clearDocuments(sql: Sql): Promise<void> {
  await sql.query('delete from search_postgres_document');
  await sql.query('delete from search_postgres_text');
}

const CLEAR_PART = `
  with gone as (
    delete from search_postgres_document where id in (select id from search_postgres_document order by id limit $1)
    returning id),
  texts as (delete from search_postgres_text where id in (select id from gone))
  select count(*)::int as gone from gone`;

/** Removes some documents; false when none are left. */
export async function clearSomeDocuments(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ gone: number }>(CLEAR_PART, [MAX_CLEARED_DOCUMENTS]);
  if (row !== undefined && row.gone > 0) return true;
  await sql.query('delete from search_postgres_text');
  return false;
}

function rowOf(document: SearchText, organizationNumber: number | undefined): Row {
  const content = (document.preparedContent as PreparedField | undefined) ?? prepareContent(document.content);
  const lexemes = new Lexemes(organizationNumber);
  return { document, lexemes, ...shortTexts(document, lexemes), content: fitting(content, 'content', lexemes) };
}

function shortTexts({ name, notes }: SearchShortTexts, lexemes: Lexemes): Pick<Row, 'name' | 'notes'> {
  return {
    name: fitting(prepareShortText(name, 'name'), 'name', lexemes),
    notes: fitting(prepareShortText(notes, 'notes'), 'notes', lexemes),
  };
}

function fitting({ parts }: PreparedField, field: SearchField, lexemes: Lexemes): FieldParts {
  return { ...parts, terms: fittingTerms(parts.terms, field, lexemes.prefix(field).length) };
}

/**
 * Texts are sent as the bytes they are; making strings of them would take this thread long. False, and nothing written,
 * when the organization does not have this number.
 */
async function writeOne(given: SearchText, organizationNumber: number, sql: Sql): Promise<boolean> {
  const { document, lexemes, name, notes, content } = rowOf(given, organizationNumber);
  const [organization] = await sql.query<{ found: number }>(WRITE_ONE, [
    document.sequence,
    document.id,
    lexemes.any,
    lexemes.prefix('name'),
    lexemes.prefix('notes'),
    lexemes.prefix('content'),
    asBytes(name.terms),
    asBytes(notes.terms),
    asBytes(content.terms),
    asBytes(name.text),
    asBytes(notes.text),
    asBytes(content.text),
    document.organizationId,
    organizationNumber,
  ]);
  return organization?.found === 1;
}

async function writeMany(rows: readonly Row[], sql: Sql): Promise<void> {
  const ids = rows.map(({ document }) => document.sequence);
  const text = (value: (row: Row) => Uint8Array): string[] => rows.map((row) => asBytes(value(row)).toString('utf8'));
  await sql.query(WRITE_TERMS, [ids, rows.map(({ document }) => document.id), rows.map(joinedLexemes)]);
  await sql.query(WRITE_TEXT, [
    ids,
    text(({ name }) => name.text),
    text(({ notes }) => notes.text),
    text(({ content }) => content.text),
  ]);
}

/** All lexemes of a document, separated by spaces. */
function joinedLexemes({ lexemes, name, notes, content }: Row): string {
  const fields: [SearchField, FieldParts][] = [
    ['name', name],
    ['notes', notes],
    ['content', content],
  ];
  const marked = fields.flatMap(([field, { terms }]) => {
    const prefix = lexemes.prefix(field);
    return terms.length === 0 ? [] : prefix + asBytes(terms).toString('utf8').replaceAll(' ', ` ${prefix}`);
  });
  return [lexemes.any, ...marked].join(' ');
}

/** PostgreSQL takes UTF-8 bytes for a text. */
function asBytes(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

async function organizationNumbers(
  documents: readonly SearchText[],
  sql: Sql,
  known: OrganizationNumbers,
): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(documents.map((document) => document.organizationId))].sort();
  let numbers = await readNumbers(ids, sql);
  const missing = ids.filter((id) => !numbers.has(id));
  if (missing.length > 0) {
    await sql.query(
      'insert into search_postgres_organization (id) select unnest($1::text[]) on conflict (id) do nothing',
      [missing],
    );
    numbers = await readNumbers(ids, sql);
  }
  if (known.size > MOST_KNOWN_NUMBERS) known.clear();
  for (const [id, number] of numbers) known.set(id, number);
  return numbers;
}

async function readNumbers(ids: readonly string[], sql: Sql): Promise<Map<string, number>> {
  const rows = await sql.query<{ id: string; number: number }>(
    'select id, number from search_postgres_organization where id = any($1::text[])',
    [ids],
  );
  return new Map(rows.map(({ id, number }) => [id, number]));
}
