import type { Migration } from '#ground/database';

/** Counters of `rate-limiter-flexible`: these columns in this order are its own. `expire` is in milliseconds. */
export const rateLimits: Migration = {
  name: '0006-rate-limits',
  up: `
    create table rate_limit (
      key text collate "C" primary key,
      points integer not null default 0,
      expire bigint
    );
  `,
  down: 'drop table rate_limit;',
};
