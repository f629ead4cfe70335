import { RefusedFile } from '@archivolt/plugin-kit';

const DAMAGED = 'A part of the document is damaged.';

/** Unpacks the chunks of a part of an iWork document: a zero, the length in three bytes, and a block of Snappy. */
export function unpackChunks(bytes: Buffer, room: number): Buffer {
  const chunks: Buffer[] = [];
  let left = room;
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = bytes.readUIntLE(at + 1, 3);
    if (bytes[at] !== 0 || at + 4 + length > bytes.length) throw new RefusedFile('corrupt', DAMAGED);
    const chunk = unpackBlock(bytes.subarray(at + 4, at + 4 + length), left);
    left -= chunk.length;
    chunks.push(chunk);
    at += 4 + length;
  }
  return Buffer.concat(chunks);
}

function unpackBlock(block: Buffer, room: number): Buffer {
  let at = 0;
  const next = (): number => {
    const byte = block[at];
    if (byte === undefined) throw new RefusedFile('corrupt', DAMAGED);
    at += 1;
    return byte;
  };
  const number = (count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index += 1) value += next() * 2 ** (8 * index);
    return value;
  };
  let size = 0;
  for (let shift = 0, byte = 0x80; byte >= 0x80; shift += 7) {
    byte = next();
    if (shift > 28) throw new RefusedFile('corrupt', DAMAGED);
    size += (byte & 0x7f) * 2 ** shift;
  }
  if (size > room) throw new RefusedFile('too-large', 'It unpacks to more than is allowed.');
  // No element gives more than 64 bytes for two.
  if (size > block.length * 64) throw new RefusedFile('corrupt', DAMAGED);
  const target = Buffer.alloc(size);
  let to = 0;
  while (at < block.length) {
    const tag = next();
    const kind = tag & 3;
    if (kind === 0) {
      const short = tag >> 2;
      const length = (short < 60 ? short : number(short - 59)) + 1;
      if (at + length > block.length || to + length > size) throw new RefusedFile('corrupt', DAMAGED);
      block.copy(target, to, at, at + length);
      at += length;
      to += length;
      continue;
    }
    const length = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
    const offset = kind === 1 ? ((tag >> 5) << 8) | next() : number(kind === 2 ? 2 : 4);
    if (offset === 0 || offset > to || to + length > size) throw new RefusedFile('corrupt', DAMAGED);
    // The copy may overlap what it makes.
    for (const end = to + length; to < end; to += 1) target[to] = target[to - offset] ?? 0;
  }
  return target.subarray(0, to);
}
