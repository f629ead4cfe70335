import { previewView, type PreviewView } from '#archive/documents/http';
import type { DateTime, Integer } from '#ground/http-kit';
import type { SharedDocument } from '#outside/links';

/** What visitors see of a document. */
export class SharedDocumentView {
  name!: string;
  /** Bytes. */
  size!: Integer;
  mimeType!: string;
  /** Null when it is not known. */
  pageCount!: Integer | null;
  preview!: PreviewView;
}

export class VisitedShareLinkView {
  expiresAt!: DateTime | null;
  /** Null: any number. */
  downloadsLeft!: Integer | null;
}

export interface SharedDocumentResponse {
  document: SharedDocumentView;
  shareLink: VisitedShareLinkView;
}

export function sharedDocumentResponse({ document, expiresAt, downloadsLeft }: SharedDocument): SharedDocumentResponse {
  const preview = previewView(document.preview ?? null, document);
  return {
    document: {
      name: document.name,
      size: document.originalSize,
      mimeType: document.mimeType,
      pageCount: preview.pagesCount,
      preview,
    },
    shareLink: { expiresAt: expiresAt?.toISOString() ?? null, downloadsLeft },
  };
}
