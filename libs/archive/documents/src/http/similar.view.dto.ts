import type { SimilarDocuments } from '#archive/documents';
import type { Integer } from '#ground/http-kit';
import { detailedDocumentView, DocumentView } from './document.view.dto.js';

/** A document that is like another one; without its text. */
export class SimilarDocumentView extends DocumentView {
  /** From 0 to 1: how much of the rare words, and of all words, both have. */
  score!: number;
  /** Whether both have nearly the same text: another scan or version, and not the bill of the next month. */
  isNearDuplicate!: boolean;
}

export class SimilarDocumentsView {
  documents!: SimilarDocumentView[];
  /** All that are similar, not only those of the page; at most 50. */
  documentsCount!: Integer;
  /** False: the search engine of this installation does not find similar documents. */
  isSupported!: boolean;
}

export function similarDocumentsView({ documents, ...found }: SimilarDocuments): SimilarDocumentsView {
  return {
    ...found,
    documents: documents.map(({ score, isNearDuplicate, ...document }) => ({
      ...detailedDocumentView(document),
      score,
      isNearDuplicate,
    })),
  };
}
