import type { ExtractionService } from '#capabilities/extraction';

export const PDF = 'application/pdf';

/** Whether the pages of files of this type can be those of a PDF. */
export function isMergeable(extraction: ExtractionService, mimeType: string): boolean {
  if (!extraction.joinsFiles(PDF)) return false;
  return mimeType === PDF || (mimeType.startsWith('image/') && extraction.draws(mimeType));
}
