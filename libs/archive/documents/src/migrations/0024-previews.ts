import type { Migration } from '#ground/database';

/**
 * Pictures of pages. A row goes with its document; its file is then marked for removal, whatever removed the row.
 * Documents that are there already get a row for their thumbnail, which a scheduled task finds.
 */
export const previews: Migration = {
  name: '0024-previews',
  up: `
    create table document_preview (
      document_id text collate "C" not null references document on delete cascade,
      organization_id text collate "C" not null,
      page int not null check (page > 0),
      width int not null check (width > 0),
      status text not null check (status in ('missing', 'off', 'pending', 'available', 'unavailable')),
      outcome text null,
      reason text null,
      attempts int not null default 0,
      pages_count int null,
      storage_key text collate "C" null,
      bytes int null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (document_id, page, width),
      check ((status = 'available') = (storage_key is not null))
    );
    create index document_preview_undrawn on document_preview (document_id)
      where status in ('missing', 'off') or outcome = 'failed';
    create index document_preview_waiting on document_preview (organization_id) where status = 'pending';

    create function document_preview_remove_files() returns trigger language plpgsql as $$ begin
      update stored_file set state = 'deleting' where storage_key in (
        select f.storage_key from stored_file f
        join removed_rows r on r.storage_key = f.storage_key order by f.storage_key for no key update of f);
      return null;
    end $$;
    create trigger document_preview_files after delete on document_preview
      referencing old table as removed_rows for each statement execute function document_preview_remove_files();

    insert into document_preview (document_id, organization_id, page, width, status)
    select id, organization_id, 1, 240, 'missing' from document;
  `,
  down: `
    update stored_file set state = 'deleting' where storage_key in (select storage_key from document_preview);
    drop table document_preview;
    drop function document_preview_remove_files();
  `,
};
