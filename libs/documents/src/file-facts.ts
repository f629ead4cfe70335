const LONGEST_MIME_TYPE = 255;
/** The same limit as for a name in an update. */
const LONGEST_NAME = 255;
const LONGEST_EXTENSION = 32;
const MIME_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/** Removes what the database cannot store from a name, and cuts a long one before its extension. */
export function storableName(name: string | undefined): string {
  const storable = (name ?? '').toWellFormed().replaceAll('\0', '');
  if (storable.length <= LONGEST_NAME) return storable;
  const characters = Array.from(storable);
  if (characters.length <= LONGEST_NAME) return storable;
  const dot = characters.lastIndexOf('.');
  const extension = dot > 0 && characters.length - dot <= LONGEST_EXTENSION ? characters.slice(dot) : [];
  return [...characters.slice(0, LONGEST_NAME - extension.length), ...extension].join('');
}

/** The declared media type of a file without parameters; `undefined` when none is declared. */
export function storableMimeType(type: string | undefined): string | undefined {
  const declared = type?.split(';')[0]?.trim().toLowerCase();
  if (!declared) return undefined;
  return declared.length <= LONGEST_MIME_TYPE && MIME_TYPE.test(declared) ? declared : 'application/octet-stream';
}
