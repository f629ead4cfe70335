import type { Migration } from '#ground/database';

/**
 * Documents that wait for a service, the services that are away, and the progress of running extractions. Progress is
 * not worth a write-ahead log: it is lost in a crash, and the extraction starts again.
 */
export const remoteExtraction: Migration = {
  name: '0013-remote-extraction',
  up: `
    alter table document drop constraint document_extraction_status_check;
    alter table document add constraint document_extraction_status_check
      check (extraction_status in ('pending', 'running', 'waiting', 'completed'));
    alter table document add column extraction_next_attempt_at timestamptz(3) null;
    create table remote_outage (
      plugin text collate "C" primary key,
      failures integer not null,
      since timestamptz(3) not null,
      next_attempt_at timestamptz(3) not null,
      reason text not null
    );
    create unlogged table extraction_progress (
      document_id text collate "C" primary key references document on delete cascade,
      done integer not null,
      total integer null
    );
  `,
  down: `
    drop table extraction_progress;
    drop table remote_outage;
    update document set extraction_status = 'pending' where extraction_status = 'waiting';
    alter table document drop column extraction_next_attempt_at;
    alter table document drop constraint document_extraction_status_check;
    alter table document add constraint document_extraction_status_check
      check (extraction_status in ('pending', 'running', 'completed'));
  `,
};
