import { createHash } from 'node:crypto';
import type pg from 'pg';

export interface PreparedStatementLimits {
  /** Statements that one connection keeps prepared. */
  statements: number;
  /** Characters of the longest text that is prepared. */
  textLength: number;
}

/**
 * A prepared statement takes about 30 kB of memory in the server, on each connection. The product has fewer constant
 * statements than this; the rest of the places goes to frequent shapes of generated ones.
 */
const LIMITS: PreparedStatementLimits = { statements: 200, textLength: 10_000 };

/**
 * Begins a statement that must be planned for its values each time, and is therefore not prepared: one that reads all
 * rows of an organization, where the best plan for a small organization takes twice the time in a large one.
 */
export const PLAN_FOR_VALUES = '/* plan for these values */';

/** PostgreSQL allows names of 63 characters. */
const HASH_LENGTH = 32;

/** Texts seen once that a connection remembers. */
const MAX_CANDIDATES = 500;

/** What the connections of a pool share. */
export interface SharedStatements {
  /** Each increase makes every connection prepare its statements again. */
  generation: number;
  /** Called when PostgreSQL refuses a statement because its prepared form is out of date. */
  onStale?(error: unknown): void;
}

type Query = (first: unknown, second?: unknown, third?: unknown) => Promise<pg.QueryResult>;

/**
 * Makes a new connection prepare each statement with bound values when it runs for the second time: PostgreSQL then
 * parses its text once, and plans it once where a plan for all values is as good as one for these. Texts that run once,
 * such as most generated ones, are never prepared, and neither are scripts and the statements of entities, which have
 * no bound values. Nothing is ever closed, so the limit bounds the memory of the server whatever texts arrive.
 */
export function prepareRepeatedStatements(
  client: pg.ClientBase,
  shared: SharedStatements,
  limits: PreparedStatementLimits = LIMITS,
): void {
  const names = new StatementNames(shared, limits);
  const query = client.query.bind(client) as unknown as Query;
  const run = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    const name = names.of(text);
    if (name === undefined) return query(text, values);
    const isInTransaction = client.getTransactionStatus() !== 'I';
    try {
      return await query({ name, text, values });
    } catch (error) {
      if (!isStalePreparedStatement(error)) throw error;
      shared.generation += 1;
      shared.onStale?.(error);
      if (isInTransaction) throw error; // aborted by the failure; UnitOfWork runs it again
      return query(text, values);
    }
  };
  const prepared: Query = (first, second, third) =>
    typeof first === 'string' && Array.isArray(second) && second.length > 0 && third === undefined
      ? run(first, second)
      : query(first, second, third);
  client.query = prepared;
}

/**
 * Names of the statements of one connection. A name is made from the text, so that it never stands for another text:
 * behind a pooler the connection may meet statements that other clients have prepared.
 */
class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seenOnce = new Set<string>();
  #generation: number;

  constructor(
    private readonly shared: SharedStatements,
    private readonly limits: PreparedStatementLimits,
  ) {
    this.#generation = shared.generation;
  }

  /** Undefined for a text that is to run without preparation. */
  of(text: string): string | undefined {
    if (text.startsWith(PLAN_FOR_VALUES)) return undefined;
    if (this.#generation !== this.shared.generation) this.#forget();
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= this.limits.statements || text.length > this.limits.textLength) return undefined;
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= MAX_CANDIDATES) this.#seenOnce.clear();
      this.#seenOnce.add(text);
      return undefined;
    }
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);
    const name = `${digest}_${this.#generation}`; // the names of earlier generations are taken
    this.#names.set(text, name);
    return name;
  }

  #forget(): void {
    this.#generation = this.shared.generation;
    this.#names.clear();
    this.#seenOnce.clear();
  }
}

const MISSING = '26000';
const DUPLICATE = '42P05';
const NOT_SUPPORTED = '0A000';

/**
 * True when PostgreSQL refuses a statement only because it was prepared: a migration has changed the columns of its
 * result, or a connection pooler has put another server process behind the connection.
 */
export function isStalePreparedStatement(error: unknown): boolean {
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  // The routine is compared: the message "cached plan must not change result type" may be in another language.
  return code === MISSING || code === DUPLICATE || (code === NOT_SUPPORTED && routine === 'RevalidateCachedQuery');
}
