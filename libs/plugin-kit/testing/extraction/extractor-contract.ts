import type { HostServices, OcrImage, OcrText, PluginManifest } from '../../src/index.js';

/** A file that the plugin reads. */
export interface ExtractionSample {
  /** The file: a path, an address, or its bytes. */
  file: string | URL | Uint8Array;
  /** Media type the host would detect. */
  type: string;
  /** Words that must be found, in any case and order. */
  expectWords: readonly string[];
  /** Name the file was uploaded with; default the last part of its path. */
  fileName?: string;
}

/** What a contract writes to skip a case. */
export type ExtractorCase =
  | 'abort'
  | 'accepts'
  | 'away'
  | 'empty file'
  | 'foreign bytes'
  | 'leaves nothing behind'
  | 'samples'
  | 'truncated file'
  | 'zeros';

/** What an extraction plugin brings to its contract. */
export interface ExtractorContract {
  /** The default export of `plugin.ts`. */
  manifest: PluginManifest;
  /** At least one for every type it accepts that has a sample at hand. */
  samples: readonly ExtractionSample[];
  /** Stands in for the OCR engine; without it every page image is read as empty. */
  ocr?: (image: OcrImage) => OcrText | Promise<OcrText>;
  /** Settings to run with, where they differ from the defaults. */
  config?: object;
  /** Remote form: settings under which its service cannot be reached, such as the address of a closed port. */
  awayConfig?: object;
  /** Remote form: services of the host that the suite shall not make up. */
  host?: Partial<HostServices<object>>;
  /** Milliseconds one file may take. Default 30000. */
  deadlineMs?: number;
  /** Cases that do not apply, each with its reason. */
  skip?: Partial<Record<ExtractorCase, string>>;
}
