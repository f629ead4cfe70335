import {
  CHARACTERS_COMPARED,
  inOrderOfSimilarity,
  MOST_SIMILAR,
  mostFrequent,
  occurringTerms,
  Similarity,
  tellingTerms,
  type ComparedDocument,
  type OccurringTerm,
  type RankedMark,
  type SimilarCandidate,
  type SimilarDocument,
  type SimilarRequest,
  type Sql,
  type TellingTerm,
  type TellingTerms,
} from '@archivolt/plugin-kit';
import { isStorable } from '@archivolt/search-sql';
import type { Lexemes } from './lexemes.js';
import { marksQuery, writeTextQuery } from './text-query.js';

interface Asked {
  sql: Sql;
  lexemes: Lexemes;
}

/** The documents that are like one, by its telling terms: the most similar first. */
export async function readSimilar(request: SimilarRequest, asked: Asked): Promise<SimilarDocument[]> {
  const document = await readCompared(request, asked);
  if (document === undefined) return [];
  const telling = await tellingTermsOf(occurringTerms(document), asked);
  if (telling.terms.length === 0) return [];
  const similarity = new Similarity(document, telling);
  const candidates = await readCandidates(telling.terms, request, asked);
  return inOrderOfSimilarity(candidates.flatMap((candidate) => similarity.with(candidate) ?? []));
}

const TEXTS = `t.name, substr(t.content, 1, ${String(CHARACTERS_COMPARED)}) as content,
  octet_length(t.content) as "contentBytes"`;

const COMPARED = `
  select d.id, ${TEXTS} from document d join search_postgres_text t on t.id = d.sequence
  where d.id = $1 and d.organization_id = $2 and d.deleted_at is null`;

async function readCompared(
  { documentId, organizationId }: SimilarRequest,
  { sql }: Asked,
): Promise<ComparedDocument | undefined> {
  if (!isStorable(documentId)) return undefined;
  const [row] = await sql.query<ComparedDocument>(COMPARED, [documentId, organizationId]);
  return row;
}

const DOCUMENTS = 'select count(*)::int as documents from search_postgres_document s where s.terms @@ $1::tsquery';

/** Stops to count where a term is too frequent to be telling. */
const FREQUENCIES = `
  select f.count from unnest($1::text[]) with ordinality as asked (query, number)
  cross join lateral (
    select count(*)::int as count from (
      select from search_postgres_document s where s.terms @@ asked.query::tsquery limit $2) counted offset 0) f
  order by asked.number`;

async function tellingTermsOf(occurring: readonly OccurringTerm[], { sql, lexemes }: Asked): Promise<TellingTerms> {
  const any = writeTextQuery({ kind: 'lexeme', lexeme: lexemes.any, prefix: false }, lexemes);
  const [{ documents } = { documents: 0 }] = await sql.query<{ documents: number }>(DOCUMENTS, [any]);
  const queries = occurring.map(({ field, term }) => queryOf({ kind: 'term', field, term }, lexemes));
  const rows = await sql.query<{ count: number }>(FREQUENCIES, [queries, mostFrequent(documents) + 1]);
  const frequencies = rows.map(({ count }) => count);
  return tellingTerms(occurring, frequencies, documents);
}

/** The documents with the most weight of the terms, of equals the newest first. */
const CANDIDATES = `
  with found as materialized (
    select s.id, sum(telling.weight)::int as points from unnest($1::text[], $2::int[]) as telling (query, weight)
    cross join lateral (select id from search_postgres_document s where s.terms @@ telling.query::tsquery offset 0) s
    group by s.id),
  best as (
    select d.id, d.sequence, d.created_at, f.points from found f join document d on d.sequence = f.id
    where d.organization_id = $3 and d.deleted_at is null and d.id <> $4
    order by f.points desc, d.created_at desc, d.id desc limit $5)
  select b.id, b.points, ${TEXTS} from best b join search_postgres_text t on t.id = b.sequence
  order by b.points desc, b.created_at desc, b.id desc`;

async function readCandidates(
  terms: readonly TellingTerm[],
  { organizationId, documentId }: SimilarRequest,
  { sql, lexemes }: Asked,
): Promise<SimilarCandidate[]> {
  return sql.query<SimilarCandidate>(CANDIDATES, [
    terms.map(({ mark }) => queryOf(mark, lexemes)),
    terms.map(({ weight }) => weight),
    organizationId,
    documentId,
    MOST_SIMILAR,
  ]);
}

function queryOf(mark: RankedMark, lexemes: Lexemes): string {
  return writeTextQuery(marksQuery([mark], lexemes), lexemes);
}
