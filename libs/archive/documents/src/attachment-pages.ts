import type { Attachment, Extraction } from '#capabilities/extraction';

/** As it is kept with the document. */
export type StoredAttachment = Attachment & {
  /** A person has written a content with other pages: the first page is one of the file as it was read. */
  isInContent?: false;
};

/** A file in the file of a document that has a text, and which pages of the content it has. */
export type AttachmentPages = Pick<Attachment, 'name' | 'pagesCount' | 'path'> & { firstPage: number };

/** Which file in the file of a document something is in. */
export type AttachmentName = Pick<Attachment, 'name' | 'path'>;

/** The files in the file when the document keeps, or gets, the content `kept` instead of the text that was read. */
export function storedAttachments(
  { attachments, text }: Pick<Extraction, 'attachments' | 'text'>,
  kept: string,
): readonly StoredAttachment[] {
  if (countOfPages(kept) === countOfPages(text)) return attachments;
  return attachments.map((attachment) => ({ ...attachment, isInContent: false }));
}

/** The same in SQL, for a document with these columns that gets the content of the parameter. */
export function attachmentsBeside(content: string): string {
  const count = (text: string) => `length(${text}) - length(replace(${text}, chr(12), ''))`;
  return `case when d.attachments is null then null
    when ${count('d.content')} = ${count(`${content}::text`)} then d.attachments
    else (select jsonb_agg(a.file || '{"isInContent": false}' order by a.place)
      from jsonb_array_elements(d.attachments) with ordinality as a(file, place)) end`;
}

/** Form feeds separate them. */
function countOfPages(content: string): number {
  let count = 1;
  for (let at = content.indexOf('\f'); at >= 0; at = content.indexOf('\f', at + 1)) count += 1;
  return count;
}

/** The file that a page of the content is of; null when it is of the file of the document itself. */
export function attachmentOfPage(attachments: readonly AttachmentPages[], page: number): AttachmentName | null {
  // They are in the order of their pages.
  const found = attachments.findLast(({ firstPage }) => firstPage <= page);
  if (found === undefined || page >= found.firstPage + found.pagesCount) return null;
  return { name: found.name, path: found.path };
}
