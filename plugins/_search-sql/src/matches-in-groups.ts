/** At most so many groups of each kind; of years also the matches without a date. */
const MOST_GROUPS = 20;

/** What a statement must select of `document d` so that {@link groupsOfMatches} can count its rows. */
export const COLUMNS_OF_GROUPS: readonly string[] = [
  'd.id',
  'lower(d.mime_type) collate "C" as mime_type',
  `extract(year from d.document_date at time zone 'UTC')::int as year`,
];

/**
 * A statement with one row, a `SearchGroups`. `matches` is a statement that selects {@link COLUMNS_OF_GROUPS} of each
 * match: it runs once, so that all counts are of the same moment.
 */
export function groupsOfMatches(matches: string): string {
  return `
    with matches as materialized (${matches}),
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
}
