import type { FileType } from '@archivolt/plugin-kit';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The mails of a folder in one file. */
export const MAILBOX: FileType = {
  type: 'application/mbox',
  extensions: ['mbox'],
  // What Thunderbird writes, with the day; other lines that begin with `From` begin letters, too.
  magic: [...DAYS.map((day) => ({ bytes: `From - ${day} ` })), { bytes: 'From MAILER-DAEMON' }],
};
