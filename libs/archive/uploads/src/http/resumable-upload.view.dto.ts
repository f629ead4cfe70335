import type { DocumentView } from '#archive/documents/http';
import type { DateTime, Integer } from '#ground/http-kit';
import type { Progress, ResumableUpload } from '#archive/uploads';
import { uploadedDocumentView } from './uploaded-document.view.dto.js';

export class ResumableUploadView {
  id!: string;
  fileName!: string;
  /** Bytes of the whole file. */
  size!: Integer;
  /** Bytes that the server has: where to continue. */
  received!: Integer;
  /** Until then the upload can be continued. */
  expiresAt!: DateTime;
  /** The document that it became; null while bytes are missing. */
  documentId!: string | null;
}

/** With the document, once the last byte has arrived. */
export class ResumableUploadProgressView {
  upload!: ResumableUploadView;
  document?: DocumentView;
  /** Set when the same file was in the trash: its document was restored instead of adding another one. */
  isRestored?: boolean;
}

function resumableUploadView(upload: ResumableUpload): ResumableUploadView {
  const { id, fileName, size, received, expiresAt, documentId } = upload;
  return { id, fileName, size, received, expiresAt: expiresAt.toISOString(), documentId };
}

export function progressView({ upload, document }: Progress): ResumableUploadProgressView {
  return { upload: resumableUploadView(upload), ...(document ? uploadedDocumentView(document) : {}) };
}
