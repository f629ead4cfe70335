import type { Migration } from '#ground/database';

/** The files in the file of a document, as they were last read. Null: there are none, or an earlier version has read it. */
export const documentAttachments: Migration = {
  name: '0047-document-attachments',
  up: 'alter table document add column attachments jsonb null;',
  down: 'alter table document drop column attachments;',
};
