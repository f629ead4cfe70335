import { zip, type ZipPart } from '../../../test/support/zip.js';

const TEXT = 2001;
const TABLE_STRINGS = 6005;

/** A document of iWork '09 or older. */
export const iworkXml = (content: string, name = 'index.xml'): Buffer =>
  zip([
    { name: 'buildVersionHistory.plist', content: '<plist/>' },
    { name, content: `<?xml version="1.0"?><sl:document>${content}</sl:document>` },
  ]);

function number(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Buffer.from([...bytes, rest]);
}

const field = (index: number, content: Buffer | number | string): Buffer => {
  if (typeof content === 'number') return Buffer.concat([number(index * 8), number(content)]);
  const bytes = Buffer.from(content);
  return Buffer.concat([number(index * 8 + 2), number(bytes.length), bytes]);
};

function object(type: number, content: Buffer): Buffer {
  const info = Buffer.concat([field(1, type), field(2, Buffer.from([1, 0, 5])), field(3, content.length)]);
  const header = Buffer.concat([field(1, 4711), field(2, info)]);
  return Buffer.concat([number(header.length), header, content]);
}

export const textObject = (text: string): Buffer => object(TEXT, Buffer.concat([field(1, 0), field(3, text)]));
export const tableObject = (...strings: string[]): Buffer =>
  object(
    TABLE_STRINGS,
    Buffer.concat(strings.map((each, at) => field(3, Buffer.concat([field(1, at), field(2, 1), field(3, each)])))),
  );
export const otherObject = (): Buffer => object(11_006, field(3, 'style names'));

/** A block of Snappy in one chunk, which copies nothing unless `elements` are given. */
export function chunk(content: Buffer, elements = literal(content)): Buffer {
  const block = Buffer.concat([number(content.length), elements]);
  const head = Buffer.alloc(4);
  head.writeUIntLE(block.length, 1, 3);
  return Buffer.concat([head, block]);
}

export function literal(content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head[0] = 62 << 2;
  head.writeUIntLE(content.length - 1, 1, 3);
  return Buffer.concat([head, content]);
}

/** A document of iWork since 2013; parts are unpacked objects. */
export function iwork(parts: Record<string, Buffer>, more: readonly ZipPart[] = []): Buffer {
  const packed = Object.entries(parts).map(([name, content]) => ({
    name: `Index/${name}.iwa`,
    content: chunk(content),
  }));
  return zip([...packed, ...more]);
}
