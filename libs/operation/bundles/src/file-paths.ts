import { normalizeText } from '@archivolt/plugin-kit';
import { safeName } from '#archive/document-archives';
import { fileExtension } from '#capabilities/storage';
import type { DocumentRow } from './organization-snapshot.repository.js';

/** With folder, id and extension still a short path for Windows. */
const LONGEST_NAME_BYTES = 100;
const MONTH_LENGTH = '2026-01'.length;

type NamedFiles = Pick<DocumentRow, 'createdAt' | 'name' | 'originalName' | 'ref' | 'storageKey' | 'versions'>;

/**
 * Where the files of a document are in a bundle, by their storage keys: `files/2026-01/Invoice 12 [doc_…].pdf`, in the
 * month in which the document came in. The id makes a name unique also where case or the form of accents does not count.
 */
export function filePathsOf({
  ref,
  name,
  originalName,
  createdAt,
  storageKey,
  versions,
}: NamedFiles): Map<string, string> {
  const extension = fileExtension(originalName);
  const stem = name.toLowerCase().endsWith(extension) ? name.slice(0, name.length - extension.length) : name;
  const start = `files/${createdAt.slice(0, MONTH_LENGTH)}/${safeName(normalizeText(stem, 'NFC'), LONGEST_NAME_BYTES)} [${ref}`;
  const paths = new Map([[storageKey, `${start}]${extension}`]]);
  for (const { version, storageKey: key } of versions)
    if (!paths.has(key)) paths.set(key, `${start} v${version}]${extension}`);
  return paths;
}

/** Whether it is a path to a file below the folder of files, on every system. */
export function isFilePath(path: string): boolean {
  const [first, ...rest] = path.split('/');
  return first === 'files' && rest.length > 0 && rest.every(isPlainName);
}

const NOT_IN_NAMES = /[\u0000-\u001f"*:<>?\\|]/;

function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !NOT_IN_NAMES.test(name);
}
