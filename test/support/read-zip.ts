import { crc32, inflateRawSync } from 'node:zlib';

export interface ZippedFile {
  name: string;
  content: Buffer;
}

/** Reads the files of a zip archive by its directory, and checks their sizes and checksums. */
export function readZip(zip: Buffer): ZippedFile[] {
  const { count, offset } = directoryOf(zip);
  const files: ZippedFile[] = [];
  let at = offset;
  for (let index = 0; index < count; index += 1) {
    expectSignature(zip, at, 0x02014b50);
    const nameLength = zip.readUInt16LE(at + 28);
    const extraLength = zip.readUInt16LE(at + 30);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    files.push({ name, content: contentOf(zip, at) });
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32);
  }
  return files;
}

function directoryOf(zip: Buffer): { count: number; offset: number } {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  expectSignature(zip, end, 0x06054b50);
  const count = zip.readUInt16LE(end + 10);
  const offset = zip.readUInt32LE(end + 16);
  if (count < 0xffff && offset < 0xffffffff) return { count, offset };
  expectSignature(zip, end - 20, 0x07064b50);
  const large = Number(zip.readBigUInt64LE(end - 20 + 8));
  expectSignature(zip, large, 0x06064b50);
  return { count: Number(zip.readBigUInt64LE(large + 32)), offset: Number(zip.readBigUInt64LE(large + 48)) };
}

/** For files and offsets below 4 GB. */
function contentOf(zip: Buffer, entry: number): Buffer {
  const method = zip.readUInt16LE(entry + 10);
  const packedSize = zip.readUInt32LE(entry + 20);
  const header = zip.readUInt32LE(entry + 42);
  expectSignature(zip, header, 0x04034b50);
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const packed = zip.subarray(start, start + packedSize);
  const content = method === 0 ? packed : inflateRawSync(packed);
  if (content.length !== zip.readUInt32LE(entry + 24)) throw new Error('a file of the archive has another size');
  if (crc32(content) !== zip.readUInt32LE(entry + 16)) throw new Error('a file of the archive has another checksum');
  return content;
}

function expectSignature(zip: Buffer, at: number, signature: number): void {
  if (at < 0 || zip.readUInt32LE(at) !== signature) throw new Error(`not a zip archive: no signature at ${at}`);
}
