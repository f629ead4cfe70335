const END = 0x06054b50;
const END_BYTES = 22;
const ZIP64_END = 0x06064b50;
const ZIP64_END_BYTES = 56;
const LOCATOR = 0x07064b50;
const LOCATOR_BYTES = 20;
/** The end of a zip without the fields of zip64 counts this far. */
const MOST_COUNTED = 0xffff;
const ZIP64_VERSION = 45;
/** No more, because a client waits for the first bytes of a file that arrives slowly. */
const HELD_BACK_BYTES = END_BYTES + LOCATOR_BYTES;

/**
 * Passes a zip on and completes its end: `client-zip` writes the fields of zip64 for large archives, but not for small ones
 * of more than 65,534 files, in which programs then do not find all files. `countOf` is asked after the last byte.
 */
export async function* withZip64End(blocks: AsyncIterable<Buffer>, countOf: () => number): AsyncIterable<Buffer> {
  let end: Buffer = Buffer.alloc(0);
  for await (const block of blocks) {
    const bytes = Buffer.concat([end, block]);
    const cut = Math.max(0, bytes.length - HELD_BACK_BYTES);
    if (cut > 0) yield bytes.subarray(0, cut);
    end = bytes.subarray(cut);
  }
  yield countOf() < MOST_COUNTED ? end : completed(end, countOf());
}

function completed(bytes: Buffer, count: number): Buffer {
  const start = bytes.length - END_BYTES;
  if (bytes.readUInt32LE(start) !== END) throw new Error('this is not the end of a zip');
  if (bytes.readUInt32LE(start - LOCATOR_BYTES) === LOCATOR) return bytes;
  const directoryBytes = bytes.readUInt32LE(start + 12);
  const directoryStart = bytes.readUInt32LE(start + 16);
  const fields = Buffer.alloc(ZIP64_END_BYTES + LOCATOR_BYTES);
  fields.writeUInt32LE(ZIP64_END, 0);
  fields.writeBigUInt64LE(BigInt(ZIP64_END_BYTES - 12), 4); // of what follows
  fields.writeUInt16LE(ZIP64_VERSION, 12);
  fields.writeUInt16LE(ZIP64_VERSION, 14);
  fields.writeBigUInt64LE(BigInt(count), 24);
  fields.writeBigUInt64LE(BigInt(count), 32);
  fields.writeBigUInt64LE(BigInt(directoryBytes), 40);
  fields.writeBigUInt64LE(BigInt(directoryStart), 48);
  fields.writeUInt32LE(LOCATOR, ZIP64_END_BYTES);
  fields.writeBigUInt64LE(BigInt(directoryStart + directoryBytes), ZIP64_END_BYTES + 8);
  fields.writeUInt32LE(1, ZIP64_END_BYTES + 16); // number of disks
  return Buffer.concat([bytes.subarray(0, start), fields, bytes.subarray(start)]);
}
