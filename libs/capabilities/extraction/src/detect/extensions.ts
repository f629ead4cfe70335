import mime from 'mime';

const OOXML = 'application/vnd.openxmlformats-officedocument';

/**
 * Extensions whose registered type is not the one that the extractors accept: variants of office files are read like
 * the plain format, text formats without a text type as text.
 */
const TYPES = new Map([
  ['docm', `${OOXML}.wordprocessingml.document`],
  ['dotx', `${OOXML}.wordprocessingml.document`],
  ['hwp', 'application/x-hwp'],
  ['hwpx', 'application/hwp+zip'],
  ['j2k', 'image/j2c'],
  ['ppsx', `${OOXML}.presentationml.presentation`],
  ['pptm', `${OOXML}.presentationml.presentation`],
  ['rst', 'text/plain'],
  ['srt', 'text/plain'],
  ['tex', 'text/x-tex'],
  ['toml', 'text/plain'],
  ['vcf', 'text/vcard'],
  ['vsdm', 'application/vnd.visio'],
  ['vstx', 'application/vnd.visio'],
  ['xlsm', `${OOXML}.spreadsheetml.sheet`],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
]);

/** The types of these extensions. */
export const EXTENSION_TYPES: readonly string[] = [...TYPES.values()];

const TEXT_TYPES = new Set([
  'application/json',
  'application/xhtml+xml',
  'application/xml',
  'application/yaml',
  'image/svg+xml',
  'message/rfc822',
]);

/** Returns the type of files without magic bytes, and of damaged ones. */
export function typeByExtension(fileName: string): string | undefined {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : (TYPES.get(extension) ?? mime.getType(extension) ?? undefined);
}

/** True for types whose files are readable characters, which have no magic bytes. */
export function isTextType(type: string): boolean {
  return type.startsWith('text/') || TEXT_TYPES.has(type);
}
