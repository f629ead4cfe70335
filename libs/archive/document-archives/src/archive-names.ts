import { cleanLine, cutToBytes } from '@archivolt/plugin-kit';

/** File systems take names of 255 bytes; the rest is for a number. */
const LONGEST_BYTES = 240;
const LONGEST_EXTENSION_BYTES = 40;

/** Refused by Windows. */
const UNSAFE = /["*/:<>?\\|]/g;
/** Names that Windows takes for devices, with any extension. */
const DEVICE = /^(?:aux|con|conin\$|conout\$|nul|prn|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/iu;

/** Gives each file of an archive a name that every system can store in one folder. */
export class ArchiveNames {
  /** The number that the next file with this name tries. */
  readonly #next = new Map<string, number>();

  constructor(reserved: readonly string[] = []) {
    for (const name of reserved) this.#next.set(sameNameKey(name), 2);
  }

  /** A safe form of `name` that no file of the archive has yet, whatever the case of its letters. */
  take(name: string): string {
    const safe = safeName(name);
    const key = sameNameKey(safe);
    const first = this.#next.get(key);
    if (first === undefined) {
      this.#next.set(key, 2);
      return safe;
    }
    const [stem, extension] = splitExtension(safe);
    for (let number = first; ; number += 1) {
      const numbered = `${stem} (${number})${extension}`;
      const numberedKey = sameNameKey(numbered);
      if (this.#next.has(numberedKey)) continue;
      this.#next.set(key, number + 1);
      this.#next.set(numberedKey, 2);
      return numbered;
    }
  }
}

/**
 * A name without folders and without anything that a file system refuses or changes, of at most so many bytes; `document`
 * for an empty one.
 */
export function safeName(name: string, longestBytes = LONGEST_BYTES): string {
  const plain = trimmedEnd(cleanLine(name).replace(UNSAFE, '_').trim());
  const [stem, extension] = splitExtension(plain);
  const short = trimmedEnd(cutToBytes(stem, longestBytes - Buffer.byteLength(extension)) + extension);
  if (short === '') return 'document';
  return DEVICE.test(short) ? `_${short}` : short;
}

/** Windows drops dots and spaces at the end: two names could become one. */
function trimmedEnd(name: string): string {
  let end = name.length;
  while (name[end - 1] === '.' || name[end - 1] === ' ') end -= 1;
  return name.slice(0, end);
}

/** Safe names with the same key are one file on systems that ignore case. Both ways: some letters have only one of them. */
function sameNameKey(name: string): string {
  return name.toLowerCase().toUpperCase();
}

function splitExtension(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  return Buffer.byteLength(extension) > LONGEST_EXTENSION_BYTES
    ? [name, '']
    : [name.slice(0, name.length - extension.length), extension];
}
