/**
 * The log of an organization, which the core moves on with each change of a document. Here triggers do it, so that a
 * test that forgets it cannot exist. An event names its document, as those of the core do.
 */
export const CORE_LOG = `
  create table organization_log (
    organization_id text collate "C" primary key,
    event_position bigint not null default 0
  );
  create table event (
    id text collate "C" primary key default gen_random_uuid()::text,
    organization_id text collate "C" not null,
    position bigint not null,
    name text not null,
    payload jsonb not null,
    unique (organization_id, position)
  );
  create function note_change() returns trigger language plpgsql as $$
  declare
    changed record := coalesce(new, old);
    document_of text;
    organization text;
    at bigint;
  begin
    document_of := case tg_table_name when 'document' then to_jsonb(changed) ->> 'id' else to_jsonb(changed) ->> 'document_id' end;
    organization := coalesce(to_jsonb(changed) ->> 'organization_id', (select d.organization_id from document d where d.id = document_of));
    if organization is null then return null; end if;
    insert into organization_log values (organization, 1)
      on conflict (organization_id) do update set event_position = organization_log.event_position + 1
      returning event_position into at;
    insert into event (organization_id, position, name, payload) values (organization, at,
      case when tg_table_name = 'document' and tg_op = 'DELETE' then 'document:purged' else 'document:updated' end,
      jsonb_build_object('documentId', document_of));
    return null;
  end $$;
  create trigger note_document after insert or update or delete on document for each row execute function note_change();
  create trigger note_tag after insert or update or delete on document_tag for each row execute function note_change();
  create trigger note_property after insert or update or delete on document_custom_property
    for each row execute function note_change();
`;
