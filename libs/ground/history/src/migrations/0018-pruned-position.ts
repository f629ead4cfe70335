import type { Migration } from '#ground/database';

/**
 * Up to which position events of an organization have been removed, so that a reader who asks for events after an older
 * position learns that some are gone. For logs that were pruned before: the end of the last gap.
 */
export const prunedPosition: Migration = {
  name: '0018-pruned-position',
  up: `
    alter table organization_log add column pruned_position bigint not null default 0;
    with kept as (
      select organization_id, position, lag(position, 1, 0) over (partition by organization_id order by position) as before
      from event
    ), gaps as (
      select organization_id, max(position) as newest, max(position - 1) filter (where before <> position - 1) as gap_end
      from kept group by organization_id
    )
    update organization_log l
    set pruned_position = case when gaps.newest = l.event_position then coalesce(gaps.gap_end, 0) else l.event_position end
    from organization_log own left join gaps on gaps.organization_id = own.organization_id
    where l.organization_id = own.organization_id and l.event_position > 0;
  `,
  down: `alter table organization_log drop column pruned_position;`,
};
