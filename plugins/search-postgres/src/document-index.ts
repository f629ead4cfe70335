import { foldedText, foldWords, type SearchDocument, type Sql } from '@archivolt/plugin-kit';
import { Lexemes } from './lexemes.js';

const MAX_BATCH_DOCUMENTS = 500;
const MAX_BATCH_CHARACTERS = 4_000_000;

const WRITE_TERMS = `
  insert into search_document (id, created_at, document_id, terms)
  select given.id, coalesce(d.created_at, now()), given.document_id, array_to_tsvector(string_to_array(given.terms, ' '))
  from unnest($1::bigint[], $2::text[], $3::text[]) as given (id, document_id, terms)
  left join document d on d.id = given.document_id
  on conflict (id) do update
    set created_at = excluded.created_at, document_id = excluded.document_id, terms = excluded.terms
    where (search_document.created_at, search_document.document_id, search_document.terms)
      is distinct from (excluded.created_at, excluded.document_id, excluded.terms)`;

const WRITE_TEXT = `
  insert into search_text (id, name, content)
  select * from unnest($1::bigint[], $2::text[], $3::text[])
  on conflict (id) do update set name = excluded.name, content = excluded.content
    where (search_text.name, search_text.content) is distinct from (excluded.name, excluded.content)`;

const REMOVE = `
  with gone as (delete from search_document where document_id = any($1::text[]) returning id)
  delete from search_text where id in (select id from gone)`;

/** Adds or replaces the rows of the documents. */
export async function writeDocuments(documents: readonly SearchDocument[], sql: Sql): Promise<void> {
  if (documents.length === 0) return;
  const numbers = await organizationNumbers(documents, sql);
  for (const batch of batches(documents)) {
    const ids = batch.map((document) => document.sequence);
    const documentIds = batch.map((document) => document.id);
    const words = batch.map(({ name, content }) => ({ name: foldWords(name), content: foldWords(content) }));
    const terms = batch.map(({ organizationId }, index) =>
      new Lexemes(numbers.get(organizationId)).vector(words[index] ?? { name: [], content: [] }),
    );
    await sql.query(WRITE_TERMS, [ids, documentIds, terms]);
    const names = words.map(({ name }) => foldedText(name));
    const contents = words.map(({ content }) => foldedText(content));
    await sql.query(WRITE_TEXT, [ids, names, contents]);
  }
}

export async function removeDocuments(documentIds: readonly string[], sql: Sql): Promise<void> {
  if (documentIds.length > 0) await sql.query(REMOVE, [documentIds]);
}

/** In the order of the sequence, so that two writers never wait for each other crosswise; a repeated document once. */
function* batches(documents: readonly SearchDocument[]): Iterable<SearchDocument[]> {
  const latest = new Map(documents.map((document) => [document.sequence, document]));
  const ordered = [...latest.values()].sort((a, b) => (BigInt(a.sequence) < BigInt(b.sequence) ? -1 : 1));
  let batch: SearchDocument[] = [];
  let characters = 0;
  for (const document of ordered) {
    if (batch.length >= MAX_BATCH_DOCUMENTS || characters > MAX_BATCH_CHARACTERS) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(document);
    characters += document.content.length;
  }
  if (batch.length > 0) yield batch;
}

async function organizationNumbers(documents: readonly SearchDocument[], sql: Sql): Promise<Map<string, number>> {
  const ids = [...new Set(documents.map((document) => document.organizationId))].sort();
  const known = await readNumbers(ids, sql);
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  await sql.query('insert into search_organization (id) select unnest($1::text[]) on conflict (id) do nothing', [
    missing,
  ]);
  return readNumbers(ids, sql);
}

async function readNumbers(ids: readonly string[], sql: Sql): Promise<Map<string, number>> {
  const rows = await sql.query<{ id: string; number: number }>(
    'select id, number from search_organization where id = any($1::text[])',
    [ids],
  );
  return new Map(rows.map(({ id, number }) => [id, number]));
}
