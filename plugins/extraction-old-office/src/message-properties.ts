import { encodingOfCodePage, type CompoundFile, type CompoundStorage as Storage } from '@archivolt/plugin-kit';

/** Numbers of the properties that are shown, or that say how others are written. */
export const PROPERTY = {
  subject: 0x0037,
  submitTime: 0x0039,
  senderName: 0x0042,
  senderAddressType: 0x0064,
  senderAddress: 0x0065,
  delivererName: 0x0c1a,
  delivererAddressType: 0x0c1e,
  delivererAddress: 0x0c1f,
  recipientType: 0x0c15,
  shownCc: 0x0e03,
  shownTo: 0x0e04,
  deliveryTime: 0x0e06,
  body: 0x1000,
  compressedRtf: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  addressType: 0x3002,
  address: 0x3003,
  attachedData: 0x3701,
  shortFileName: 0x3704,
  fileName: 0x3707,
  attachedType: 0x370e,
  smtpAddress: 0x39fe,
  internetCodePage: 0x3fde,
  codePage: 0x3ffd,
  delivererSmtpAddress: 0x5d01,
  senderSmtpAddress: 0x5d02,
} as const;

const KIND = { text: '001F', oldText: '001E', bytes: '0102' };
/** Names and addresses are shorter. */
const SHORT_BYTES = 4096;
const WIDE = new TextDecoder('utf-16le');
const ENTRY_BYTES = 16;
/** Between 1 January 1601, from which times are counted in tenths of microseconds, and 1970. */
const EPOCH_MS = 11_644_473_600_000n;

/** The properties of a message, of a recipient or of an attachment: a stream each, small ones together in one. */
export class MessageProperties {
  readonly #fixed: Buffer;

  /** `headerBytes` come before the properties that are together in one stream. */
  constructor(
    private readonly file: CompoundFile,
    private readonly storage: Storage,
    headerBytes: number,
    private readonly outer?: MessageProperties,
  ) {
    this.#fixed =
      file.stream('__properties_version1.0', storage, 1024 * 1024)?.subarray(headerBytes) ?? Buffer.alloc(0);
  }

  /** A short text: a subject, a name, an address. Empty when it is not there. */
  text(property: number): string {
    return this.longText(property, SHORT_BYTES);
  }

  longText(property: number, mostBytes: number): string {
    const wide = this.#stream(property, KIND.text, mostBytes);
    const text =
      wide === undefined ? this.#oldText(property, mostBytes) : WIDE.decode(wide.subarray(0, wide.length & ~1));
    return text.replaceAll('\0', '').trim();
  }

  bytes(property: number, mostBytes: number): Buffer | undefined {
    return this.#stream(property, KIND.bytes, mostBytes);
  }

  number(property: number): number | undefined {
    const value = this.#value(property);
    return value?.readUInt32LE(0);
  }

  time(property: number): Date | undefined {
    const value = this.#value(property)?.readBigUInt64LE(0) ?? 0n;
    const date = new Date(Number(value / 10_000n - EPOCH_MS));
    return value === 0n || Number.isNaN(date.getTime()) ? undefined : date;
  }

  /** Of texts in one byte a character. */
  get encoding(): string {
    const codePage = this.number(PROPERTY.codePage) ?? this.number(PROPERTY.internetCodePage);
    return codePage === undefined ? (this.outer?.encoding ?? encodingOfCodePage(0)) : encodingOfCodePage(codePage);
  }

  #oldText(property: number, mostBytes: number): string {
    const bytes = this.#stream(property, KIND.oldText, mostBytes);
    return bytes === undefined ? '' : new TextDecoder(this.encoding).decode(bytes);
  }

  #stream(property: number, kind: string, mostBytes: number): Buffer | undefined {
    const name = `__substg1.0_${property.toString(16).padStart(4, '0')}${kind}`;
    return this.file.stream(name, this.storage, mostBytes);
  }

  #value(property: number): Buffer | undefined {
    for (let at = 0; at + ENTRY_BYTES <= this.#fixed.length; at += ENTRY_BYTES)
      if (this.#fixed.readUInt16LE(at + 2) === property) return this.#fixed.subarray(at + 8, at + ENTRY_BYTES);
    return undefined;
  }
}
