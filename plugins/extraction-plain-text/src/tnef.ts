import { decodeText, encodingOfCodePage, rtfText, unpackRtf } from '@archivolt/plugin-kit';
import { visibleText } from '@archivolt/plugin-kit/visible-text';

/** What Outlook packs into `winmail.dat` of a mail. */
export interface TnefMessage {
  subject: string;
  text: string;
  files: readonly TnefFile[];
}

export interface TnefFile {
  name: string;
  bytes: Buffer;
  /** A message of the same format. */
  isMessage: boolean;
}

const SIGNATURE = 0x223e9f78;
const HEADER_BYTES = 6;
/** Of an attribute: its level, its number and its length before it, and a checksum behind it. */
const BEFORE = 9;
const BEHIND = 2;
const ATTRIBUTE = {
  subject: 0x18004,
  codePage: 0x69007,
  body: 0x2800c,
  properties: 0x69003,
  beginsFile: 0x69002,
  fileTitle: 0x18010,
  fileData: 0x6800f,
  fileProperties: 0x69005,
} as const;
const PROPERTY = {
  subject: 0x0037,
  body: 0x1000,
  compressedRtf: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  data: 0x3701,
  fileName: 0x3704,
  longFileName: 0x3707,
} as const;
const TYPE = { object: 0x0d, narrow: 0x1e, wide: 0x1f, bytes: 0x102 } as const;
const SEVERAL = 0x1000;
const FIRST_NAMED = 0x8000;
const VARIABLE = new Set<number>([TYPE.object, TYPE.narrow, TYPE.wide, TYPE.bytes]);
const EIGHT_BYTES = new Set([0x05, 0x06, 0x07, 0x14, 0x40]);
/** In front of an object, to say what it is. */
const GUID_BYTES = 16;
const MOST_FILES = 1_000;
const MOST_VALUES = 10_000;
const MOST_RTF_BYTES = 64 * 1024 * 1024;
const MOST_CHARS = 10_000_000;

export function isTnef(bytes: Uint8Array): boolean {
  return bytes.length > HEADER_BYTES && Buffer.from(bytes.buffer, bytes.byteOffset, 4).readUInt32LE() === SIGNATURE;
}

/** The message and its files. What is cut off or damaged is read as far as it goes. */
export function readTnef(bytes: Buffer): TnefMessage {
  const reading = new TnefReading();
  let at = HEADER_BYTES;
  while (at + BEFORE <= bytes.length) {
    const id = bytes.readUInt32LE(at + 1);
    const start = at + BEFORE;
    const end = Math.min(start + bytes.readUInt32LE(at + 5), bytes.length);
    reading.take(id, bytes.subarray(start, end));
    at = end + BEHIND;
  }
  return reading.message();
}

type Properties = Map<number, { type: number; value: Buffer }>;

class TnefReading {
  #encoding = encodingOfCodePage(0);
  #subject = '';
  #plain = '';
  #properties: Properties = new Map();
  readonly #files: { title: string; data?: Buffer; properties: Properties }[] = [];

  take(id: number, data: Buffer): void {
    const file = this.#files.at(-1);
    if (id === ATTRIBUTE.codePage && data.length >= 4) this.#encoding = encodingOfCodePage(data.readUInt32LE());
    else if (id === ATTRIBUTE.subject) this.#subject = this.#narrow(data);
    else if (id === ATTRIBUTE.body) this.#plain = this.#narrow(data);
    else if (id === ATTRIBUTE.properties) this.#properties = propertiesIn(data);
    else if (id === ATTRIBUTE.beginsFile && this.#files.length < MOST_FILES)
      this.#files.push({ title: '', properties: new Map() });
    else if (file === undefined) return;
    else if (id === ATTRIBUTE.fileTitle) file.title = this.#narrow(data);
    else if (id === ATTRIBUTE.fileData) file.data = data;
    else if (id === ATTRIBUTE.fileProperties) file.properties = propertiesIn(data);
  }

  message(): TnefMessage {
    return {
      subject: this.#text(this.#properties, PROPERTY.subject) || this.#subject,
      text: this.#body(),
      files: this.#files.flatMap((file) => this.#fileOf(file)),
    };
  }

  #body(): string {
    const plain = this.#text(this.#properties, PROPERTY.body) || this.#plain;
    if (plain.trim() !== '') return plain.replaceAll(/\r\n?/g, '\n');
    const html = this.#text(this.#properties, PROPERTY.html);
    if (html !== '') return visibleText(html);
    const packed = this.#properties.get(PROPERTY.compressedRtf)?.value;
    return packed === undefined ? '' : rtfText(unpackRtf(packed, MOST_RTF_BYTES), MOST_CHARS);
  }

