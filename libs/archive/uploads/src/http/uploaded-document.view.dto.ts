import { documentView, type DocumentView } from '#archive/documents/http';
import type { UploadedDocument } from '#archive/documents';

export class UploadedDocumentView {
  document!: DocumentView;
  /** Set when the same file was in the trash: its document was restored instead of adding another one. */
  isRestored?: boolean;
}

export function uploadedDocumentView(document: UploadedDocument): UploadedDocumentView {
  return { document: documentView(document), ...(document.isRestored ? { isRestored: true } : {}) };
}
