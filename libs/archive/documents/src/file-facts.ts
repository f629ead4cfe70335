const LONGEST_MIME_TYPE = 255;
/** The same limit as for a name in an update. */
const LONGEST_NAME = 255;
const LONGEST_EXTENSION = 32;
/** With a letter: in `Invoice No.5` the number is a part of the name. */
const EXTENSION = /^\.\p{N}*\p{L}[\p{L}\p{N}]*$/u;
const MIME_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/** Removes what the database cannot store from a name, and cuts a long one before its extension. */
export function storableName(name: string | undefined): string {
  const storable = (name ?? '').toWellFormed().replaceAll('\0', '');
  if (storable.length <= LONGEST_NAME) return storable;
  const characters = Array.from(storable);
  if (characters.length <= LONGEST_NAME) return storable;
  const extension = Array.from(extensionOf(storable));
  return [...characters.slice(0, LONGEST_NAME - extension.length), ...extension].join('');
}

/** The end of a name from its last dot, when it looks like an extension: up to 31 letters and digits; otherwise empty. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  return extension.length <= LONGEST_EXTENSION && EXTENSION.test(extension) ? extension : '';
}

/** The declared media type of a file without parameters; `undefined` when none is declared. */
export function storableMimeType(type: string | undefined): string | undefined {
  const declared = type?.split(';')[0]?.trim().toLowerCase();
  if (!declared) return undefined;
  return declared.length <= LONGEST_MIME_TYPE && MIME_TYPE.test(declared) ? declared : 'application/octet-stream';
}
