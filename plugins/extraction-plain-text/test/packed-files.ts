/** An element of the Distinguished Encoding Rules. */
function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), length, content]);
}

/** The same without a length, whose end is marked. */
function openElement(tag: number, ...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([tag, 0x80]), ...parts, Buffer.alloc(2)]);
}

const identifier = (kind: string): Buffer => element(0x06, Buffer.from(kind, 'hex'));
const SIGNED = '2a864886f70d010702';
const DATA = identifier('2a864886f70d010701');
const VERSION = element(0x02, Buffer.from([1]));
const SHA_256 = element(0x30, identifier('608648016503040201'), element(0x05));
const SIGNATURES = element(0x31, element(0x30, VERSION));

interface CmsOptions {
  /** In pieces of so many bytes, as programs write that do not know the length yet. */
  pieces?: number;
}

/** A file with its signature; without content, the signature alone. */
export function signedFile(content: Buffer | string | undefined, { pieces }: CmsOptions = {}): Buffer {
  const wrap = pieces === undefined ? element : openElement;
  const kept = content === undefined ? [] : [wrap(0xa0, octets(Buffer.from(content), pieces))];
  const signed = wrap(0x30, VERSION, element(0x31, SHA_256), wrap(0x30, DATA, ...kept), SIGNATURES);
  return wrap(0x30, identifier(SIGNED), wrap(0xa0, signed));
}

function octets(content: Buffer, pieces: number | undefined): Buffer {
  if (pieces === undefined) return element(0x04, content);
  const count = Math.ceil(content.length / pieces);
  return openElement(
    0x24,
    ...Array.from({ length: count }, (_, index) =>
      element(0x04, content.subarray(index * pieces, (index + 1) * pieces)),
    ),
  );
}

export function encryptedFile(): Buffer {
  return openElement(
    0x30,
    identifier('2a864886f70d010703'),
    openElement(0xa0, element(0x30, VERSION, Buffer.alloc(40))),
  );
}

export interface TnefContent {
  subject?: string;
  body?: string;
  html?: string;
  /** Packed. */
  rtf?: Buffer;
  codePage?: number;
  files?: readonly TnefFileContent[];
}

interface TnefFileContent {
  title?: string;
  longName?: string;
  content?: Buffer | string;
  message?: Buffer;
}

/** What Outlook packs into `winmail.dat`. */
export function tnef({ subject, body, html, rtf, codePage = 1252, files = [] }: TnefContent): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt32LE(0x223e9f78);
  const properties = [
    ...(body === undefined ? [] : [wideValue(0x1000, body)]),
    ...(html === undefined ? [] : [bytesValue(0x1013, Buffer.from(html, 'latin1'))]),
    ...(rtf === undefined ? [] : [bytesValue(0x1009, rtf)]),
  ];
  return Buffer.concat([
    head,
    attribute(1, 0x69007, u32(codePage, 0)),
    ...(subject === undefined ? [] : [attribute(1, 0x18004, ended(Buffer.from(subject, 'latin1')))]),
    attribute(1, 0x69003, withCount([fixedValue(), namedValue(), ...properties])),
    ...files.flatMap(fileAttributes),
  ]);
}

function fileAttributes({ title = '', longName, content, message }: TnefFileContent): Buffer[] {
  const properties = [
    ...(longName === undefined ? [] : [wideValue(0x3707, longName)]),
    ...(message === undefined ? [] : [objectValue(0x3701, message)]),
  ];
  return [
    attribute(2, 0x69002, Buffer.alloc(14)),
    attribute(2, 0x18010, ended(Buffer.from(title, 'latin1'))),
    ...(content === undefined ? [] : [attribute(2, 0x6800f, Buffer.from(content))]),
    ...(properties.length === 0 ? [] : [attribute(2, 0x69005, withCount(properties))]),
  ];
}

function attribute(level: number, id: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([level]), u32(id, data.length), data, Buffer.alloc(2)]);
}

function withCount(values: readonly Buffer[]): Buffer {
  return Buffer.concat([u32(values.length), ...values]);
}

function wideValue(id: number, text: string): Buffer {
  return variable((id << 16) | 0x1f, Buffer.from(`${text}\0`, 'utf16le'));
}

function bytesValue(id: number, bytes: Buffer): Buffer {
  return variable((id << 16) | 0x102, bytes);
}

function objectValue(id: number, bytes: Buffer): Buffer {
  return variable((id << 16) | 0x0d, Buffer.concat([Buffer.alloc(16), bytes]));
}

/** A time, which takes eight bytes. */
function fixedValue(): Buffer {
  return Buffer.concat([u32((0x0e06 << 16) | 0x40), Buffer.alloc(8)]);
}

/** A property of a program, by a name, with two texts. */
function namedValue(): Buffer {
  const name = Buffer.from('Keywords\0', 'utf16le');
  const tag = u32((0x8001 << 16) | 0x101f);
  return Buffer.concat([tag, Buffer.alloc(16), u32(1), sized(name), u32(2), sized(name), sized(name)]);
}

function variable(tag: number, bytes: Buffer): Buffer {
  return Buffer.concat([u32(tag, 1), sized(bytes)]);
}

function sized(bytes: Buffer): Buffer {
  return Buffer.concat([u32(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function ended(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(1)]);
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32LE(value >>> 0, index * 4));
  return bytes;
}
