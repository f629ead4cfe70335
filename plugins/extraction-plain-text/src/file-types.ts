import type { FileType } from '@archivolt/plugin-kit';

/** A book of the kind FictionBook. */
export const FICTION_BOOK: FileType = {
  type: 'application/x-fictionbook+xml',
  extensions: ['fb2'],
  magic: [{ bytes: '<FictionBook', within: 1000 }],
};

/** A web page with its pictures, saved as a mail (MHTML). */
export const WEB_ARCHIVE: FileType = {
  type: 'multipart/related',
  extensions: ['mht', 'mhtml'],
  magic: [
    { bytes: 'Snapshot-Content-Location:', within: 1000 },
    { bytes: 'From: <Saved by ' },
    { bytes: 'From: "Saved by ' },
  ],
};
