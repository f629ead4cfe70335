/** The bytes by which files of a type can be recognised. */
export interface MagicBytes {
  /** Bytes, or characters that are one byte each (`PK\x03\x04`). 2 to 64 bytes. */
  bytes: string | readonly number[];
  /** Where they are, in bytes from the start of the file. Default 0. */
  offset?: number;
  /** They may start anywhere in so many bytes after `offset`, for formats with a preamble. 0 to 4,000; default 0. */
  within?: number;
}

/**
 * A file type that the host does not detect by itself, or not precisely: `manifest.types`. The host compares the magic
 * bytes of all plugins before its own detection, and the extension of a file whose bytes say no more than "text",
 * "XML", "zip archive" or nothing.
 */
export interface FileType {
  /** Media type in lower case without parameters: `application/x-fictionbook+xml`. */
  type: string;
  /** Extensions in lower case without the dot: `['fb2']`. */
  extensions: readonly string[];
  /** Any one of these is enough; none: only the extension decides. */
  magic?: readonly MagicBytes[];
}
