import type { Migration } from '#ground/database';

const RECORDED = `
      id text collate "C" not null,
      created_at timestamptz(3) not null,
      organization_id text collate "C" null,
      action text collate "C" not null,
      actor_type text not null check (actor_type in ('user', 'api-key', 'system', 'visitor', 'anonymous')),
      actor_user_id text collate "C" null,
      actor_api_key_id text collate "C" null,
      actor_reason text null,
      address text null,
      user_agent text null,
      request_id text null,
      target_type text null,
      target_id text collate "C" null,
      target_name text null,
      details jsonb not null`;

/**
 * Entries wait in a table without a key that requests could contend for; one worker moves them into chains. Nothing refers
 * to users or organizations: the log outlives them. Sealed entries cannot be changed, and removed only up to the cut that
 * their chain records. Events keep address and browser of their request until they are copied into a chain.
 */
export const audit: Migration = {
  name: '0031-audit',
  up: `
    alter table event add column client_address text null, add column user_agent text null;

    create table audit_pending (
      ordinal bigint generated always as identity primary key,
      chain_id text collate "C" not null,
      ${RECORDED}
    );
    create index audit_pending_chain on audit_pending (chain_id, ordinal);

    create table audit_chain (
      id text collate "C" primary key,
      organization_id text collate "C" null,
      last_sequence bigint not null default 0,
      head_hash text not null default '',
      event_position bigint not null default 0,
      cut_sequence bigint not null default 0,
      cut_hash text not null default '',
      cut_at timestamptz(3) null
    ) with (fillfactor = 50);

    create table audit_entry (
      chain_id text collate "C" not null,
      sequence bigint not null,
      ${RECORDED},
      previous_hash text not null,
      hash text not null,
      primary key (chain_id, sequence)
    );
    create unique index audit_entry_id on audit_entry (id);
    create index audit_entry_time on audit_entry (created_at, id);
    create index audit_entry_chain_time on audit_entry (chain_id, created_at, sequence);
    create index audit_entry_action on audit_entry (chain_id, action, sequence);
    create index audit_entry_actor on audit_entry (chain_id, actor_user_id, sequence) where actor_user_id is not null;
    create index audit_entry_target on audit_entry (chain_id, target_id, sequence) where target_id is not null;

    create table audit_check (
      chain_id text collate "C" primary key,
      requested_at timestamptz(3) null,
      checked_at timestamptz(3) null,
      checked_entries bigint not null default 0,
      last_sequence bigint not null default 0,
      head_hash text null,
      problem_sequence bigint null,
      problem_kind text null,
      problem_message text null
    );

    create function audit_entry_is_final() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.sequence <= (select cut_sequence from audit_chain where id = old.chain_id) then
          return old;
        end if;
      end if;
      raise exception 'entries of the audit log are never changed or removed' using errcode = 'insufficient_privilege';
    end
    $$;
    create trigger audit_entry_is_final before update or delete on audit_entry
      for each row execute function audit_entry_is_final();
    create trigger audit_entries_are_final before truncate on audit_entry
      for each statement execute function audit_entry_is_final();
  `,
  down: `
    drop table audit_check, audit_entry, audit_chain, audit_pending;
    drop function audit_entry_is_final;
    alter table event drop column client_address, drop column user_agent;
  `,
};
