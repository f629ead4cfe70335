import type { Sql } from '@archivolt/plugin-kit';

/** Rows of the tail that one part of the removal takes. */
const MOST_DOCUMENTS = 2_000;

/**
 * A segment that is being written finds its row gone, and no process begins another one before the end of the
 * transaction.
 */
const END_BUILD = `
  insert into search_segments_build (organization_id, segment_id)
  values ($1, nextval('search_segments_number'))
  on conflict (organization_id) do update set renewed_at = clock_timestamp() returning segment_id`;

const IS_EMPTY = 'not exists (select from document d where d.organization_id = $1)';

const REMOVE_SEGMENT = `
  with gone as (
    delete from search_segments_segment where id = (
      select id from search_segments_segment where organization_id = $1 and ${IS_EMPTY} limit 1)
    returning id),
  blocks as (delete from search_segments_block where segment_id in (select id from gone))
  select id from gone`;

const REMOVE_TAIL = `
  delete from search_segments_tail where organization_id = $1 and sequence in (
    select sequence from search_segments_tail where organization_id = $1 and ${IS_EMPTY} order by sequence limit $2)
  returning sequence`;

/**
 * Removes what is left of an organization without documents: a segment, or what the tail says of documents that are
 * gone. False when nothing is left.
 */
export async function clearSomeOfOrganization(organizationId: string, sql: Sql): Promise<boolean> {
  return sql.transaction(async (transaction) => {
    const [build] = await transaction.query<{ segment_id: string }>(END_BUILD, [organizationId]);
    await transaction.query('delete from search_segments_block where segment_id = $1', [build?.segment_id]);
    const [segment] = await transaction.query(REMOVE_SEGMENT, [organizationId]);
    const marks = segment ? [] : await transaction.query(REMOVE_TAIL, [organizationId, MOST_DOCUMENTS]);
    await transaction.query('delete from search_segments_build where organization_id = $1', [organizationId]);
    return segment !== undefined || marks.length > 0;
  });
}
