/** What a person may mean by the type of a file. */
export type FileKind = 'archive' | 'audio' | 'image' | 'mail' | 'office' | 'other' | 'pdf' | 'text' | 'video';

const OFFICE = /word|officedocument|opendocument|excel|powerpoint|rtf|epub/;
const ARCHIVE = /zip|tar|compressed|gzip|rar/;

export function fileKindOf(mimeType: string): FileKind {
  const type = mimeType.toLowerCase();
  if (type === 'application/pdf') return 'pdf';
  if (type === 'message/rfc822') return 'mail';
  const start = (['image', 'audio', 'video', 'text'] as const).find((each) => type.startsWith(`${each}/`));
  if (start) return start;
  if (OFFICE.test(type)) return 'office';
  return ARCHIVE.test(type) ? 'archive' : 'other';
}

const OFFICE_TYPES = 'application/vnd.openxmlformats-officedocument.';
const OPEN_TYPES = 'application/vnd.oasis.opendocument.';
/** Of types whose own name says little. */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  [`${OFFICE_TYPES}wordprocessingml.document`, 'DOCX'],
  [`${OFFICE_TYPES}spreadsheetml.sheet`, 'XLSX'],
  [`${OFFICE_TYPES}presentationml.presentation`, 'PPTX'],
  [`${OPEN_TYPES}text`, 'ODT'],
  [`${OPEN_TYPES}spreadsheet`, 'ODS'],
  [`${OPEN_TYPES}presentation`, 'ODP'],
  ['application/msword', 'DOC'],
  ['application/vnd.ms-excel', 'XLS'],
  ['application/vnd.ms-powerpoint', 'PPT'],
  ['application/vnd.ms-outlook', 'MSG'],
  ['message/rfc822', 'EML'],
  ['text/plain', 'TXT'],
  ['application/octet-stream', '—'],
]);

/** `PDF`, `PNG`: what the end of a name or of a MIME type says. */
export function typeLabel({ mimeType, name }: { mimeType: string; name: string }): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  return (ending ?? ENDINGS.get(mimeType.toLowerCase()) ?? mimeType.split(/[/+;]/)[1] ?? mimeType)
    .slice(0, 12)
    .toUpperCase();
}
