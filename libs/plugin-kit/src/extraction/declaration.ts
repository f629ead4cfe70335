import type { HostServices } from '../host-services.js';
import type { Extractor } from './extractor.js';

interface ExtractionBase {
  /**
   * Media types it reads, lower case: `application/pdf`, `image/*`, `text/*`. The host detects the type by content,
   * then by file extension, before it asks. A file goes to the plugins that accept its type, exact types before
   * wildcards, until one does not answer `insufficient` or `unsupported`.
   */
  accepts: readonly string[];
  /** Among plugins that accept a type equally, the higher number is asked first. Default 0. */
  priority?: number;
}

/** What a plugin declares under `provides.extraction`. Many extraction plugins work side by side. */
export type ExtractionDeclaration<Config extends object = object> =
  /**
   * Runs in a child process without network, secrets, threads, child processes or access to other files. For parsers of
   * untrusted bytes.
   */
  | (ExtractionBase & {
      form: 'sandboxed';
      /** Module whose default export is made with `defineExtractor`: `new URL('./extractor.js', import.meta.url)`. */
      extractor: URL;
      /**
       * Whether it calls `context.ocr`. Files of `always` wait in the slow lane from the start; `sometimes` begins in
       * the fast lane and is moved when it first calls `context.ocr`, so that texts never wait behind scans.
       */
      ocr?: 'always' | 'never' | 'sometimes';
      /**
       * True when the module imports native add-ons. It is then loaded when the child starts, before a file is seen; no
       * add-on can be loaded afterwards. Native code is held by the operating system only, so leave it out when you can.
       */
      addons?: boolean;
    })
  /** Runs in the worker process and sends the file to a service. For Docling, Tika, an OCR service. */
  | (ExtractionBase & { form: 'remote'; create(host: HostServices<Config>): Extractor | Promise<Extractor> });
