import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '@archivolt/plugin-kit';

/** Rows of one kind that one part of the removal takes. */
const MOST_SEGMENTS = 100;
const MOST_BLOCKS = 5_000;
const MOST_DOCUMENTS = 2_000;
/** While other transactions have locked everything that is left. */
const PAUSE_MS = 100;

/** Segments that are being written find their row gone, and new ones wait for the end of the transaction. */
const END_BUILDS = ['lock table search_segments_build in exclusive mode', 'delete from search_segments_build'];

const CLEAR = [
  'delete from search_segments_segment',
  'delete from search_segments_block',
  'delete from search_segments_tail',
  'delete from search_segments_text',
];

/** Without their rows, segments that are being merged are given up, so they go before their blocks. */
const CLEAR_PART: readonly { table: string; key: string; most: number }[] = [
  { table: 'search_segments_segment', key: 'id', most: MOST_SEGMENTS },
  { table: 'search_segments_block', key: 'segment_id, first_term', most: MOST_BLOCKS },
  { table: 'search_segments_tail', key: 'organization_id, sequence', most: MOST_DOCUMENTS },
  { table: 'search_segments_text', key: 'sequence', most: MOST_DOCUMENTS },
];

export async function clearTexts(sql: Sql): Promise<void> {
  await sql.transaction(async (transaction) => {
    for (const statement of [...END_BUILDS, ...CLEAR]) await transaction.query(statement);
  });
}

/**
 * Removes some rows; false when none are left. What other transactions are changing is skipped, so this one waits for
 * no transaction that may be waiting for it.
 */
export async function clearSomeTexts(sql: Sql): Promise<boolean> {
  return sql.transaction(async (transaction) => {
    for (const statement of END_BUILDS) await transaction.query(statement);
    for (const { table, key, most } of CLEAR_PART) {
      const [row] = await transaction.query<{ removed: number }>(
        `with chosen as (select ${key} from ${table} order by ${key} limit $1 for update skip locked),
         gone as (delete from ${table} where (${key}) in (select ${key} from chosen) returning 1)
         select count(*)::int as removed from gone`,
        [most],
      );
      if (row !== undefined && row.removed > 0) return true;
    }
    if (await isEmpty(transaction)) return false;
    await delay(PAUSE_MS);
    return true;
  });
}

async function isEmpty(sql: Sql): Promise<boolean> {
  const isLeft = CLEAR_PART.map(({ table }) => `exists (select from ${table})`).join(' or ');
  const [row] = await sql.query<{ isLeft: boolean }>(`select ${isLeft} as "isLeft"`);
  return row?.isLeft === false;
}
