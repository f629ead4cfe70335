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

/** `PDF`, `PNG`: what the end of a name or of a MIME type says. */
export function typeLabel({ mimeType, name }: { mimeType: string; name: string }): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  return (ending ?? mimeType.split(/[/+;]/)[1] ?? mimeType).slice(0, 12).toUpperCase();
}
