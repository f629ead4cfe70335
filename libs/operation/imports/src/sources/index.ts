export { openFolderTree, type FolderOptions } from './folder/folder-tree.js';
export { openMailbox } from './mail/mailbox.js';
export { openBelow, UnreadableSource } from './open-below.js';
export { openPapra, type PapraOptions } from './papra/papra-archive.js';
export { openPaperlessExport } from './paperless/paperless-export.js';
