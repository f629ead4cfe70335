/** Widths of previews in pixels. Each is a file, so clients choose among few. */
export const PREVIEW_WIDTHS = [240, 800, 1600] as const;

/** A picture of a document. */
export interface PreviewPlace {
  documentId: string;
  /** Counted from 1. */
  page: number;
  width: number;
}

/** The one that every document has: its first page, small. */
export const THUMBNAIL = { page: 1, width: 240 } as const satisfies Omit<PreviewPlace, 'documentId'>;

export function isThumbnail({ page, width }: Omit<PreviewPlace, 'documentId'>): boolean {
  return page === THUMBNAIL.page && width === THUMBNAIL.width;
}

/** A page that is long, such as a receipt, is drawn narrower than asked so that it is not higher than this. */
export function greatestHeight(width: number): number {
  return width * 4;
}
