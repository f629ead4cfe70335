import type { Sql } from '@archivolt/plugin-kit';

/** Everybody may call it unless an administrator has taken that right away. */
const IS_POSSIBLE = `select coalesce(bool_and(has_function_privilege(oid, 'execute')), false) as "isPossible"
  from pg_proc where proname = 'pg_logical_emit_message' and pronamespace = 'pg_catalog'::regnamespace`;

/** An empty note in the log of the server. As a transaction with an id, its commit waits for the flush. */
const WAIT = `select pg_logical_emit_message(true, '', '')`;

/** Waits until all that was committed before is flushed, and has reached the standbys that commits wait for. */
export class FlushBarrier {
  #isPossible: Promise<boolean> | undefined;

  constructor(private readonly sql: Sql) {}

  /** False on a server whose administrator does not allow it: nothing may be visible before its flush there. */
  isPossible(): Promise<boolean> {
    this.#isPossible ??= this.#ask().catch((error: unknown) => {
      this.#isPossible = undefined;
      throw error;
    });
    return this.#isPossible;
  }

  async wait(sql: Pick<Sql, 'query'>): Promise<void> {
    await sql.query(WAIT);
  }

  async #ask(): Promise<boolean> {
    const [row] = await this.sql.query<{ isPossible: boolean }>(IS_POSSIBLE);
    return row?.isPossible ?? false;
  }
}
