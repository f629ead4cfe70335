import { setImmediate } from 'node:timers/promises';
import {
  decodeAs,
  guessEncoding,
  lockedFile,
  RefusedFile,
  type AttachedFile,
  type ExtractionLimits,
  type UnreadFile,
} from '@archivolt/plugin-kit';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { isKnownLock, openMember } from './zip-encryption.js';

const DEFLATED = 8;
const STORED = 0;
/** Copies of attributes that macOS adds, and other files that operating systems leave in folders. */
const BY_SYSTEMS = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/;
/** Of one member: it is in memory as a whole. */
const MOST_MEMBER_BYTES = 128 * 1024 * 1024;
const ENTRIES_BETWEEN_PAUSES = 1_000;
/** Of the system on which an archive was packed. Others keep names in the encoding of the user. */
const DOS_SYSTEMS = new Set([0, 10, 11, 14]);
/** Of archives that do not say otherwise. */
const OF_DOS = 'cp437';
const UNICODE_PATH = 0x7075;

/** Salt, check and code of an encryption. */
const MOST_BYTES_OF_LOCK = 64;

/** How an archive is read. */
export interface Reading {
  limits: ExtractionLimits;
  signal: AbortSignal;
  /** Those to try for members that need one. */
  passwords?: readonly string[] | undefined;
}

interface Opening {
  signal: AbortSignal;
  passwords: string[];
}

interface Member {
  entry: Entry;
  name: string;
}

/** The members of a zip archive, unpacked one after the other. Sizes that it declares are not believed. */
export async function membersOf(
  path: string,
  { limits: { maxEntries }, signal, passwords = [] }: Reading,
): Promise<{ files: AsyncIterable<AttachedFile>; names: string[]; isCut: boolean }> {
  const archive = await open(path);
  const entries: Entry[] = [];
  let [seen, isCut] = [0, false];
  try {
    for await (const entry of archive.eachEntry()) {
      seen += 1;
      if (seen % ENTRIES_BETWEEN_PAUSES === 0) await setImmediate();
      signal.throwIfAborted();
      isCut = seen > maxEntries;
      if (isCut) break;
      entries.push(entry);
    }
  } catch (error) {
    signal.throwIfAborted();
    // What the directory says before it is damaged is there.
    if (entries.length === 0) throw new RefusedFile('corrupt', `The archive is damaged: ${(error as Error).message}`);
    isCut = true;
  }
  const members = named(entries).filter(({ name }) => !/[/\\]$/.test(name) && !BY_SYSTEMS.test(name));
  return {
    files: filesOf(path, members, { signal, passwords: [...passwords] }),
    names: members.map(({ name }) => name),
    isCut,
  };
}

async function open(path: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: true });
  } catch (error) {
    throw new RefusedFile('corrupt', `The archive is damaged: ${(error as Error).message}`);
  }
}

/** Names in an encoding that the archive does not name are in the same one. */
function named(entries: readonly Entry[]): Member[] {
  const names = entries.map((entry) => ({ entry, name: statedName(entry) }));
  const foreign = names.flatMap(({ entry, name }) => (name === undefined ? [entry] : []));
  const encoding = foreign.length === 0 ? OF_DOS : encodingOf(foreign);
  return names.map(({ entry, name }) => ({ entry, name: name ?? decodeAs(encoding, entry.fileNameRaw) ?? '' }));
}

/** The name in UTF-8, which many programs write and do not say so. */
function statedName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string | undefined {
  if (extraFields.some(({ id }) => id === UNICODE_PATH))
    return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
  return utf8(fileNameRaw);
}

function encodingOf(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ fileNameRaw }) => [fileNameRaw, Buffer.from('\n')]);
  const ofDos = entries.filter(({ versionMadeBy }) => DOS_SYSTEMS.has(versionMadeBy >> 8)).length;
  return guessEncoding(Buffer.concat(lines), { isOfDos: ofDos * 2 >= entries.length }) ?? OF_DOS;
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function* filesOf(path: string, members: readonly Member[], opening: Opening): AsyncIterable<AttachedFile> {
  // The directory was read to its end, and with it the file was closed.
  const archive = await yauzl.openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false });
  try {
    for (const { entry, name } of members)
      yield { name, type: '', read: (maxBytes) => contentOf(archive, entry, maxBytes, opening) };
  } finally {
    archive.close();
  }
}

async function contentOf(
  archive: ZipFile,
  entry: Entry,
  maxBytes: number,
  { signal, passwords }: Opening,
): Promise<Uint8Array | UnreadFile> {
  const isLocked = (entry.generalPurposeBitFlag & 1) === 1;
  if (isLocked && passwords.length === 0) return locked(passwords);
  if (isLocked && !isKnownLock(entry))
    return { outcome: 'encrypted', reason: 'It is encrypted in a way that is not known.' };
  if (!isLocked && entry.compressionMethod !== DEFLATED && entry.compressionMethod !== STORED)
    return { outcome: 'unsupported', reason: 'It is packed in a way that is not known.' };
  const mostBytes = Math.min(maxBytes, MOST_MEMBER_BYTES);
  if (entry.uncompressedSize > mostBytes || (isLocked && entry.compressedSize > mostBytes + MOST_BYTES_OF_LOCK))
    return { outcome: 'too-large', reason: 'It unpacks to more than is allowed.' };
  try {
    if (!isLocked) return await bytesOf(archive, entry, { isRaw: false, signal });
    return unlocked(entry, await bytesOf(archive, entry, { isRaw: true, signal }), passwords) ?? locked(passwords);
  } catch {
    signal.throwIfAborted();
    return { outcome: 'corrupt', reason: 'It is damaged.' };
  }
}

/** The content of the member, or what it takes in the archive. */
async function bytesOf(
  archive: ZipFile,
  entry: Entry,
  { isRaw, signal }: { isRaw: boolean; signal: AbortSignal },
): Promise<Buffer> {
  const content = Buffer.alloc(isRaw ? entry.compressedSize : entry.uncompressedSize);
  let length = 0;
  // The library ends the stream with an error when there is more than was declared, or less.
  for await (const piece of await archive.openReadStreamPromise(entry, isRaw ? { decodeFileData: false } : {})) {
    signal.throwIfAborted();
    length += (piece as Buffer).copy(content, length);
  }
  return content;
}

/** The password that opened a member is the first to be tried for the next one. */
function unlocked(entry: Entry, packed: Buffer, passwords: string[]): Buffer | undefined {
  for (const [index, password] of passwords.entries()) {
    const content = openMember(entry, packed, password);
    if (content === undefined) continue;
    passwords.splice(index, 1);
    passwords.unshift(password);
    return content;
  }
  return undefined;
}

function locked(passwords: readonly string[]): UnreadFile {
  return { outcome: 'encrypted', reason: lockedFile('file', passwords).message };
}
