import type { Migration } from '#ground/database';

/**
 * Deliveries keep the facts of their event, so that they can be repeated when the event is pruned. What changes with each
 * delivery is apart from the webhook, whose revision it must not change; the row also serializes the deliveries of one
 * webhook. The unique index allows one delivery of an event to a webhook, and one more for each task that replays it; a
 * single delivery can be replayed any number of times.
 */
export const webhooks: Migration = {
  name: '0017-webhooks',
  up: `
    create table webhook (
      id text collate "C" primary key,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      organization_id text collate "C" not null references organization on delete cascade,
      created_by text collate "C" null references "user" on delete set null,
      name text not null,
      url text not null,
      secret text null,
      next_secret text null,
      secret_rotation_started_at timestamptz(3) null,
      enabled boolean not null,
      events text[] not null,
      disabled_at timestamptz(3) null,
      disabled_reason text null,
      check ((next_secret is null) = (secret_rotation_started_at is null)),
      check (disabled_at is null or not enabled)
    );
    create index webhook_organization on webhook (organization_id, id);

    create table webhook_state (
      webhook_id text collate "C" primary key references webhook on delete cascade,
      position bigint not null,
      last_triggered_at timestamptz(3) null,
      failing_since timestamptz(3) null,
      failures int not null default 0
    ) with (fillfactor = 50);

    create table webhook_delivery (
      id text collate "C" primary key,
      created_at timestamptz(3) not null default now(),
      webhook_id text collate "C" not null references webhook on delete cascade,
      organization_id text collate "C" not null,
      sequence bigint generated always as identity,
      subject text collate "C" not null,
      message_id text collate "C" not null,
      event_id text collate "C" null,
      event_name text not null,
      occurred_at timestamptz(3) not null,
      payload jsonb not null,
      replay_of text collate "C" null,
      replay_task text collate "C" null,
      status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'cancelled')),
      attempts int not null default 0,
      next_attempt_at timestamptz(3) null,
      attempting_until timestamptz(3) null,
      finished_at timestamptz(3) null,
      check ((status = 'pending') = (finished_at is null))
    ) with (fillfactor = 80);
    create index webhook_delivery_log on webhook_delivery (webhook_id, sequence);
    create unique index webhook_delivery_event on webhook_delivery
      (webhook_id, event_id, (coalesce(replay_task, case when replay_of is null then '' else id end)));
    create index webhook_delivery_pending on webhook_delivery (webhook_id, subject, sequence) where status = 'pending';
    create index webhook_delivery_finished on webhook_delivery (finished_at) where status <> 'pending';

    create table webhook_attempt (
      delivery_id text collate "C" not null references webhook_delivery on delete cascade,
      number int not null,
      started_at timestamptz(3) not null,
      duration_ms int not null,
      response_status int null,
      response_body text null,
      is_response_cut boolean not null default false,
      error text null,
      primary key (delivery_id, number)
    );
  `,
  down: 'drop table webhook_attempt, webhook_delivery, webhook_state, webhook;',
};
