const LONGEST_MIME_TYPE = 255;
const MIME_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/** The declared media type of a file without parameters; `undefined` when none is declared. */
export function storableMimeType(type: string | undefined): string | undefined {
  const declared = type?.split(';')[0]?.trim().toLowerCase();
  if (!declared) return undefined;
  return declared.length <= LONGEST_MIME_TYPE && MIME_TYPE.test(declared) ? declared : 'application/octet-stream';
}
