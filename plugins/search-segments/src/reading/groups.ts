import type { SearchGroups } from '@archivolt/plugin-kit';
import { sequencesOf, type Matches } from './matches.js';
import type { Reading } from './reading.js';

const MOST_GROUPS = 20;
const PIECE = 4_096;

/** Matches are counted in every way by one statement. */
const GROUPS = `
      with matches as materialized (
        select d.id, lower(d.mime_type) collate "C" as mime_type,
          extract(year from d.document_date at time zone 'UTC')::int as year
        from unnest($1::bigint[]) m (sequence) join document d on d.sequence = m.sequence
        where d.organization_id = $2 and d.deleted_at is null),
      tags as (
        select t.tag_id, count(*) as count from matches m join document_tag t on t.document_id = m.id
        group by t.tag_id order by count desc, t.tag_id limit ${String(MOST_GROUPS)}),
      mime_types as (
        select mime_type, count(*) as count from matches
        group by mime_type order by count desc, mime_type limit ${String(MOST_GROUPS)}),
      years as (
        select year, count(*) as count, row_number() over (order by year is null, count(*) desc, year) as rank
        from matches group by year),
      property_values as (
        select v.property_id, v.option_id, v.boolean_value, count(*) as count,
          row_number() over (
            partition by v.property_id order by count(*) desc, v.option_id, v.boolean_value) as rank
        from matches m join document_custom_property v on v.document_id = m.id
        where v.option_id is not null or v.boolean_value is not null
        group by v.property_id, v.option_id, v.boolean_value)
      select
        (select coalesce(jsonb_agg(jsonb_build_object('tagId', tag_id, 'count', count)
          order by count desc, tag_id), '[]') from tags) as "tags",
        (select coalesce(jsonb_agg(jsonb_build_object('mimeType', mime_type, 'count', count)
          order by count desc, mime_type), '[]') from mime_types) as "mimeTypes",
        (select coalesce(jsonb_agg(jsonb_build_object('year', year, 'count', count)
          order by rank), '[]') from years where year is null or rank <= ${String(MOST_GROUPS)}) as "years",
        (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('propertyId', property_id,
            'optionId', option_id, 'boolean', boolean_value, 'count', count))
          order by property_id, rank), '[]') from property_values where rank <= ${String(MOST_GROUPS)}) as "properties"`;

export async function countInGroups(matches: Matches, reading: Reading): Promise<SearchGroups> {
  const sequences = await sequencesOf(matches, reading);
  await reading.session.planForValues();
  const [groups] = await reading.session.query<SearchGroups>(GROUPS, [
    await arrayLiteral(sequences, reading),
    reading.organizationId,
  ]);
  if (groups === undefined) throw new Error('counting returns one row');
  return groups;
}

/** As PostgreSQL reads an array; made in steps, because there may be a million. */
async function arrayLiteral(numbers: Float64Array, { pacer }: Reading): Promise<string> {
  const pieces: string[] = [];
  for (let start = 0; start < numbers.length; start += PIECE) {
    pieces.push(numbers.subarray(start, start + PIECE).join(','));
    await pacer.step();
  }
  return `{${pieces.join(',')}}`;
}
