import { createDecipheriv, hash, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { lockedFile, RefusedFile, type ZipEntry } from '@archivolt/plugin-kit';
import { attribute, scanXml } from './xml-scanner.js';

const MAIN = 'content.xml';
const BLOCK_BYTES = 16;
/** Of one unpacked part: it is in memory as a whole. */
const MOST_PART_BYTES = 64 * 1024 * 1024;
/** The checksum is that of the beginning. */
const CHECKED_BYTES = 1024;
/** For all passwords and parts of one file. LibreOffice takes 100,000 for each, and for each block of the key. */
const MOST_HASHES = 3_000_000;
const HASH_BYTES = 20;
/** By the ends of their names, which are addresses in newer files. */
const HASHES = [
  ['sha256', /#?sha256$|^sha256\/1k$|#sha256-1k$/i],
  ['sha1', /#?sha1$|^sha1\/1k$/i],
] as const;
const CIPHERS = [
  ['aes-256-cbc', 32, /aes256-cbc$/i],
  ['aes-192-cbc', 24, /aes192-cbc$/i],
  ['aes-128-cbc', 16, /aes128-cbc$/i],
] as const;

/** How a part of the document is locked. */
interface PartLock {
  cipher: string;
  keyBytes: number;
  /** Of the password. */
  hashName: string;
  salt: Buffer;
  hashes: number;
  start: Buffer;
  checksum: { hashName: string; value: Buffer };
}

/** True when the manifest of an OpenDocument file says that parts of it are encrypted. */
export const isLocked = (manifest: string): boolean => manifest.includes('encryption-data');

/**
 * The parts of an encrypted OpenDocument file, each of which is decrypted when it is unpacked: AES, as ODF 1.2 has it.
 * The older encryption with Blowfish, and the one of whole packages, are refused as not known.
 */
export function openedParts(
  entries: readonly ZipEntry[],
  manifest: string,
  passwords: readonly string[] = [],
): ZipEntry[] {
  const main = entries.find(({ name }) => name === MAIN);
  const locks = locksIn(manifest);
  const lock = locks.get(MAIN);
  if (passwords.length === 0) throw lockedFile('file');
  if (main === undefined || lock === undefined)
    throw new RefusedFile('encrypted', 'The file is encrypted in a way that is not known.');
  const keys = new Keys();
  const packed = main.unpack();
  const password = passwords.find((each) => decrypted(packed, lock, keys.keyFor(lock, each)) !== undefined);
  if (password === undefined) throw lockedFile('file', passwords);
  return entries.map((entry) => {
    const { name } = entry;
    const ofPart = locks.get(name);
    if (ofPart === undefined) return entry;
    return { name, unpack: (maxBytes) => unpacked(entry.unpack(), ofPart, keys.keyFor(ofPart, password), maxBytes) };
  });
}

/** Keys cost time, so that each is made once, and not too many. */
class Keys {
  readonly #keys = new Map<string, Buffer>();
  #left = MOST_HASHES;

  keyFor(lock: PartLock, password: string): Buffer {
    const { hashName, salt, hashes, keyBytes } = lock;
    const name = [hash(hashName, password), salt.toString('hex'), hashes, keyBytes].join(' ');
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    this.#left -= hashes * Math.ceil(keyBytes / HASH_BYTES);
    if (this.#left < 0) throw new RefusedFile('encrypted', 'Trying passwords would take longer than is allowed.');
    const key = pbkdf2Sync(hash(hashName, password, 'buffer'), salt, hashes, keyBytes, 'sha1');
    this.#keys.set(name, key);
    return key;
  }
}

function unpacked(packed: Buffer, lock: PartLock, key: Buffer, maxBytes = Infinity): Buffer {
  const content = decrypted(packed, lock, key);
  if (content === undefined) throw new RefusedFile('corrupt', 'A part of the file is damaged.');
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, Math.min(maxBytes, MOST_PART_BYTES)) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new RefusedFile('too-large', 'It unpacks to more than is allowed.');
    throw new RefusedFile('corrupt', 'A part of the file is damaged.');
  }
}

/** As it was before it was encrypted, still packed; undefined when it was with another key. */
function decrypted(packed: Buffer, { cipher, start, checksum }: PartLock, key: Buffer): Buffer | undefined {
  if (packed.length === 0 || packed.length % BLOCK_BYTES !== 0) return undefined;
  const decipher = createDecipheriv(cipher, key, start).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(packed), decipher.final()]);
  // The last byte says how many were added; the others of them may be anything.
  const added = padded.at(-1) ?? 0;
  if (added === 0 || added > BLOCK_BYTES) return undefined;
  const content = padded.subarray(0, padded.length - added);
  const found = hash(checksum.hashName, content.subarray(0, CHECKED_BYTES), 'buffer');
  return found.length === checksum.value.length && timingSafeEqual(found, checksum.value) ? content : undefined;
}

function locksIn(manifest: string): Map<string, PartLock> {
  const locks = new Map<string, PartLock>();
  let path = '';
  let parts: Record<string, string> = {};
  for (const token of scanXml(manifest)) {
    const name = token.kind === 'text' ? '' : token.name.replace(/^.*:/, '');
    if (token.kind === 'open' && name === 'file-entry') path = attribute(token.attributes, '[\\w-]+:full-path') ?? '';
    if (token.kind === 'open' && name === 'encryption-data') parts = {};
    if (token.kind === 'open') parts[name] = token.attributes;
    const lock = token.kind === 'close' && name === 'encryption-data' ? lockOf(parts) : undefined;
    if (lock) locks.set(path, lock);
  }
  return locks;
}

/** Undefined for an encryption that is not known. */
function lockOf(elements: Readonly<Record<string, string>>): PartLock | undefined {
  const value = (element: string, name: string): string => attribute(elements[element] ?? '', `[\\w-]+:${name}`) ?? '';
  const bytes = (element: string, name: string): Buffer => Buffer.from(value(element, name), 'base64');
  const found = CIPHERS.find(([, , pattern]) => pattern.test(value('algorithm', 'algorithm-name')));
  const hashName = hashNamed(value('start-key-generation', 'start-key-generation-name'));
  const checksum = hashNamed(value('encryption-data', 'checksum-type'));
  const hashes = Number(value('key-derivation', 'iteration-count'));
  const isKnown = /pbkdf2$/i.test(value('key-derivation', 'key-derivation-name')) && hashes >= 1;
  const start = bytes('algorithm', 'initialisation-vector');
  if (!found || !hashName || !checksum || !isKnown || !Number.isInteger(hashes) || start.length !== BLOCK_BYTES)
    return undefined;
  const [cipher, keyBytes] = found;
  const salt = bytes('key-derivation', 'salt');
  return {
    cipher,
    keyBytes,
    hashName,
    salt,
    hashes,
    start,
    checksum: { hashName: checksum, value: bytes('encryption-data', 'checksum') },
  };
}

function hashNamed(name: string): string | undefined {
  return HASHES.find(([, pattern]) => pattern.test(name))?.[0];
}
