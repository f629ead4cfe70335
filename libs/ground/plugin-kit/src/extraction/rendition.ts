import type { UndrawnOutcome } from './page-drawing.js';

/** What a rendition may be. */
export interface RenditionLimits {
  /** UTF-8 bytes of `html`. */
  maxBytes: number;
}

/**
 * A file as HTML, for people who look at it, or why there is none. The host shows it in a frame without scripts, origin
 * and network. Leave out everything that acts, loads or leads elsewhere all the same: scripts, handlers of events, forms,
 * addresses other than `data:` of raster images.
 */
export type Rendition =
  | {
      outcome: 'rendered';
      /** What goes into `body`. */
      html: string;
      /** True when a part of the file was left out because of a limit. */
      isCut: boolean;
    }
  | {
      outcome: UndrawnOutcome;
      /** One sentence for users. */
      reason?: string;
    };
