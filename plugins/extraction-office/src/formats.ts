const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

/** Media types that are read, with the name the parser knows them by. */
export const FORMATS = {
  'application/epub+zip': 'epub',
  'application/oxps': 'xps',
  'application/rtf': 'rtf',
  'application/vnd.apple.keynote': 'iwork',
  'application/vnd.apple.numbers': 'iwork',
  'application/vnd.apple.pages': 'iwork',
  'application/vnd.ms-xpsdocument': 'xps',
  'application/vnd.visio': 'vsdx',
  [`${ODF}.graphics`]: 'odg',
  [`${ODF}.presentation`]: 'odp',
  [`${ODF}.spreadsheet`]: 'ods',
  [`${ODF}.text`]: 'odt',
  [`${OOXML}.presentationml.presentation`]: 'pptx',
  [`${OOXML}.spreadsheetml.sheet`]: 'xlsx',
  [`${OOXML}.wordprocessingml.document`]: 'docx',
} as const;

const PARTS = [
  ['word/', 'docx'],
  ['xl/', 'xlsx'],
  ['ppt/', 'pptx'],
] as const;

export type Format = (typeof FORMATS)[keyof typeof FORMATS];
/** Formats that the general parser does not know. */
export type OwnFormat = 'iwork' | 'vsdx' | 'xps';

export function formatOf(type: string): Format | undefined {
  return Object.hasOwn(FORMATS, type) ? FORMATS[type as keyof typeof FORMATS] : undefined;
}

/** The format of a package, from the name of its main part. */
export function formatOfPart(main: string | undefined): 'docx' | 'pptx' | 'xlsx' | undefined {
  return PARTS.find(([folder]) => main?.startsWith(folder) === true)?.[1];
}

export function isOpenDocument(format: Format): boolean {
  return format.startsWith('od');
}
