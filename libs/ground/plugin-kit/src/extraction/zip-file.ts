import { inflateRawSync } from 'node:zlib';
import type { ExtractionLimits } from './limits.js';
import { RefusedFile } from './refused-file.js';

const END_RECORD = Buffer.from('504b0506', 'hex');
const END_RECORD_BYTES = 22;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
/** What iWork '09 adds to the number of the method in documents with a password. */
const IWORK_PROTECTED = 0x6363;
/** Of one unpacked entry: it is in memory as a whole. */
const MOST_ENTRY_BYTES = 64 * 1024 * 1024;

/** One entry of a zip file that is in memory. Nothing that the file says about its sizes is believed. */
export interface ZipEntry {
  readonly name: string;
  /**
   * Its content. Throws a {@link RefusedFile}: `corrupt` when it is damaged, `too-large` when it unpacks to more than
   * `maxBytes`, or to more than 64 MB when it is compressed.
   */
  unpack(maxBytes?: number): Buffer;
}

class DirectoryEntry implements ZipEntry {
  constructor(
    readonly name: string,
    private readonly file: Buffer,
    /** Where its line of the directory is. */
    private readonly at: number,
    /** Bytes that precede the archive in the file. */
    private readonly shift: number,
  ) {}

  /** Bytes that it takes in the file, by the directory. */
  get packedSize(): number {
    return this.file.readUInt32LE(this.at + 20);
  }

  unpack(maxBytes = Infinity): Buffer {
    const { file, at, packedSize } = this;
    const method = file.readUInt16LE(at + 10);
    if (method !== DEFLATED && method !== STORED)
      throw new RefusedFile('corrupt', 'The archive is packed in a way that office programs do not use.');
    const local = this.#localHeader();
    const start = local + LOCAL_HEADER_BYTES + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    if (start + packedSize > file.length) throw new RefusedFile('corrupt', 'The archive is cut off.');
    const packed = file.subarray(start, start + packedSize);
    if (method === DEFLATED) return inflated(packed, Math.min(maxBytes, MOST_ENTRY_BYTES));
    if (packed.length > maxBytes) throw tooLarge();
    return packed;
  }

  /** Some writers count from the start of the file although something precedes the archive, some miscount by a byte. */
  #localHeader(): number {
    const { file, shift } = this;
    const offset = file.readUInt32LE(this.at + 42);
    for (const at of [offset, offset + shift])
      if (at >= 0 && at + LOCAL_HEADER_BYTES <= file.length && file.readUInt32LE(at) === LOCAL_HEADER) return at;
    throw new RefusedFile('corrupt', 'The directory of the archive points nowhere.');
  }
}

/**
 * The entries of a zip file, in the order of its directory; none of them is unpacked. Reads archives that follow other
 * bytes, and those whose offsets are wrong. Names are taken for UTF-8; ZIP64 is not read. Throws a {@link RefusedFile}
 * for a file without a directory, with more than `maxEntries` entries, with a password, or whose entries overlap.
 */
export function zipEntries(file: Buffer, { maxEntries }: Pick<ExtractionLimits, 'maxEntries'>): ZipEntry[] {
  const directory = findZipDirectory(file);
  if (directory === undefined) throw new RefusedFile('corrupt', 'The end of the archive is missing.');
  const { start, end, shift } = directory;
  const entries: ZipEntry[] = [];
  let packedBytes = 0;
  for (let at = start; at >= 0 && at + ENTRY_BYTES <= end && file.readUInt32LE(at) === ENTRY;) {
    if (entries.length >= maxEntries)
      throw new RefusedFile('too-large', `The archive has more than ${maxEntries} entries.`);
    if ((file.readUInt16LE(at + 8) & 1) === 1 || file.readUInt16LE(at + 10) >= IWORK_PROTECTED)
      throw new RefusedFile('encrypted', 'The archive is protected by a password.');
    const nameEnd = at + ENTRY_BYTES + file.readUInt16LE(at + 28);
    const entry = new DirectoryEntry(file.toString('utf8', at + ENTRY_BYTES, nameEnd), file, at, shift);
    packedBytes += entry.packedSize;
    entries.push(entry);
    at = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  if (entries.length === 0) throw new RefusedFile('corrupt', 'The archive has no directory.');
  if (packedBytes > file.length) throw new RefusedFile('corrupt', 'Entries of the archive overlap.');
  return entries;
}

/**
 * Where the directory of a zip file begins and ends, counted from the start of `tail`, the last bytes of the file; the
 * start may be before them. It ends where the end record begins, whatever offset that claims; `shift` is the difference.
 */
export function findZipDirectory(tail: Buffer): { start: number; end: number; shift: number } | undefined {
  const end = tail.lastIndexOf(END_RECORD);
  if (end < 0 || end + END_RECORD_BYTES > tail.length) return undefined;
  const start = end - tail.readUInt32LE(end + 12);
  return { start, end, shift: start - tail.readUInt32LE(end + 16) };
}

function inflated(packed: Buffer, maxBytes: number): Buffer {
  try {
    const content = inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) });
    if (content.length <= maxBytes) return content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE')
      throw new RefusedFile('corrupt', 'A part of the archive is damaged.');
  }
  throw tooLarge();
}

function tooLarge(): RefusedFile {
  return new RefusedFile('too-large', 'It unpacks to more than is allowed.');
}
