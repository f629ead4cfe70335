import type { SearchPage, SearchSort } from '@archivolt/plugin-kit';
import { selectByCreation } from '../segments/index.js';
import type { Matches } from './matches.js';
import { sequencesOf } from './matches.js';
import type { Reading } from './reading.js';
import { orderBy, type PageWindow } from './sort-columns.js';
import { walkPage } from './sorted-walk.js';

/** Matches that are read and sorted to get one page of them. */
const SORTED_AT_ONCE = 3_000;

/** The page of these matches in this order. */
export async function readPage(
  matches: Matches,
  sort: SearchSort,
  window: PageWindow,
  reading: Reading,
  sortedAtOnce = SORTED_AT_ONCE,
): Promise<SearchPage> {
  const { parts, count } = matches;
  if (window.offset >= count || window.size <= 0) return { ids: [], count };
  if (sort.field === 'createdAt') {
    const { sequences, skip } = selectByCreation(parts, [], { ...window, order: sort.order });
    return { ids: await readIds(sequences, sort, { offset: skip, size: window.size }, reading), count };
  }
  if (count > sortedAtOnce) return { ids: await walkPage(matches, sort, window, reading), count };
  const sequences = [...(await sequencesOf(matches, reading))];
  return { ids: await readIds(sequences, sort, window, reading), count };
}

async function readIds(
  sequences: readonly number[],
  sort: SearchSort,
  { offset, size }: PageWindow,
  { organizationId, session }: Reading,
): Promise<string[]> {
  const rows = await session.query<{ id: string }>(
    `select d.id from document d
     where d.sequence = any($1::bigint[]) and d.organization_id = $2 and d.deleted_at is null
     order by ${orderBy(sort)} limit $3 offset $4`,
    [sequences, organizationId, size, offset],
  );
  return rows.map(({ id }) => id);
}
