const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

/** Media types by file extension, for what has no magic bytes and for damaged files. */
const TYPES: Record<string, string> = {
  bmp: 'image/bmp',
  csv: 'text/csv',
  doc: 'application/msword',
  docm: `${OOXML}.wordprocessingml.document`,
  docx: `${OOXML}.wordprocessingml.document`,
  dotx: `${OOXML}.wordprocessingml.document`,
  eml: 'message/rfc822',
  epub: 'application/epub+zip',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  ini: 'text/plain',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  log: 'text/plain',
  markdown: 'text/markdown',
  md: 'text/markdown',
  msg: 'application/vnd.ms-outlook',
  odg: `${ODF}.graphics`,
  odp: `${ODF}.presentation`,
  ods: `${ODF}.spreadsheet`,
  odt: `${ODF}.text`,
  pdf: 'application/pdf',
  png: 'image/png',
  ppsx: `${OOXML}.presentationml.presentation`,
  ppt: 'application/vnd.ms-powerpoint',
  pptm: `${OOXML}.presentationml.presentation`,
  pptx: `${OOXML}.presentationml.presentation`,
  rst: 'text/plain',
  rtf: 'application/rtf',
  srt: 'text/plain',
  svg: 'image/svg+xml',
  tex: 'text/x-tex',
  text: 'text/plain',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  toml: 'text/plain',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  vcf: 'text/vcard',
  webp: 'image/webp',
  xhtml: 'application/xhtml+xml',
  xls: 'application/vnd.ms-excel',
  xlsm: `${OOXML}.spreadsheetml.sheet`,
  xlsx: `${OOXML}.spreadsheetml.sheet`,
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

const TEXT_TYPES = new Set([
  'application/json',
  'application/xhtml+xml',
  'application/xml',
  'application/yaml',
  'image/svg+xml',
  'message/rfc822',
]);

export function typeByExtension(fileName: string): string | undefined {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : TYPES[extension];
}

/** True for types whose files are readable characters, which have no magic bytes. */
export function isTextType(type: string): boolean {
  return type.startsWith('text/') || TEXT_TYPES.has(type);
}
