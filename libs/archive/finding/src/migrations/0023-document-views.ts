import type { Migration } from '#ground/database';

/**
 * A private view belongs to one user and is deleted with the account; a shared one outlives its creator. Names are unique
 * among the shared views of an organization, and among the private ones of each user.
 */
export const documentViews: Migration = {
  name: '0023-document-views',
  up: `
    create table document_view (
      id text collate "C" primary key,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      organization_id text collate "C" not null references organization on delete cascade,
      created_by text collate "C" null references "user" on delete set null,
      private_to text collate "C" null references "user" on delete cascade,
      parent_id text collate "C" null references document_view on delete set null,
      position int not null,
      name text not null check (char_length(name) between 1 and 255),
      query text not null check (char_length(query) <= 1024),
      description text null check (char_length(description) <= 256),
      is_pinned boolean not null,
      sort_field text null,
      sort_order text null,
      columns text[] null,
      layout text null
    );
    create unique index document_view_name on document_view (organization_id, coalesce(private_to, ''), name);
    create index document_view_parent on document_view (parent_id) where parent_id is not null;
    create index document_view_created_by on document_view (created_by) where created_by is not null;
    create index document_view_private_to on document_view (private_to) where private_to is not null;
  `,
  down: 'drop table document_view;',
};
