import type pg from 'pg';
import { endsTransaction, lockingSelects, locksOf, wordsOf } from './locking-sequence.js';

/** The advisory locks of docs/locks.md, by the number of their class. */
const ADVISORY = new Map([
  [741_853_026, 'limit of uploads'],
  [741_853_003, 'names of tags'],
  [741_853_019, 'names of properties'],
  [741_853_017, 'limit of webhooks'],
  [741_853_023, 'tree of views'],
  [0x70726576, 'limit of previews'],
  [741_853_030, 'limit of archives'],
  [741_853_056, 'limit of file requests'],
  [741_853_037, 'limit of intake addresses'],
  [741_853_035, 'limit of rules'],
  [741_853_069, 'limit of reminders'],
  [741_853_079, 'limit of retention rules'],
  [741_853_078, 'legal holds'],
  [741_853_033, 'limit of API keys'],
  [741_853_021, 'limit of sent invitations'],
  [741_853_031, 'limit of invitations'],
  [741_853_032, 'limit of members'],
  [741_853_060, 'limit of passwords'],
  [7_418_530_022, 'administrators'],
  [741_853_034, 'limit of tasks'],
]);
const LIMIT_OF_TASKS = 'limit of tasks';

/**
 * The locks of docs/locks.md in its order. Not checked is what is only locked under the lock of another row, as the rows
 * of a document or the parts of an upload.
 */
const ORDER = [
  ...[...ADVISORY.values()].filter((lock) => lock !== LIMIT_OF_TASKS),
  'user',
  'organization_member',
  'organization_invitation',
  'new organization_member',
  'resumable_upload',
  'tagging_rule',
  'file_request',
  'intake_email',
  'document',
  'tag',
  'document_tag',
  'custom_property',
  'custom_property_option',
  'document_custom_property',
  'reminder',
  'retention_rule',
  'webhook',
  'webhook_state',
  'webhook_delivery',
  LIMIT_OF_TASKS,
  'document_archive',
  'batch',
  'task',
  'organization',
  'organization_log',
  'audit_chain',
];

const rankOf = (table: string): number => ORDER.indexOf(table);

/** Neither waits for a lock of another transaction. */
const WAITS_FOR_NONE = /\bskip locked\b|\bpg_try_advisory/;
/** One row, or rows in rising order. The ids of a kind begin with the same letters, so that their order is one for all. */
const IN_ORDER = /\b(?:where|and) [\w."]*\bid"? = \$|\border by (?:(?!\bdesc\b).)*$/;

interface Held {
  strength: number;
  by: string;
}

type Values = readonly unknown[];
type Answer = { rowCount: number | null } | undefined;
type Query = (...values: unknown[]) => Promise<Answer> | undefined;

/**
 * Reads from the statements on a pool whether each transaction takes its locks in the order of docs/locks.md, and several
 * rows of a table in rising order, also when no other transaction is there to deadlock with. What triggers and foreign
 * keys lock is not seen, nor in which order an update or a deletion meets its rows.
 */
export class LockOrder {
  readonly #violations = new Set<string>();
  readonly #watched = new WeakSet<pg.PoolClient>();

  constructor(pool: pg.Pool) {
    pool.on('acquire', (client) => {
      this.#watch(client);
    });
  }

  /** Throws when a transaction has not kept the order. */
  assertKept(): void {
    if (this.#violations.size > 0)
      throw new Error(`not in the order of docs/locks.md:\n${[...this.#violations].join('\n')}`);
  }

  #watch(client: pg.PoolClient): void {
    if (this.#watched.has(client)) return;
    this.#watched.add(client);
    const query = client.query.bind(client) as Query;
    let held: Map<string, Held> | undefined; // in a transaction
    client.query = ((...given: unknown[]) => {
      const { text, values } = statementIn(given);
      const { words, statements, isInOrder } = readOnce(text);
      for (const { does, statement, locks } of statements) {
        if (does === 'begin') held = new Map();
        else if (does === 'end') held = undefined;
        else if (held) this.#take(held, { statement, locks }, values);
      }
      const answer = query(...given);
      if (!isInOrder)
        answer?.then(
          (result) => (result?.rowCount ?? 0) > 1 && this.#violations.add(`several rows in no rising order: ${words}`),
          () => undefined, // the caller sees it
        );
      return answer;
    }) as typeof client.query;
  }

  #take(held: Map<string, Held>, { statement: words, locks: read }: Statement, values: Values): void {
    const waits = !WAITS_FOR_NONE.test(words);
    const locks = Array.from(read, ([table, strength]) => [nameOf(table, words, values), strength] as const);
    for (const [lock, strength] of locks) {
      if (!waits || (held.get(lock)?.strength ?? -1) >= strength) continue;
      if (lock.startsWith('advisory')) this.#violations.add(`${lock} is not in the list: ${words}`);
      for (const [earlier, { by }] of held)
        if (rankOf(lock) >= 0 && rankOf(earlier) > rankOf(lock))
          this.#violations.add(`${earlier}, then ${lock}, instead of ${lock}, then ${earlier}: ${by}; then ${words}`);
    }
    for (const [lock, strength] of locks)
      held.set(lock, { by: words, ...held.get(lock), strength: Math.max(held.get(lock)?.strength ?? 0, strength) });
  }
}

interface Statement {
  statement: string;
  locks: ReturnType<typeof locksOf>;
}

interface ReadText {
  words: string;
  statements: (Statement & { does: 'begin' | 'end' | 'other' })[];
  isInOrder: boolean;
}

/** What texts say, as an application sends the same ones again and again. */
const READ = new Map<string, ReadText>();
const MOST_READ = 5_000;

function readOnce(text: string): ReadText {
  let found = READ.get(text);
  if (found === undefined) {
    if (READ.size >= MOST_READ) READ.clear();
    READ.set(text, (found = read(text)));
  }
  return found;
}

function read(text: string): ReadText {
  const words = wordsOf(text);
  const statements = words.split('; ').map((statement) => {
    const begins = /^(?:begin|start transaction)\b/.test(statement);
    const does = begins ? ('begin' as const) : endsTransaction(statement) ? ('end' as const) : ('other' as const);
    return { statement, locks: locksOf(statement), does };
  });
  return { words, statements, isInOrder: isInOrder(words) };
}

function statementIn([first, second]: readonly unknown[]): { text: string; values: Values } {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? (second as Values) : [] };
  const { text, values = [] } = first as { text: string; values?: Values };
  return { text, values };
}

/** The name in {@link ORDER}. A new row waits only for who adds or removes the same one: it may have a place of its own. */
function nameOf(table: string, words: string, values: Values): string {
  if (table === 'advisory') {
    const [, bound, number = ''] = /pg_advisory\w*\((\$?)(\d+)/.exec(words) ?? [];
    const lockClass = Number(bound ? values[Number(number) - 1] : number);
    return ADVISORY.get(lockClass) ?? `advisory lock ${String(lockClass)}`;
  }
  const isNew = ORDER.includes(`new ${table}`) && new RegExp(`^insert into "?${table}\\b`).test(words);
  return isNew ? `new ${table}` : table;
}

function isInOrder(words: string): boolean {
  return WAITS_FOR_NONE.test(words) || lockingSelects(words).every(({ query }) => IN_ORDER.test(query));
}
