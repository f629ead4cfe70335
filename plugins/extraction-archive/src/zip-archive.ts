import { setImmediate } from 'node:timers/promises';
import {
  decodeAs,
  guessEncoding,
  RefusedFile,
  type AttachedFile,
  type ExtractionLimits,
  type UnreadFile,
} from '@archivolt/plugin-kit';
import yauzl, { type Entry, type ZipFile } from 'yauzl';

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

interface Member {
  entry: Entry;
  name: string;
}

/** The members of a zip archive, unpacked one after the other. Sizes that it declares are not believed. */
export async function membersOf(
  path: string,
  { maxEntries }: ExtractionLimits,
  signal: AbortSignal,
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
  return { files: filesOf(path, members, signal), names: members.map(({ name }) => name), isCut };
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

async function* filesOf(path: string, members: readonly Member[], signal: AbortSignal): AsyncIterable<AttachedFile> {
  // The directory was read to its end, and with it the file was closed.
  const archive = await yauzl.openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false });
  try {
    for (const { entry, name } of members)
      yield { name, type: '', read: (maxBytes) => contentOf(archive, entry, maxBytes, signal) };
  } finally {
    archive.close();
  }
}

async function contentOf(
  archive: ZipFile,
  entry: Entry,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array | UnreadFile> {
  if ((entry.generalPurposeBitFlag & 1) === 1)
    return { outcome: 'encrypted', reason: 'It can be opened with a password only.' };
  if (entry.compressionMethod !== DEFLATED && entry.compressionMethod !== STORED)
    return { outcome: 'unsupported', reason: 'It is packed in a way that is not known.' };
  if (entry.uncompressedSize > Math.min(maxBytes, MOST_MEMBER_BYTES))
    return { outcome: 'too-large', reason: 'It unpacks to more than is allowed.' };
  const content = Buffer.alloc(entry.uncompressedSize);
  let length = 0;
  try {
    // The library ends the stream with an error when there is more than was declared, or less.
    for await (const piece of await archive.openReadStreamPromise(entry)) {
      signal.throwIfAborted();
      length += (piece as Buffer).copy(content, length);
    }
  } catch {
    signal.throwIfAborted();
    return { outcome: 'corrupt', reason: 'It is damaged.' };
  }
  return content;
}
