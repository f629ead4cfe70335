import type { SentStatement } from './statement-gate.js';

/** The locks of rows that PostgreSQL knows, by what they exclude: two of them exclude each other from a sum of 3. */
const STRENGTH: Readonly<Record<string, number>> = { 'key share': 0, share: 1, 'no key update': 2, update: 3 };
/** Rows that are inserted with `on conflict` meet those of others, as changed rows do; other new rows meet none. */
const CHANGED = 2;
const DELETED = 3;

/** How strongly a statement locks rows of each table; `advisory` stands for all advisory locks. */
type Locks = ReadonlyMap<string, number>;

/** The statements of a transaction that lock, in their order. */
type Transaction = readonly Locks[];

interface Lock {
  table: string;
  at: number;
  strength: number;
}

const CHANGES = /(?<!for |key |do )\b(insert into|update|delete from) "?([a-z_.]+)/g;
const FOR_LOCK = /\bfor (no key update|key share|update|share)\b(?: of "?([a-z_]+))?/g;
const FROM = /\b(?:from|join) "?([a-z_.]+)"?(?: (?:as )?"?([a-z_]+))?/g;

/** Reads from the texts of statements what each transaction locks. What triggers and foreign keys lock is not in them. */
export function lockSequence(statements: readonly SentStatement[]): Transaction[] {
  const ended: Locks[][] = [];
  const open = new Map<number, Locks[]>();
  for (const { processId, text } of statements) {
    const words = wordsOf(text);
    const transaction = open.get(processId);
    if (words.startsWith('begin')) {
      open.set(processId, []);
    } else if (endsTransaction(words)) {
      ended.push(transaction ?? []);
      open.delete(processId);
    } else {
      const locks = locksOf(words);
      if (!transaction) ended.push([locks]);
      else transaction.push(locks);
    }
  }
  return ended.map((transaction) => transaction.filter(({ size }) => size > 0)).filter(({ length }) => length > 0);
}

/** A statement without what stands in quotes, on one line and in small letters. */
export function wordsOf(text: string): string {
  return text
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Also true of a commit that other statements are sent with. */
export function endsTransaction(words: string): boolean {
  return /(?:^|; )(?:commit|rollback)(?=;|$)/.test(words);
}

interface LockingSelect {
  /** Without the selects inside of it. */
  query: string;
  lock: string;
  /** The only table that is locked, if not all of them are. */
  of: string | undefined;
}

/** The selects of a statement that lock rows. */
export function lockingSelects(words: string): LockingSelect[] {
  return Array.from(words.matchAll(FOR_LOCK), ({ 1: lock = '', 2: of, index }) => {
    let [query, depth] = ['', 0];
    for (let at = index - 1; at >= 0 && depth >= 0; at -= 1) {
      if (words[at] === ')') depth += 1;
      if (depth === 0) query = `${words[at] ?? ''}${query}`;
      if (words[at] === '(') depth -= 1;
    }
    return { query, lock, of };
  });
}

/** The locks in the words of a statement. */
export function locksOf(words: string): Locks {
  const locks = new Map<string, number>();
  const add = (table: string, strength: number) => locks.set(table, Math.max(locks.get(table) ?? 0, strength));
  for (const [, change, table = ''] of words.matchAll(CHANGES)) {
    if (change === 'delete from') add(table, DELETED);
    else if (change === 'update' || words.includes('on conflict')) add(table, CHANGED);
  }
  for (const { query, lock, of } of lockingSelects(words)) {
    for (const [, table = '', alias] of query.matchAll(FROM))
      if (of === undefined || of === alias || of === table) add(table, STRENGTH[lock] ?? DELETED);
  }
  if (words.includes('pg_advisory')) add('advisory', DELETED);
  return locks;
}

/**
 * Whether a transaction of one operation locks two tables in one order and a transaction of the other in the other order,
 * without a lock before both that makes one of them wait. They deadlock if they meet at the same rows.
 */
export function hasOppositeOrders(one: readonly Transaction[], two: readonly Transaction[]): boolean {
  return one.some((first) => two.some((second) => areOpposite(first, second) || areOpposite(second, first)));
}

function areOpposite(first: Transaction, second: Transaction): boolean {
  const [mine, others] = [locksIn(first), locksIn(second)];
  const meeting = (lock: Lock) => others.filter((other) => excludes(lock, other));
  return mine.some((held) =>
    mine
      .filter(({ at, table }) => at > held.at && table !== held.table)
      .some((wanted) =>
        meeting(wanted).some((otherHeld) =>
          meeting(held).some(
            (otherWanted) =>
              otherWanted.at > otherHeld.at &&
              !mine.some((lock) => lock.at <= held.at && meeting(lock).some(({ at }) => at <= otherHeld.at)),
          ),
        ),
      ),
  );
}

function locksIn(transaction: Transaction): Lock[] {
  return transaction.flatMap((locks, at) => Array.from(locks, ([table, strength]) => ({ table, at, strength })));
}

function excludes(lock: Lock, other: Lock): boolean {
  return lock.table === other.table && lock.strength + other.strength >= 3;
}
