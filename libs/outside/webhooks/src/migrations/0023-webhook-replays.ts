import type { Migration } from '#ground/database';

/** The last task that has replayed events of a webhook: one runs at a time. */
export const webhookReplays: Migration = {
  name: '0023-webhook-replays',
  up: 'alter table webhook_state add column replay_task text collate "C" null;',
  down: 'alter table webhook_state drop column replay_task;',
};
