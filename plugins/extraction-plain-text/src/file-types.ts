import type { FileType } from '@archivolt/plugin-kit';

/** A book of the kind FictionBook. */
export const FICTION_BOOK: FileType = {
  type: 'application/x-fictionbook+xml',
  extensions: ['fb2'],
  magic: [{ bytes: '<FictionBook', within: 1000 }],
};

/** A mail as Apple Mail keeps it. */
export const APPLE_MAIL: FileType = { type: 'message/x-emlx', extensions: ['emlx'] };

/** What Outlook packs into `winmail.dat`. */
export const TNEF: FileType = {
  type: 'application/vnd.ms-tnef',
  extensions: ['tnef'],
  magic: [{ bytes: [0x78, 0x9f, 0x3e, 0x22] }],
};

/** A file or a mail with its signature, or one that is encrypted. The host knows the binary form. */
export const CMS: FileType = {
  type: 'application/pkcs7-mime',
  extensions: ['p7m'],
  magic: [{ bytes: '-----BEGIN PKCS7-----' }, { bytes: '-----BEGIN CMS-----' }],
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
