import type { Migration } from '#ground/database';

/**
 * How many active documents have each tag: a number for each tag, and differences that are not in it yet. Differences
 * are only ever added, so writers that use the same tag do not wait for each other. They are written by triggers, which
 * see every change of `document_tag` and every move to the trash or out of it, after the locks were taken. The triggers
 * are made before the first count: making them waits until nothing else writes. The locks are taken in the order in
 * which processes that still run write these tables.
 *
 * A connection keeps the plan of a trigger for as many rows as its first call had. `offset 0` keeps that plan from reading
 * all documents for each row later, and `existing.id` from reading those of a tag that is deleted.
 */
export const tagCounts: Migration = {
  name: '0043-tag-counts',
  up: `
    lock table tag, document, document_tag in share row exclusive mode;

    create table tag_count (
      tag_id text collate "C" primary key references tag on delete cascade,
      documents bigint not null
    );
    create table tag_count_difference (
      id bigint generated always as identity primary key,
      tag_id text collate "C" not null,
      documents bigint not null
    );
    create index tag_count_difference_tag on tag_count_difference (tag_id) include (documents);

    create function tag_count_tagged() returns trigger language plpgsql as $$ begin
      insert into tag_count_difference (tag_id, documents)
      select c.tag_id, case tg_op when 'INSERT' then count(*) else -count(*) end
      from changed_rows c
        cross join lateral (select t.id from tag t where t.id = c.tag_id offset 0) existing
        cross join lateral (select from document d
          where d.id = c.document_id and d.deleted_at is null and existing.id = c.tag_id offset 0) active
      group by c.tag_id;
      return null;
    end $$;
    create function tag_count_moved() returns trigger language plpgsql as $$ begin
      insert into tag_count_difference (tag_id, documents)
      select tag_id, case when new.deleted_at is null then 1 else -1 end
      from document_tag where document_id = new.id;
      return null;
    end $$;

    create trigger tag_count_insert after insert on document_tag
      referencing new table as changed_rows for each statement execute function tag_count_tagged();
    create trigger tag_count_delete after delete on document_tag
      referencing old table as changed_rows for each statement execute function tag_count_tagged();
    create trigger tag_count_trash after update of deleted_at on document for each row
      when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function tag_count_moved();

    insert into tag_count (tag_id, documents)
    select dt.tag_id, count(*) from document_tag dt join document d on d.id = dt.document_id
    where d.deleted_at is null group by dt.tag_id;
  `,
  down: `
    drop function tag_count_tagged, tag_count_moved cascade;
    drop table tag_count_difference;
    drop table tag_count;
  `,
};
