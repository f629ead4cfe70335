import type { Signal } from '#ground/history';

/** A preview that was made, or cannot be made. */
export interface EndedPreview {
  organizationId: string;
  documentId: string;
  page: number;
  width: number;
  status: 'available' | 'unavailable';
}

/** Sent to every process, for clients that wait for the picture. After a lost signal the client asks again anyway. */
export const PreviewEnded: Signal<EndedPreview> = { name: 'preview.ended' };
