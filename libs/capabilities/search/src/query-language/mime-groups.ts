/**
 * The groups of the filter `type:`. An entry that ends with a slash stands for all MIME types that start with it. A type
 * can be in several groups.
 */
const MIME_GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['pdf', ['application/pdf']],
  ['image', ['image/']],
  ['text', ['text/']],
  ['html', ['text/html', 'application/xhtml+xml']],
  [
    'word',
    [
      'application/msword',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
      'application/vnd.ms-word.document.macroenabled.12',
      'application/vnd.oasis.opendocument.text',
      'application/vnd.oasis.opendocument.text-template',
      'application/rtf',
      'text/rtf',
    ],
  ],
  [
    'sheet',
    [
      'application/vnd.ms-excel',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
      'application/vnd.ms-excel.sheet.macroenabled.12',
      'application/vnd.oasis.opendocument.spreadsheet',
      'application/vnd.oasis.opendocument.spreadsheet-template',
      'text/csv',
      'text/tab-separated-values',
    ],
  ],
  [
    'slides',
    [
      'application/vnd.ms-powerpoint',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
      'application/vnd.openxmlformats-officedocument.presentationml.template',
      'application/vnd.ms-powerpoint.presentation.macroenabled.12',
      'application/vnd.oasis.opendocument.presentation',
      'application/vnd.oasis.opendocument.presentation-template',
    ],
  ],
  ['mail', ['message/rfc822', 'application/vnd.ms-outlook', 'application/mbox']],
  ['book', ['application/epub+zip']],
  ['audio', ['audio/']],
  ['video', ['video/']],
  [
    'archive',
    [
      'application/zip',
      'application/x-zip-compressed',
      'application/gzip',
      'application/x-tar',
      'application/x-7z-compressed',
      'application/vnd.rar',
      'application/x-rar-compressed',
    ],
  ],
]);

/** The names that `type:` knows, besides MIME types. */
export const MIME_GROUP_NAMES: readonly string[] = [...MIME_GROUPS.keys()];

/** Returns the MIME types of a group, or of a value such as `image/png` or `image/`; `undefined` for any other value. */
export function mimeTypesOf(value: string): readonly string[] | undefined {
  const lower = value.toLowerCase();
  return MIME_GROUPS.get(lower) ?? (/^[a-z0-9][\w.+-]*\/[\w.+-]*$/.test(lower) ? [lower] : undefined);
}
