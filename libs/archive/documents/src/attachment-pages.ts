import type { Attachment, Extraction } from '#capabilities/extraction';

/** A file in the file of a document, as the document stores it. */
export type StoredAttachment = Attachment & {
  /** False when a person has written other pages into the content: `firstPage` is then a page of the file as read. */
  isInContent?: false;
};

/** A file in the file of a document that has a text, with the pages that its text takes in the content. */
export type AttachmentPages = Pick<Attachment, 'name' | 'pagesCount' | 'path'> & { firstPage: number };

/** Names a file in the file of a document. */
export type AttachmentName = Pick<Attachment, 'name' | 'path'>;

/**
 * Returns the attachments to store when the document keeps, or gets, the content `kept` instead of the text that was
 * read.
 */
export function storedAttachments(
  { attachments, text }: Pick<Extraction, 'attachments' | 'text'>,
  kept: string,
): readonly StoredAttachment[] {
  if (countOfPages(kept) === countOfPages(text)) return attachments;
  return attachments.map((attachment) => ({ ...attachment, isInContent: false }));
}

/** Returns the SQL of {@link storedAttachments} for `document d`, which gets the content of the parameter. */
export function attachmentsBeside(content: string): string {
  const count = (text: string) => `length(${text}) - length(replace(${text}, chr(12), ''))`;
  return `case when d.attachments is null then null
    when ${count('d.content')} = ${count(`${content}::text`)} then d.attachments
    else (select jsonb_agg(a.file || '{"isInContent": false}' order by a.place)
      from jsonb_array_elements(d.attachments) with ordinality as a(file, place)) end`;
}

/** Counts the pages of a content, which form feeds separate. */
function countOfPages(content: string): number {
  let count = 1;
  for (let at = content.indexOf('\f'); at >= 0; at = content.indexOf('\f', at + 1)) count += 1;
  return count;
}

/** Returns the attachment that a page of the content belongs to, or null when it belongs to the document's own file. */
export function attachmentOfPage(attachments: readonly AttachmentPages[], page: number): AttachmentName | null {
  // The attachments are in the order of their pages.
  const found = attachments.findLast(({ firstPage }) => firstPage <= page);
  if (found === undefined || page >= found.firstPage + found.pagesCount) return null;
  return { name: found.name, path: found.path };
}
