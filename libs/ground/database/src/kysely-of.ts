import type { Kysely } from 'kysely';

/**
 * Statements whose tables and columns the compiler checks: `kyselyOf<TagTables>(tx).selectFrom('tag')`, in a transaction
 * or, with a `UnitOfWork`, outside one. `Tables` comes from the schemas of the feature, by `InferKyselyTable`.
 */
export function kyselyOf<Tables>({ db }: { readonly db: Kysely<unknown> }): Kysely<Tables> {
  return db as Kysely<Tables>;
}
