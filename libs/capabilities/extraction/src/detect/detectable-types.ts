import { supportedMimeTypes } from 'file-type';
import mime from 'mime';
import otherTypes from 'mime/types/other.js';
import standardTypes from 'mime/types/standard.js';
import { UNKNOWN_CFB } from './cfb-type.js';
import { UNKNOWN_TYPE } from '#capabilities/sandbox';
import { EXTENSION_TYPES } from './extensions.js';

/** Types that neither the table of extensions nor that of magic bytes has. */
const OTHERS = [UNKNOWN_CFB, UNKNOWN_TYPE, 'application/rtf', 'application/vnd.ms-outlook', 'text/plain'];

let known: ReadonlySet<string> | undefined;

/** Every type that the host detects from the bytes or the extension of a file, without the types of plugins. */
export function detectableTypes(): ReadonlySet<string> {
  known ??= new Set([...OTHERS, ...EXTENSION_TYPES, ...typesByMagic(), ...typesByExtension()].sort());
  return known;
}

function typesByMagic(): string[] {
  return [...supportedMimeTypes].map((type) => (type.split(';')[0] ?? type).trim().toLowerCase());
}

/** Several types may claim an extension, of which the table chooses one. */
function typesByExtension(): string[] {
  return Object.entries({ ...standardTypes, ...otherTypes }).flatMap(([type, extensions]) =>
    extensions.some((extension) => mime.getType(extension.replace('*', '')) === type) ? [type] : [],
  );
}

/** The patterns of `accepts` that no file can match, because neither the host nor a plugin detects the type. */
export function undetectable(accepts: readonly string[], typesOfPlugins: readonly { type: string }[]): string[] {
  const own = new Set(typesOfPlugins.map(({ type }) => type));
  return accepts.filter((type) => !type.includes('*') && !own.has(type) && !detectableTypes().has(type));
}
