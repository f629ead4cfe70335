import { CFB } from '@e965/xlsx';

/** The part of the library for compound files, which has no types. */
interface CompoundWriter {
  utils: { cfb_new(): object; cfb_add(file: object, name: string, content: Buffer): void };
  write(file: object, options: { type: 'buffer' }): Buffer;
}

/** A compound file with these streams; a stream in a folder is named with its path. */
export function compound(streams: Readonly<Record<string, Buffer>>): Buffer {
  const { utils, write } = CFB as CompoundWriter;
  const file = utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) utils.cfb_add(file, `/${name}`, content);
  return write(file, { type: 'buffer' });
}

export function u16(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  numbers.forEach((number, index) => bytes.writeUInt16LE(number, index * 2));
  return bytes;
}

export function u32(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, index) => bytes.writeUInt32LE(number >>> 0, index * 4));
  return bytes;
}

export function wide(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}
