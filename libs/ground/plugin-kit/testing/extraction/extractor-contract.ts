import type { HostServices, OcrImage, OcrText, PluginManifest } from '../../src/index.js';

/** A file that the plugin reads. */
export interface ExtractionSample {
  /** The file: a path, an address, or its bytes. */
  file: string | URL | Uint8Array;
  /** Media type that the host would detect. */
  type: string;
  /** Words by which a search must find the text, in any order. */
  expectWords: readonly string[];
  /** File name of the upload; defaults to the last part of the path. */
  fileName?: string;
}

/** A file that can be read with a password only. */
export interface LockedSample extends ExtractionSample {
  password: string;
}

/** The names by which a contract skips cases. */
export type ExtractorCase =
  | 'abort'
  | 'accepts'
  | 'away'
  | 'busy'
  | 'damaged mail'
  | 'damaged page'
  | 'draws'
  | 'empty file'
  | 'endless response'
  | 'foreign bytes'
  | 'hanging service'
  | 'leaves nothing behind'
  | 'mails'
  | 'no such page'
  | 'opens'
  | 'pages'
  | 'passwords'
  | 'redirect'
  | 'rejected'
  | 'samples'
  | 'short texts'
  | 'truncated file'
  | 'types'
  | 'unbounded unpacking'
  | 'zeros';

/** What an extraction plugin passes to its contract suite. */
export interface ExtractorContract {
  /** The default export of `plugin.ts`. */
  manifest: PluginManifest;
  /** At least one for every accepted type that has a sample. */
  samples: readonly ExtractionSample[];
  /** Files that the plugin reads with `input.passwords`, for plugins that try them. */
  locked?: readonly LockedSample[];
  /** Replaces the OCR engine; without it every page image yields an empty text. */
  ocr?: (image: OcrImage) => OcrText | Promise<OcrText>;
  /** Settings that differ from the defaults. */
  config?: object;
  /**
   * Remote form: the settings for a service at this HTTP address, such as `(url) => ({ url })`. The suite passes addresses
   * of services that are away, busy, hang, redirect or respond without end.
   */
  serviceAt?: (url: string) => object;
  /** Remote form: host services that replace those of the suite. */
  host?: Partial<HostServices<object>>;
  /** Milliseconds allowed for one file. Default 30000. */
  deadlineMs?: number;
  /** Cases that do not apply, each with its reason. */
  skip?: Partial<Record<ExtractorCase, string>>;
}
