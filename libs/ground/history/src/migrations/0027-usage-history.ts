import type { Migration } from '#ground/database';

/**
 * What each organization stored at the end of a day (UTC); days without a change have no row. The days before this
 * migration are derived from the documents that exist: documents that were purged since then are missing in them.
 */
export const usageHistory: Migration = {
  name: '0027-usage-history',
  up: `
    create table usage_day (
      organization_id text collate "C" not null references organization_log on delete cascade,
      day date not null,
      documents bigint not null,
      bytes bigint not null,
      primary key (organization_id, day)
    );
    insert into usage_day (organization_id, day, documents, bytes)
    select organization_id, day, sum(documents) over until_day, sum(bytes) over until_day
    from (
      select d.organization_id, (d.created_at at time zone 'UTC')::date as day, count(*) as documents,
        sum(d.original_size) as bytes
      from document d join organization_log l on l.organization_id = d.organization_id group by 1, 2
    ) as added
    window until_day as (partition by organization_id order by day);
  `,
  down: 'drop table usage_day;',
};
