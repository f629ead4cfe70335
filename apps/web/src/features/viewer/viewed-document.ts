/** What the viewer has to know of a document. */
export interface ViewedDocument {
  organizationId: string;
  documentId: string;
  mimeType: string;
  /** The text that was read; undefined while it is not known. */
  content: string | undefined;
  isRead: boolean;
  preview:
    { status: 'available' | 'pending' | 'unavailable'; version: string | null; pagesCount: number | null } | undefined;
  /** Why there is no text, as the server says it. */
  reason: string | null;
}

const DRAWN = /^(image\/|application\/pdf$)/;

/** Whether the server draws, or will draw, pages of the document. */
export const hasPictures = ({ preview, mimeType }: ViewedDocument): boolean =>
  preview?.status === 'available' || (preview?.status !== 'unavailable' && DRAWN.test(mimeType));