  #fileOf({ title, data, properties }: { title: string; data?: Buffer; properties: Properties }): TnefFile[] {
    const names = [PROPERTY.longFileName, PROPERTY.fileName, PROPERTY.displayName].map((property) =>
      this.#text(properties, property),
    );
    const name = [...names, title].find((each) => each !== '') ?? '';
    const kept = properties.get(PROPERTY.data);
    const inside = kept?.value.subarray(kept.type === TYPE.object ? GUID_BYTES : 0);
    const bytes = data ?? inside;
    if (bytes === undefined) return [];
    const isMessage = kept?.type === TYPE.object && isTnef(bytes);
    return [{ name, bytes, isMessage }];
  }

  #text(properties: Properties, property: number): string {
    const found = properties.get(property);
    if (found === undefined) return '';
    const { type, value } = found;
    if (type === TYPE.wide) return new TextDecoder('utf-16le').decode(value).replaceAll('\0', '');
    return type === TYPE.narrow || type === TYPE.bytes ? this.#narrow(value) : '';
  }

  #narrow(bytes: Buffer): string {
    const end = bytes.indexOf(0);
    return decodeText(end < 0 ? bytes : bytes.subarray(0, end), { named: this.#encoding }).trim();
  }
}

/** Properties with a value of any length: texts and bytes. The others are passed over. */
function propertiesIn(data: Buffer): Properties {
  const properties: Properties = new Map();
  const reader = new Values(data);
  const count = reader.number();
  for (let index = 0; index < count && !reader.isAtEnd(); index += 1) {
    const tag = reader.number();
    const [type, id] = [tag & 0xfff, tag >>> 16];
    const isOfSeveral = (tag & SEVERAL) !== 0;
    if (id >= FIRST_NAMED) reader.skipName();
    const isVariable = VARIABLE.has(type);
    const values = isVariable || isOfSeveral ? Math.min(reader.number(), MOST_VALUES) : 1;
    for (let each = 0; each < values && !reader.isAtEnd(); each += 1) {
      const value = isVariable ? reader.value() : reader.fixed(type);
      if (isVariable && !isOfSeveral && !properties.has(id)) properties.set(id, { type, value });
    }
  }
  return properties;
}

/** Values that begin at multiples of four bytes. */
class Values {
  #at = 0;

  constructor(private readonly data: Buffer) {}

  isAtEnd(): boolean {
    return this.#at + 4 > this.data.length;
  }

  number(): number {
    return this.isAtEnd() ? this.#pass(4, 0) : this.#pass(4, this.data.readUInt32LE(this.#at));
  }

  value(): Buffer {
    const length = this.number();
    const value = this.data.subarray(this.#at, this.#at + length);
    return this.#pass(length, value);
  }

  fixed(type: number): Buffer {
    const length = type === 0x48 ? GUID_BYTES : EIGHT_BYTES.has(type) ? 8 : 4;
    return this.#pass(length, this.data.subarray(0, 0));
  }

  /** A property of a program: who defines it, and a number or a name. */
  skipName(): void {
    this.#at += GUID_BYTES;
    if (this.number() === 0) this.#at += 4;
    else this.value();
  }

  #pass<Value>(length: number, value: Value): Value {
    this.#at += Math.ceil(length / 4) * 4;
    return value;
  }
}
