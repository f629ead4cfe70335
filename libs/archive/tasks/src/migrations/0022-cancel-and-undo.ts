import type { Migration } from '#ground/database';

/** Tasks that were added before cannot be cancelled: their jobs may be running with code that does not check. */
export const cancelAndUndo: Migration = {
  name: '0022-cancel-and-undo',
  up: `
    alter table task
      add is_cancellable boolean not null default false,
      add is_undoable boolean not null default false,
      add permissions text[] not null default '{}',
      add undone_by text collate "C" null;
  `,
  down: 'alter table task drop is_cancellable, drop is_undoable, drop permissions, drop undone_by;',
};
