import { inflateRawSync } from 'node:zlib';

const END_RECORD = Buffer.from('504b0506', 'hex');
/** What iWork '09 adds to the number of the method in documents with a password. */
const IWORK_PROTECTED = 0x6363;
const MOST_PART_BYTES = 64 * 1024 * 1024;

export interface ArchiveLimits {
  maxEntries: number;
  maxInflatedBytes: number;
}

export interface ArchiveEntry {
  name: string;
  method: number;
  /** The packed bytes, a view into the file. */
  packed: Buffer;
}

export interface CheckedArchive {
  entries: ArchiveEntry[];
  /** Parts that were left out. */
  damaged: number;
  /** Bytes to which other archives may unpack. */
  room: number;
}

/** Why an archive is not handed to the parser. */
export class ArchiveRefused extends Error {
  constructor(
    readonly outcome: 'corrupt' | 'encrypted' | 'too-large' | 'unsupported',
    message: string,
  ) {
    super(message);
  }
}

/**
 * The entries of a zip file, after every one has really been unpacked within the limits, since declared sizes may lie.
 * Entries that are damaged are left out: a broken picture does not make a text unreadable.
 */
export function checkedEntries(file: Buffer, limits: ArchiveLimits): CheckedArchive {
  const entries = readDirectory(file, limits);
  const packedBytes = entries.reduce((sum, { packed }) => sum + packed.length, 0);
  if (packedBytes > file.length) throw new ArchiveRefused('corrupt', 'Entries of the archive overlap.');
  let room = limits.maxInflatedBytes;
  const whole = entries.filter((entry) => {
    const size = unpackedSize(entry, room);
    room -= size ?? 0;
    if (room < 0) throw tooLarge();
    return size !== undefined;
  });
  if (whole.length === 0) throw new ArchiveRefused('corrupt', 'Every part of the archive is damaged.');
  return { entries: whole, damaged: entries.length - whole.length, room };
}

/** `undefined` when it is damaged. */
function unpackedSize(entry: ArchiveEntry, room: number): number | undefined {
  try {
    return inflate(entry, room).length;
  } catch (error) {
    if (error instanceof ArchiveRefused && error.outcome === 'corrupt') return undefined;
    throw error;
  }
}

export function inflate({ packed, method }: ArchiveEntry, room: number = MOST_PART_BYTES): Buffer {
  if (method === 0) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, Math.min(room, MOST_PART_BYTES)) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new ArchiveRefused('corrupt', 'A part of the archive is damaged.');
  }
}

function tooLarge(): ArchiveRefused {
  return new ArchiveRefused('too-large', 'It unpacks to more than is allowed.');
}

function readDirectory(file: Buffer, { maxEntries }: ArchiveLimits): ArchiveEntry[] {
  const end = file.lastIndexOf(END_RECORD);
  if (end < 0 || end + 22 > file.length) throw new ArchiveRefused('corrupt', 'The end of the archive is missing.');
  const count = file.readUInt16LE(end + 10);
  if (count > maxEntries) throw new ArchiveRefused('too-large', `The archive has more than ${maxEntries} entries.`);
  // Offsets are counted from where the archive really begins, which need not be the start of the file.
  const start = end - file.readUInt32LE(end + 12);
  const shift = start - file.readUInt32LE(end + 16);
  const entries: ArchiveEntry[] = [];
  let at = start;
  while (at >= 0 && at + 46 <= end && file.readUInt32LE(at) === 0x02014b50) {
    if (entries.length >= maxEntries)
      throw new ArchiveRefused('too-large', `The archive has more than ${maxEntries} entries.`);
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    if ((file.readUInt16LE(at + 8) & 1) === 1)
      throw new ArchiveRefused('encrypted', 'The archive is protected by a password.');
    entries.push({ name, method: method(file.readUInt16LE(at + 10)), packed: packedBytes(file, at, shift) });
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  if (entries.length === 0) throw new ArchiveRefused('corrupt', 'The archive has no directory.');
  return entries;
}

function method(number: number): number {
  if (number === 0 || number === 8) return number;
  if (number >= IWORK_PROTECTED) throw new ArchiveRefused('encrypted', 'The archive is protected by a password.');
  throw new ArchiveRefused('corrupt', 'The archive is packed in a way that office programs do not use.');
}

function packedBytes(file: Buffer, directoryAt: number, shift: number): Buffer {
  const size = file.readUInt32LE(directoryAt + 20);
  const local = localHeader(file, file.readUInt32LE(directoryAt + 42), shift);
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  if (start + size > file.length) throw new ArchiveRefused('corrupt', 'The archive is cut off.');
  return file.subarray(start, start + size);
}

/** Some writers count offsets from the file's start although something precedes the archive, some miscount by a byte. */
function localHeader(file: Buffer, offset: number, shift: number): number {
  for (const at of [offset, offset + shift])
    if (at >= 0 && at + 30 <= file.length && file.readUInt32LE(at) === 0x04034b50) return at;
  throw new ArchiveRefused('corrupt', 'The directory of the archive points nowhere.');
}
