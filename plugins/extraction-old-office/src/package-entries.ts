import { inflateRawSync } from 'node:zlib';
import type { ExtractionLimits } from '@archivolt/plugin-kit';
import { FileRefused } from './file-refused.js';

const END_RECORD = Buffer.from('504b0506', 'hex');
const ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;

export interface PackageEntry {
  name: string;
  content: Buffer;
}

type Limits = Pick<ExtractionLimits, 'maxEntries' | 'maxInflatedBytes'>;

/** The unpacked entries of a zip archive whose names are wanted. Sizes that the archive declares are not believed. */
export function packageEntries(file: Buffer, limits: Limits, isWanted: (name: string) => boolean): PackageEntry[] {
  const end = file.lastIndexOf(END_RECORD);
  if (end < 0 || end + 22 > file.length) throw new FileRefused('corrupt', 'The end of the archive is missing.');
  const entries: PackageEntry[] = [];
  let room = limits.maxInflatedBytes;
  let at = end - file.readUInt32LE(end + 12);
  for (let count = 0; at >= 0 && at + 46 <= end && file.readUInt32LE(at) === ENTRY; count += 1) {
    if (count >= limits.maxEntries)
      throw new FileRefused('too-large', `The archive has more than ${limits.maxEntries} entries.`);
    if ((file.readUInt16LE(at + 8) & 1) === 1)
      throw new FileRefused('encrypted', 'The archive is protected by a password.');
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    if (isWanted(name)) {
      const content = unpacked(file, at, room);
      room -= content.length;
      entries.push({ name, content });
    }
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

function unpacked(file: Buffer, directoryAt: number, room: number): Buffer {
  const method = file.readUInt16LE(directoryAt + 10);
  const start = file.readUInt32LE(directoryAt + 42);
  if (start + 30 > file.length || file.readUInt32LE(start) !== LOCAL_HEADER)
    throw new FileRefused('corrupt', 'The directory of the archive points nowhere.');
  const from = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
  const packed = file.subarray(from, from + file.readUInt32LE(directoryAt + 20));
  if (method !== DEFLATED && method !== STORED)
    throw new FileRefused('corrupt', 'The archive is packed in a way that office programs do not use.');
  try {
    const content = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, room) });
    if (content.length <= room) return content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE')
      throw new FileRefused('corrupt', 'A part of the archive is damaged.');
  }
  throw new FileRefused('too-large', 'It unpacks to more than is allowed.');
}
