import type { SearchPage, SearchSort } from '@archivolt/plugin-kit';
import { selectByCreation, SequenceSet } from '../segments/index.js';
import { isOrderKnown } from './document-order.js';
import type { Matches } from './matches.js';
import { sequencesOf } from './matches.js';
import { orderedPage } from './ordered-page.js';
import type { Reading } from './reading.js';
import { orderBy, sortColumns, type PageWindow } from './sort-columns.js';
import { walkPage } from './sorted-walk.js';

/** Sizes that decide how a page is found; tests make them small. */
export interface PageSizes {
  /** Matches that are read and sorted to get one page of them. */
  sortedAtOnce: number;
  /**
   * Documents that are read in the wanted order to get to a page. For more, the whole order is read and remembered, which
   * is used from then on when the first documents do not have enough matches.
   */
  walkedAtMost: number;
}

export const PAGE_SIZES: PageSizes = { sortedAtOnce: 3_000, walkedAtMost: 8_192 };

/** The page of these matches in this order. */
export async function readPage(
  matches: Matches,
  sort: SearchSort,
  window: PageWindow,
  reading: Reading,
  { sortedAtOnce, walkedAtMost }: PageSizes,
): Promise<SearchPage> {
  const { parts, count } = matches;
  if (window.offset >= count || window.size <= 0) return { ids: [], count };
  if (sort.field === 'createdAt') {
    const { sequences, skip } = selectByCreation(parts, [], { ...window, order: sort.order });
    return { ids: await readIds(sequences, sort, { offset: skip, size: window.size }, reading), count };
  }
  if (count <= sortedAtOnce) {
    const sequences = [...(await sequencesOf(matches, reading))];
    return { ids: await readIds(sequences, sort, window, reading), count };
  }
  const members = await SequenceSet.of(parts, () => reading.pacer.step());
  const documents = parts.reduce((sum, { directory }) => sum + directory.size, 0);
  const isFar = ((window.offset + window.size) * documents) / count > walkedAtMost;
  // Matches may all be far from this end of the order, for instance those of one script in an order by name.
  const mostWalked = members === undefined ? Infinity : isOrderKnown(sort.field, reading) ? 0 : walkedAtMost;
  const walked = isFar ? undefined : await walkPage(matches, sort, window, { members, reading, mostWalked });
  if (walked) return { ids: walked, count };
  const page = members && (await orderedPage(matches, sort, window, { members, reading }));
  if (page)
    return { ids: await readIds(page.sequences, sort, { offset: page.skip, size: window.size }, reading), count };
  return { ids: (await walkPage(matches, sort, window, { members, reading })) ?? [], count };
}

/** `offset 0` looks each document up by its number: all of the organization would be read where most are small. */
async function readIds(
  sequences: readonly number[],
  sort: SearchSort,
  { offset, size }: PageWindow,
  { organizationId, session }: Reading,
): Promise<string[]> {
  const columns = sortColumns(sort).map(({ name }) => name);
  const rows = await session.query<{ id: string }>(
    `select d.id from unnest($1::bigint[]) as wanted(sequence) cross join lateral (
       select ${columns.join(', ')} from document
       where sequence = wanted.sequence and organization_id = $2 and deleted_at is null offset 0) d
     order by ${orderBy(sort)} limit $3 offset $4`,
    [sequences, organizationId, size, offset],
  );
  return rows.map(({ id }) => id);
}
