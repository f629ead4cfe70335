import type { FileHandle } from 'node:fs/promises';
import { typeByExtension } from './extensions.js';

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const END_OF_CHAIN = 0xfffffffa; // this and higher numbers are not sectors
const MOST_SECTORS = 64;
export const UNKNOWN_CFB = 'application/x-cfb';

export function isCfb(head: Buffer): boolean {
  return head.subarray(0, 8).equals(SIGNATURE);
}

/**
 * Returns the type of a compound file (old Word, Excel, PowerPoint, Outlook, encrypted new ones) by its stream names.
 */
export async function cfbType(file: FileHandle, head: Buffer, fileName: string): Promise<string> {
  const names = await streamNames(file, head);
  if (names.has('EncryptedPackage')) {
    const named = typeByExtension(fileName);
    return named?.includes('openxmlformats') === true
      ? named
      : 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  }
  if (names.has('WordDocument')) return 'application/msword';
  if (names.has('Workbook') || names.has('Book')) return 'application/vnd.ms-excel';
  if (names.has('PowerPoint Document')) return 'application/vnd.ms-powerpoint';
  if ([...names].some((name) => name.startsWith('__substg1.0_'))) return 'application/vnd.ms-outlook';
  if (names.has('\u0005HwpSummaryInformation')) return 'application/x-hwp';
  return UNKNOWN_CFB;
}

async function streamNames(file: FileHandle, head: Buffer): Promise<Set<string>> {
  const names = new Set<string>();
  if (head.length < 512) return names;
  const shift = head.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return names;
  const sectorSize = 1 << shift;
  const read = async (sector: number): Promise<Buffer> => {
    const buffer = Buffer.alloc(sectorSize);
    const { bytesRead } = await file.read(buffer, 0, sectorSize, (sector + 1) * sectorSize);
    return buffer.subarray(0, bytesRead);
  };
  const perSector = sectorSize / 4;
  let sector = head.readUInt32LE(48);
  for (let count = 0; sector < END_OF_CHAIN && count < MOST_SECTORS; count += 1) {
    collectNames(await read(sector), names);
    // The header lists the first 109 sectors of the allocation table; a directory beyond them is not followed.
    const tableIndex = Math.floor(sector / perSector);
    if (tableIndex >= 109) break;
    const table = await read(head.readUInt32LE(76 + tableIndex * 4));
    const at = (sector % perSector) * 4;
    if (at + 4 > table.length) break;
    sector = table.readUInt32LE(at);
  }
  return names;
}

function collectNames(directory: Buffer, names: Set<string>): void {
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const length = directory.readUInt16LE(at + 64);
    if (length >= 2 && length <= 64) names.add(directory.toString('utf16le', at, at + length - 2));
  }
}
