import type { FileType } from '@archivolt/plugin-kit';

/** The mails of a folder in one file. */
export const MAILBOX: FileType = {
  type: 'application/mbox',
  extensions: ['mbox'],
  // What Thunderbird writes; other lines that begin with `From` begin letters, too.
  magic: [{ bytes: 'From - ' }, { bytes: 'From MAILER-DAEMON' }],
};
