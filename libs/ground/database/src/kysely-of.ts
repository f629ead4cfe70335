import { sql, type Kysely, type RawBuilder } from 'kysely';
import { offsetOf, type Page } from '#ground/kernel';

/**
 * Statements whose tables and columns the compiler checks: `kyselyOf<TagTables>(tx).selectFrom('tag')`, in a transaction
 * or, with a `UnitOfWork`, outside one. `Tables` comes from the schemas of the feature, by `InferKyselyTable`.
 */
export function kyselyOf<Tables>({ db }: { readonly db: Kysely<unknown> }): Kysely<Tables> {
  return db as Kysely<Tables>;
}

/** For `=`: one bound list, so that the statement has one text, and stays prepared, however many values there are. */
export function anyOf(values: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${values}::text[])`;
}

/** For a column of JSON: the driver would send a list as an array of PostgreSQL. */
export function asJson<Value>(value: Value): RawBuilder<Value> {
  return sql<Value>`${JSON.stringify(value)}::jsonb`;
}

export const NOW = sql<Date>`now()`;

export const COUNT = sql<number>`count(*)::int`;

interface Pageable<Query> {
  limit(rows: number): Query;
  offset(rows: number): Query;
}

/** For `$call`: the rows of a page; without one, all rows. */
export function ofPage(page: Page | undefined) {
  return <Query extends Pageable<Query>>(query: Query): Query =>
    page ? query.limit(page.pageSize).offset(offsetOf(page)) : query;
}

/** The values for `limit $1 offset $2`; without a page, for all rows. */
export function limitAndOffset(page: Page | undefined): [limit: number | null, offset: number] {
  return page ? [page.pageSize, offsetOf(page)] : [null, 0];
}

/**
 * Lets transactions go one after the other until their end. `lock` is a number for what they do, `name` says for whom they
 * do it: an organization, say. Names with the same hash share a lock.
 */
export async function lockName(
  source: { readonly db: Kysely<unknown> },
  lock: number,
  name: string | null,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock}, hashtext(${name}))`.execute(source.db);
}
