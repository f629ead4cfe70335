import type { ComponentType } from 'react';
import type { PageSize } from './page-geometry';

export interface PageImageProps {
  /** Counted from 1. */
  page: number;
  /** On the screen, before the page is turned. */
  size: PageSize;
  isPaperDark: boolean;
  /** Small pictures next to the pages. */
  isThumbnail?: boolean;
}

/** Where the pages come from: the file itself, or pictures that the server has drawn. */
export interface PageSource {
  sizes: readonly PageSize[];
  /** Draws one page. */
  PageImage: ComponentType<PageImageProps>;
}
