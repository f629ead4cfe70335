import type { HostServices } from '../host-services.js';
import type { PluginLifecycle } from '../lifecycle.js';
import type { ExtractionInput, Extractor } from './extractor.js';

interface ExtractionBase {
  /**
   * Accepted media types in lower case: `application/pdf`, `image/*`, `text/*`. The host detects the type from the
   * content, then from the file extension. It passes a file to the plugins that accept its type, exact types before
   * wildcards, until one returns an outcome other than `insufficient` or `unsupported`.
   */
  accepts: readonly string[];
  /** Among plugins with an equally specific type, the one with the higher number runs first. Default 0. */
  priority?: number;
}

/** What a plugin declares under `provides.extraction`. An installation can have many extraction plugins. */
export type ExtractionDeclaration<Config extends object = object> =
  /**
   * Runs in a child process without network, secrets, threads, child processes or access to other files. Use it for
   * parsers of untrusted bytes.
   */
  | (ExtractionBase & {
      form: 'sandboxed';
      /**
       * Module whose default export is created with `defineExtractor`: `new URL('./extractor.js', import.meta.url)`.
       */
      extractor: URL;
      /**
       * Whether the extractor calls `context.ocr`. Files of `always` wait in the slow lane from the start; files of
       * `sometimes` start in the fast lane and move when the extractor first calls `context.ocr`, so that text files
       * never wait for scans.
       */
      ocr?: 'always' | 'never' | 'sometimes';
      /**
       * True when the module imports native add-ons. The child then loads the module on startup, before it receives a
       * file; no add-on can be loaded later. Only the operating system confines native code, so avoid it when you can.
       */
      addons?: boolean;
      /**
       * The types whose pages the extractor draws with `drawPage`, for previews: exact types, or wildcards as in
       * `accepts`. Without it, documents of this plugin have no pictures.
       */
      draws?: readonly string[];
      /** The exact types of files of whose pages the extractor makes new files with `selectPages`: `application/pdf`. */
      selectsPages?: readonly string[];
      /** The exact types of files of which the extractor makes one file with `joinFiles`: `application/pdf`. */
      joins?: readonly string[];
      /** The exact types of files that the extractor shows as HTML with `renderHtml`, in the viewer: `text/csv`. */
      renders?: readonly string[];
      /** The types of mails that the extractor opens with `openMail`, exact types: `message/rfc822`. */
      opensMail?: readonly string[];
      /**
       * Short files of these exact types are read without a child process, by the module whose default export is created
       * with `defineShortTextReader`. Only for formats that need no parser, such as `text/plain`. The host calls it only
       * for files that no other plugin is asked to read first.
       */
      shortTexts?: { types: readonly string[]; reader: URL };
    })
  /** Runs in the worker process and sends the file to a service such as Docling, Tika or an OCR service. */
  | (ExtractionBase & {
      form: 'remote';
      /** Files that one process sends to the service at a time. 1 to 32; default 2. */
      concurrency?: number;
      /** Seconds for one file. 1 to 3,600; default 300. */
      timeoutSeconds?: number;
      /** The same when a setting decides it. Replaces `timeoutSeconds`. */
      timeoutSecondsOf?(config: Config): number;
      /**
       * True: no file is sent to the service before `CONTENT_EXTRACTION_STRATEGY` names the plugin, by its id or by what
       * follows `extraction-` in it. Without it, the plugin is asked with those that `internal` stands for.
       */
      waitsToBeNamed?: boolean;
      /** False: a setting that the plugin needs is missing, and it is not asked; `create` says which. Default: true. */
      isConfigured?(config: Config): boolean;
      /**
       * False: this file, whose type is in `accepts`, is not sent to the service. The file does not wait for the service
       * then, as it would with the outcome `unsupported`.
       */
      takes?(file: Pick<ExtractionInput, 'fileName' | 'size' | 'type'>, config: Config): boolean;
      create(host: HostServices<Config>): RemoteExtractor | Promise<RemoteExtractor>;
    });

/** An extractor that sends files to a service. */
export type RemoteExtractor = Extractor & PluginLifecycle;
