import type { Integer } from '#ground/http-kit';

/** Without the documents that were so already. */
export class ChangedDocumentsView {
  changedDocumentIds!: string[];
  changedCount!: Integer;
}
