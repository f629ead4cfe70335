import type { Migration } from '#ground/database';

/**
 * The log and the counters of each organization in a row of their own, which a transaction locks last. Events refer to
 * that row and not to the organization: writing one must not need a second lock that others take first. Who caused an
 * event is kept by id without a reference, because the history outlives users and keys; events written before have none.
 */
export const history: Migration = {
  name: '0010-history',
  up: `
    create table organization_log (
      organization_id text collate "C" primary key references organization on delete cascade,
      event_position bigint not null default 0,
      active_documents bigint not null default 0,
      active_bytes bigint not null default 0,
      trashed_documents bigint not null default 0,
      trashed_bytes bigint not null default 0
    ) with (fillfactor = 50);
    insert into organization_log
      (organization_id, event_position, active_documents, active_bytes, trashed_documents, trashed_bytes)
    select o.id, o.event_position,
      count(d.id) filter (where d.deleted_at is null),
      coalesce(sum(d.original_size) filter (where d.deleted_at is null), 0),
      count(d.id) filter (where d.deleted_at is not null),
      coalesce(sum(d.original_size) filter (where d.deleted_at is not null), 0)
    from organization o left join document d on d.organization_id = o.id group by o.id;
    alter table organization drop column event_position;

    alter table event
      drop constraint event_organization_id_fkey,
      add constraint event_organization_log foreign key (organization_id) references organization_log on delete cascade,
      add column actor_kind text null check (actor_kind in ('session', 'api-key', 'system')),
      add column actor_user_id text collate "C" null,
      add column actor_api_key_id text collate "C" null,
      add column actor_reason text null,
      add column request_id text null;
    create index event_age on event (created_at, id);
  `,
  down: `
    drop index event_age;
    alter table organization add column event_position bigint not null default 0;
    update organization o set event_position = l.event_position from organization_log l where l.organization_id = o.id;
    alter table event
      drop column actor_kind, drop column actor_user_id, drop column actor_api_key_id, drop column actor_reason,
      drop column request_id,
      drop constraint event_organization_log,
      add constraint event_organization_id_fkey foreign key (organization_id) references organization on delete cascade;
    drop table organization_log;
  `,
};
