import type { Attachment } from '#libs/extraction';

/** A file in the file of a document that has a text, and which pages of the content it has. */
export type AttachmentPages = Pick<Attachment, 'name' | 'pagesCount' | 'path'> & { firstPage: number };

/** Which file in the file of a document something is in. */
export type AttachmentName = Pick<Attachment, 'name' | 'path'>;

/** The file that a page of the content is of; null when it is of the file of the document itself. */
export function attachmentOfPage(attachments: readonly AttachmentPages[], page: number): AttachmentName | null {
  // They are in the order of their pages.
  const found = attachments.findLast(({ firstPage }) => firstPage <= page);
  if (found === undefined || page >= found.firstPage + found.pagesCount) return null;
  return { name: found.name, path: found.path };
}
