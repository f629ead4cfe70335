import type { Migration } from '#ground/database';

/**
 * Until when a retention rule locks a document: its file must not be changed, and it must not be purged. A lock stays
 * whatever happens to the rule and to what its search finds, and goes with the document once its time is over.
 */
export const retentionLocks: Migration = {
  name: '0078-retention-locks',
  up: `
    create table retention_lock (
      document_id text collate "C" primary key references document on delete cascade,
      organization_id text collate "C" not null references organization on delete cascade,
      rule_id text collate "C" not null,
      rule_name text not null,
      until date not null
    );
    create index retention_lock_organization on retention_lock (organization_id, until);
    create index retention_lock_rule on retention_lock (rule_id, until);
  `,
  down: 'drop table retention_lock;',
};
