/** The bytes by which files of a type can be recognised. */
export interface MagicBytes {
  /** Bytes, or characters that are one byte each (`PK\x03\x04`). 2 to 64 bytes. */
  bytes: string | readonly number[];
  /** Where they are, in bytes from the start of the file. Default 0. */
  offset?: number;
  /**
   * They may start anywhere in so many bytes after `offset`, for formats with a preamble. Default 0; `offset` and
   * `within` together are at most 4,000, because the host reads no more of the file.
   */
  within?: number;
}

/**
 * A file type that the host does not detect by itself, or not precisely: `manifest.types`. The host compares the magic
 * bytes and the extension with every file. For a file whose bytes say no more than "text", "XML" or nothing, either is
 * enough; for a zip archive or another container, the extension or magic bytes longer than 8 bytes; for a file that the
 * host recognises by its bytes, both. A PNG image that is named `x.fb2` remains a PNG image.
 */
export interface FileType {
  /** Media type in lower case without parameters: `application/x-fictionbook+xml`. */
  type: string;
  /** Extensions in lower case without the dot: `['fb2']`. */
  extensions: readonly string[];
  /**
   * Any one of these is enough; none: only the extension decides. A text with the extension of a type whose magic bytes
   * are not text is not of the type.
   */
  magic?: readonly MagicBytes[];
}

/** How a file matches a declared type. */
export interface FileTypeMatch {
  hasExtension: boolean;
  /** The number of magic bytes found; 0 when there are none. */
  magicBytes: number;
  /** True when the type has magic bytes and the file has none of them. */
  lacksMagic: boolean;
  /** True when the magic bytes of the type cannot be part of a text. */
  isBinary: boolean;
}

/** Bytes from the start of a file that are compared with magic bytes. */
export const FILE_HEAD_BYTES = 4_100;

/** Compares the start of a file, {@link FILE_HEAD_BYTES} of it or less, and its name with a declared type. */
export function matchFileType(
  { extensions, magic = [] }: FileType,
  { head, fileName }: { head: Uint8Array; fileName: string },
): FileTypeMatch {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, FILE_HEAD_BYTES));
  const found = magic.filter((each) => hasMagic(bytes, each)).map((each) => magicOf(each).length);
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  return {
    hasExtension: extension !== undefined && extensions.includes(extension),
    magicBytes: Math.max(0, ...found),
    lacksMagic: magic.length > 0 && found.length === 0,
    isBinary: magic.length > 0 && !magic.some((each) => magicOf(each).every((byte) => byte > 8 && byte < 127)),
  };
}

function hasMagic(head: Buffer, magic: MagicBytes): boolean {
  const { offset = 0, within = 0 } = magic;
  const bytes = magicOf(magic);
  return head.subarray(offset, offset + within + bytes.length).includes(bytes);
}

function magicOf({ bytes }: MagicBytes): Buffer {
  return typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : Buffer.from(bytes);
}
