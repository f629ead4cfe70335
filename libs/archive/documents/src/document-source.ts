/** How a document came in. `plugin`: an intake plugin that is neither a mailbox nor a folder. */
export const DOCUMENT_SOURCES = ['upload', 'file-request', 'email', 'folder', 'plugin'] as const;

export type DocumentSource = (typeof DOCUMENT_SOURCES)[number];
