import type { Migration } from '../migration.js';

/** Answers kept for clients that send a request again. */
export const idempotency: Migration = {
  name: '0004-idempotency',
  up: `
    create table idempotency_key (
      actor text collate "C" not null,
      route text collate "C" not null,
      key text collate "C" not null,
      fingerprint text not null,
      answer json null,
      created_at timestamptz(3) not null,
      primary key (actor, route, key)
    );
    create index idempotency_key_age on idempotency_key (created_at);
  `,
  down: 'drop table idempotency_key;',
};
